/** The shape of recordings and HTTP archives, checked before anything is read from them: others may have made them. */
import { platform } from '#platform'

const text = { type: 'string' }
const map = (values: object) => ({ type: 'object', additionalProperties: values })
const list = (items: object) => ({ type: 'array', items })
const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
})

/** One that can be sent again: `CONNECT` asks for a tunnel. */
const method = { type: 'string', pattern: "^(?!CONNECT$)[\\w!#$%&'*+.^`|~-]+$" }

const exchange = object({
  id: { type: 'integer' },
  scenario: text,
  key: text,
  since: { type: 'number' },
  request: object({ method, url: text, headers: map(text), body: { type: ['string', 'null'] } }),
  response: object({
    status: { type: 'integer' },
    headers: map(text),
    body: text,
    cut: { type: 'boolean' },
    ended: { type: 'boolean' },
  }),
  redirects: list(text),
})

const recording = object({
  head: object(
    {
      target: object({ name: text, base_url: text }),
      started_at: text,
      keys: list(object({ name: text, scopes: list(text), tenant: text })),
      fixtures: map(object({ id: text })),
    },
    ['keys', 'fixtures'],
  ),
  lines: list({
    type: 'object',
    required: ['kind'],
    if: { properties: { kind: { const: 'exchange' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: exchange,
  }),
})

const fields = list(object({ name: text, value: text }))
const archive = object({
  log: object({
    entries: list(
      object({
        startedDateTime: text,
        request: object({ method, url: text, headers: fields, postData: object({ text }, ['text']) }, [
          'postData',
        ]),
        response: object(
          {
            status: { type: 'integer' },
            headers: fields,
            content: object({ text, encoding: text, size: { type: 'number' } }, ['text', 'encoding', 'size']),
          },
          ['content'],
        ),
      }),
    ),
  }),
})

/** Throws an error that names the first part of another shape. */
export function requireShape(what: 'recording' | 'archive', value: unknown): void {
  const { Ajv2020 } = platform.loadAjv()
  const check = new Ajv2020({ strict: false }).compile(what === 'recording' ? recording : archive)
  if (check(value)) return
  const [first] = check.errors ?? []
  throw new Error(`${first?.instancePath.slice(1).replaceAll('/', '.') || 'it'} ${first?.message}`)
}
