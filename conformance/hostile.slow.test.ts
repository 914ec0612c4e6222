// A server between the suite and the mock answers as no service does, and echoes the key in every form. Whatever comes:
// no crash, no key and no control character in any output. FUZZ_RUNS and FUZZ_SEED make it longer or repeat it.

import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startDeployments } from '../evaluation/proof/deployments.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { serving } from '../mock/testing/serving.ts'
import { init } from './commands/init.ts'
import { jsonText } from './engine/safe-text.ts'
import { type Report, run, type TargetInput } from './index.ts'
import { badge } from './report/badge.ts'
import { html } from './report/html.ts'
import { junit } from './report/junit.ts'
import { markdown } from './report/markdown.ts'
import { terminal } from './report/terminal.ts'

/** How a server may echo a key that it was sent. */
const ECHOES: readonly ((key: string) => string)[] = [
  key => key,
  key => key.toLowerCase(),
  key => key.toUpperCase(),
  key => btoa(key),
  key => btoa(`Bearer ${key}`),
  key => btoa(`user:${key}`),
  key => btoa(`${key}:`),
  key => Buffer.from(`a:${key}`).toString('base64url'),
  key => Buffer.from(key).toString('hex'),
  key => Buffer.from(key).toString('hex').toUpperCase(),
  key => encodeURIComponent(key),
  key => encodeURIComponent(encodeURIComponent(`Bearer ${key}`)),
  key => key.replace(/./g, sign => `%${sign.charCodeAt(0).toString(16)}`),
  key => key.replace(/./g, sign => `%25${sign.charCodeAt(0).toString(16)}`),
  key => JSON.stringify(JSON.stringify(key)),
  key => key.replace(/./g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`),
  key => key.replace(/./g, sign => `&#${sign.charCodeAt(0)};`),
  key => key.slice(0, -1),
  key => key.slice(1),
  key => key.slice(2, -3),
  key => `\n${btoa(`n:${key}`)}`,
  key => `${'x'.repeat(2990)}${key}`,
  key => `${'x'.repeat(3000 - key.length + 1)}${key}`,
]

const ESCAPES =
  '\u001b[2J\u001b]0;title\u0007\u009b31m\u202e\r\n::error::done\n##vso[task.complete]\n##[error]'

type Answer = (response: ServerResponse, echo: string, request: IncomingMessage) => void
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  response =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
const text =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  response =>
    void response.writeHead(status, headers).end(body)
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const echoing =
  (answer: (echo: string) => Answer): Answer =>
  (response, echo, request) =>
    answer(echo)(response, echo, request)

const HOSTILE: Readonly<Record<string, Answer>> = {
  'an echo as error': echoing(echo => json({ error: { message: echo } }, 400)),
  'an echo as id': echoing(echo => json({ id: echo, run_id: echo, title: echo }, 201)),
  'an echo in a list': echoing(echo => json({ data: [{ id: echo, title: echo, status: echo, name: echo }] })),
  'an echo as member': echoing(echo => json({ [echo]: echo, data: [{ [echo]: 1 }] })),
  'an echo in headers': echoing(echo =>
    json({}, 200, { 'x-echo': echo.replace(/[^\x20-\x7e]/g, ''), 'retry-after': '0' }),
  ),
  'an echo as location': echoing(echo => text('', { location: `/${encodeURI(echo)}` }, 302)),
  'an echo as web page': echoing(echo =>
    text(`<html>${echo}</html><script>alert(1)</script>`, { 'content-type': 'text/html' }),
  ),
  'escape sequences': json({
    id: ESCAPES,
    title: ESCAPES,
    status: ESCAPES,
    data: [{ id: ESCAPES, name: ESCAPES }],
    error: ESCAPES,
  }),
  'escape sequences as text': text(ESCAPES, {}, 500),
  markup: json(
    { id: '</script><img src=x onerror=alert(1)>', title: '```\n# x\n]]>', error: '<![CDATA[' },
    409,
  ),
  'ids that lead elsewhere': json({ id: '../..', run_id: '..', chat_id: '%2e%2e', data: [{ id: '.' }] }),
  'lone surrogates': text('{"id":"\\ud800","title":"\\udfff\\uffff","data":[{"id":"\\ud800"}]}'),
  'deep nesting': text(deep(50_000)),
  'deep nesting in a record': text(`{"data":${deep(5000)},"id":"x"}`),
  'prototype names': text(
    '{"__proto__":{"id":1},"constructor":{"prototype":{}},"toString":1,"id":"__proto__","data":[{"id":"constructor"}]}',
  ),
  'numbers beyond numbers': text(
    '{"id":1e999,"cost_euros":-1e308,"total":1e400,"data":[{"id":0.1,"number":1e21}]}',
  ),
  'wrong types': json({ id: {}, status: [], data: { data: { data: 3 } }, title: 7, next_cursor: {} }),
  'a list that never ends': json({ data: [{ id: 'a' }], next_cursor: 'again', has_more: true }),
  nothing: text(''),
  null: text('null', { 'content-type': 'application/json' }),
  'half a text': text('{"data":[{"id":"x"'),
  bytes: text(Buffer.from([0xff, 0xfe, 0, 0x80, 0xc3, 0x28])),
  'a bomb': text(BOMB, { 'content-encoding': 'gzip' }),
  'no gzip': text('{"data":[]}', { 'content-encoding': 'gzip' }),
  'cut brotli': text(brotliCompressSync('{"data":[]}').subarray(0, 6), { 'content-encoding': 'br' }),
  'an unknown encoding': text('{"data":[]}', { 'content-encoding': 'rot13, gzip, gzip' }),
  'a malformed location': text('', { location: 'http://[' }, 302),
  'a redirect to itself': (response, _, request) =>
    void response.writeHead(307, { location: request.url ?? '/' }).end(),
  'a redirect to another origin': text('', { location: 'http://127.0.0.1:9/tasks' }, 307),
  'a rate limit': json({}, 429, { 'retry-after': '1e9' }),
  'a rate limit of the past': json({}, 429, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  'a status of no meaning': json({}, 799),
  'no status': response => void response.socket?.end('HTTP/1.1 099 x\r\n\r\n'),
  'two replies': response =>
    void response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
    ),
  'no HTTP': response => void response.socket?.end('220 mail.example ESMTP\r\n'),
  'a cut connection': response => void response.socket?.destroy(),
  silence: () => {},
  'less than announced': response => {
    response.writeHead(200, { 'content-length': '100' }).write('{}')
    response.socket?.destroySoon()
  },
}
const KINDS = Object.keys(HOSTILE)

const deployments = await startDeployments(300)
const folder = newFolder()
afterAll(() => deployments[Symbol.asyncDispose]())

const PARTS = [
  'tasks/',
  'runs/start-bodies',
  'runs/finish',
  'runs/list-cursor',
  'agents/',
  'analytics/',
  'workflows/',
  'completions/',
  'knowledge/',
  'approvals/',
  'general/',
]

test('no reply crashes the suite, and none brings a key or a control character into an output', {
  timeout: 600_000,
}, async () => {
  const runs = Number(process.env.FUZZ_RUNS ?? 6)
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)
  const plan = fc.record({
    chance: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    kinds: fc.subarray(KINDS, { minLength: 4, maxLength: 12 }),
    percent: fc.constantFrom(3, 20, 60),
    only: fc.subarray(PARTS, { minLength: 2, maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ chance, kinds, percent, only }) => {
      using deployment = deployments.open()
      await using server = await startHostile(deployment.target, kinds, percent, chance)
      const journal = join(folder, `${chance}.jsonl`)
      const target = {
        ...server.target,
        budget: { runs: 8, minutes: 0.2 },
        pace: { ...server.target.pace, timeout_seconds: 0.3, poll_seconds: 0.2, run_seconds: 20 },
      }
      const recorded: string[] = []
      const report = await run(target, { journal, only, record: line => void recorded.push(line) })
      expect(report.scenarios.flatMap(one => one.fault ?? [])).toEqual([])
      for (const line of recorded) expect(() => JSON.parse(line)).not.toThrow()
      expectClean([...outputsOf(report), recorded.join('\n'), readFileSync(journal, 'utf8')], server.keys)
      for (const log of [terminal(report), markdown(report), junit(report)])
        expect(/^\s*::\w|##\w*\[/m.exec(log)?.[0]).toBeUndefined()
      expect(statSync(journal).mode & 0o777).toBe(0o600)
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
})

test('what init writes is clean, too', async () => {
  for (const [chance, percent] of [
    [1, 30],
    [2, 60],
  ] as const) {
    using deployment = deployments.open()
    await using server = await startHostile(
      deployment.target,
      KINDS.slice(0, 12),
      percent,
      chance,
      request => request.url?.startsWith('/no-such') === true,
    )
    const draft = await init(server.target, {}).catch(problem => String(problem))
    expectClean([draft], server.keys)
  }
})

function outputsOf(report: Report): string[] {
  return [jsonText(report, 2), html(report), junit(report), markdown(report), badge(report), terminal(report)]
}

function expectClean(outputs: readonly string[], keys: readonly string[]) {
  for (const output of outputs) {
    expect(/(?![\n\t])[\p{Cc}\u202e]/u.exec(output)?.[0]).toBeUndefined()
    for (const key of keys) expect(leakIn(output, key)).toBeUndefined()
  }
}

/** A form of the key that the output holds, or a long piece of it. */
function leakIn(output: string, key: string): string | undefined {
  const lower = output.toLowerCase()
  const forms = ECHOES.slice(0, 17).map(echo => echo(key).replace(/=+$/, ''))
  const core = (offset: number) => btoa('\0'.repeat(offset) + key).slice(4, -4)
  const found = [...forms, core(0), core(1), core(2)].find(form => lower.includes(form.toLowerCase()))
  if (found !== undefined) return found
  const size = Math.ceil(key.length * 0.7)
  return Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size)).find(piece =>
    lower.includes(piece.toLowerCase()),
  )
}

/** Leads requests to the deployment, and answers some of them itself. */
async function startHostile(
  deployment: TargetInput,
  kinds: readonly string[],
  percent: number,
  chance: number,
  spare: (request: IncomingMessage) => boolean = () => false,
) {
  const base = new URL(deployment.base_url)
  let state = chance
  // A small generator: which request meets which reply is repeatable as far as their order is.
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let asked = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray().catch(() => []))
    const key = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? 'none'
    asked += 1
    // The first requests are those that find out whether there is a service at all.
    if (asked > 30 && next(100) < percent && !spare(request)) {
      const kind = kinds[next(kinds.length)] ?? ''
      return HOSTILE[kind]?.(response, ECHOES[next(ECHOES.length)]?.(key) ?? '', request)
    }
    const passed = send(
      {
        host: base.hostname,
        port: base.port,
        method: request.method,
        path: base.pathname + request.url,
        headers: { ...request.headers, host: base.host },
      },
      reply => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    passed.end(body)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.on('clientError', (_, socket) => socket.destroy())
  const { url, ...served } = await serving(server)
  return {
    target: { ...deployment, base_url: url },
    keys: Object.values(deployment.keys).flatMap(key => key.value ?? []),
    ...served,
  }
}
