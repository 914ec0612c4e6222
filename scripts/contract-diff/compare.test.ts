import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareContracts } from '#openapi'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { asText, differencesIn } from './describe.ts'

/** A contract with one operation that has something of everything. */
function contract(): Sample {
  return {
    openapi: '3.1.1',
    paths: {
      '/cats/{cat_id}': {
        post: {
          operationId: 'feedCat',
          security: [{ apiKey: ['cats:write'] }],
          parameters: [
            { name: 'cat_id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'grams', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 90, default: 50 } },
            { name: 'kind', in: 'query', schema: { type: ['string', 'null'], enum: ['dry', 'wet', null] } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['by'],
                  properties: {
                    by: { type: 'string' },
                    note: { type: 'string', maxLength: 9, deprecated: true },
                  },
                },
              },
            },
          },
          responses: {
            '200': {
              headers: { ETag: { required: true, schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
            },
            '422': {},
          },
        },
      },
    },
    components: {
      schemas: {
        Cat: {
          type: 'object',
          required: ['name', 'mood'],
          properties: {
            name: { type: 'string' },
            mood: { type: 'string', enum: ['calm', 'wild'] },
            weight: { type: 'number' },
            owner: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          },
        },
        Owner: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            boss: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          },
        },
      },
    },
  }
}

// Loose on purpose: each test edits one place of the sample.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Sample = any

/** What an edit of the sample means, in words. */
function after(edit: (sample: { operation: Sample; schemas: Sample; all: Sample }) => void): string {
  const edited = contract()
  edit({ operation: edited.paths['/cats/{cat_id}'].post, schemas: edited.components.schemas, all: edited })
  return asText(differencesIn(compareContracts(contract(), edited)))
}

const body = (operation: Sample) => operation.requestBody.content['application/json'].schema

test('finds nothing where nothing changed', () => {
  expect(after(() => {})).toBe('Nothing changes for clients.\n')
})

test.each<[sentence: string, edit: Parameters<typeof after>[0]]>([
  ['POST /cats/{cat_id} is gone.', ({ all }) => delete all.paths['/cats/{cat_id}']],
  ['a key with cats:write is refused', ({ operation }) => (operation.security[0].apiKey = ['cats:feed'])],
  ['members are refused', ({ operation }) => (operation['x-role-rule'] = 'workspace-wide')],
  ['allows 9 requests', ({ operation }) => (operation['x-rate-limit'] = { requests: 9, window_seconds: 60 })],
  ['query kind is gone.', ({ operation }) => operation.parameters.pop()],
  ['query grams is required now.', ({ operation }) => (operation.parameters[1].required = true)],
  [
    'query x is a new required parameter.',
    ({ operation }) => operation.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
  ],
  ['query grams has minimum 5 now', ({ operation }) => (operation.parameters[1].schema.minimum = 5)],
  ['query kind is never "dry" now.', ({ operation }) => operation.parameters[2].schema.enum.shift()],
  ['query kind is never null now.', ({ operation }) => (operation.parameters[2].schema.type = 'string')],
  ['query grams is never integer now.', ({ operation }) => (operation.parameters[1].schema.type = 'boolean')],
  ['body.note is required now.', ({ operation }) => body(operation).required.push('note')],
  ['body.note is gone.', ({ operation }) => delete body(operation).properties.note],
  ['body may carry no further fields', ({ operation }) => (body(operation).additionalProperties = false)],
  ['body is required now.', ({ operation }) => (operation.requestBody.required = true)],
  ['body.by has pattern ^a now', ({ operation }) => (body(operation).properties.by.pattern = '^a')],
  ['Cat.weight is gone.', ({ schemas }) => delete schemas.Cat.properties.weight],
  ['Cat.mood may be missing now.', ({ schemas }) => schemas.Cat.required.pop()],
  ['Cat.name may be null', ({ schemas }) => (schemas.Cat.properties.name.type = ['string', 'null'])],
  ['Cat.mood may be "sad" now.', ({ schemas }) => schemas.Cat.properties.mood.enum.push('sad')],
  ['Cat.owner.name is gone.', ({ schemas }) => delete schemas.Owner.properties.name],
  ['reply 201 is a new way to succeed.', ({ operation }) => (operation.responses['201'] = {})],
  ['reply 200 header ETag is gone.', ({ operation }) => delete operation.responses['200'].headers.ETag],
])('breaks clients: %s', (sentence, edit) => {
  const words = after(edit)
  expect(words).toContain('Breaks clients:')
  expect(words).toContain(sentence)
})

test.each<[sentence: string, edit: Parameters<typeof after>[0]]>([
  [
    'GET /dogs is a new',
    ({ all, operation }) => (all.paths['/dogs'] = { get: { ...operation, operationId: 'x' } }),
  ],
  ['a key with all is enough now.', ({ operation }) => operation.security.push({ apiKey: ['all'] })],
  ['new optional', ({ operation }) => operation.parameters.push({ name: 'x', in: 'query', schema: {} })],
  ['query grams has maximum 99 now', ({ operation }) => (operation.parameters[1].schema.maximum = 99)],
  ['query kind may be "raw" now.', ({ operation }) => operation.parameters[2].schema.enum.push('raw')],
  ['body.x is a new optional field.', ({ operation }) => (body(operation).properties.x = {})],
  ['body.by may be left out now.', ({ operation }) => body(operation).required.pop()],
  ['Cat.age is a new optional field.', ({ schemas }) => (schemas.Cat.properties.age = {})],
  ['Cat.mood is never "wild" now.', ({ schemas }) => schemas.Cat.properties.mood.enum.pop()],
  ['Cat.weight is always there now.', ({ schemas }) => schemas.Cat.required.push('weight')],
  ['has the default 40 (before: 50).', ({ operation }) => (operation.parameters[1].schema.default = 40)],
  ['reply 409 is a new refusal.', ({ operation }) => (operation.responses['409'] = {})],
  ['giveFood is the new name of feedCat', ({ operation }) => (operation.operationId = 'giveFood')],
  [
    'body.note is no longer deprecated.',
    ({ operation }) => delete body(operation).properties.note.deprecated,
  ],
])('breaks nobody: %s', (sentence, edit) => {
  const words = after(edit)
  expect(words).not.toContain('Breaks clients:')
  expect(words).toContain(sentence)
})

const dates = { deprecated: true, 'x-deprecation': { since: '2026-11-01', sunset: '2027-05-01' } }

test.each<[sentence: string, edit: Parameters<typeof after>[0]]>([
  ['feedCat is deprecated now.', ({ operation }) => (operation.deprecated = true)],
  [
    'query grams is deprecated since 2026-11-01, sunset on 2027-05-01.',
    ({ operation }) => Object.assign(operation.parameters[1], dates),
  ],
  [
    'body.note is deprecated since 2026-11-01, sunset on 2027-05-01 (before: deprecated).',
    ({ operation }) => Object.assign(body(operation).properties.note, dates),
  ],
  ['Cat.owner is deprecated now.', ({ schemas }) => (schemas.Cat.properties.owner.deprecated = true)],
])('deprecates: %s', (sentence, edit) => {
  expect(after(edit)).toMatch(/^Deprecates:\n/)
  expect(after(edit)).toContain(sentence)
})

const script = join(import.meta.dirname, '../contract-diff.ts')
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

test('exits with 0 when nothing breaks, 1 when something does, 2 when it cannot compare', () => {
  const folder = newFolder()
  const current = join(import.meta.dirname, '../../openapi/openapi.yaml')
  expect(run(current)).toMatchObject({ status: 0, stdout: 'Nothing changes for clients.\n' })
  const other = join(folder, 'other.json')
  writeFileSync(other, JSON.stringify(contract()))
  expect(run(other)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('POST /cats/{cat_id} is gone.'),
  })
  expect(run('no-such-ref')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('neither a file nor a git ref'),
  })
  expect(run().status).toBe(2)
})
