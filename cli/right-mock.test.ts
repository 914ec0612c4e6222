// Commands that change something are certain of the mock that they change, and of the words of the command line.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startMock } from '#mock'
import { announce } from '../mock/cli/running-file.ts'
import { controlRows } from '../mock/control/document.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { startProgram } from '../mock/testing/program.ts'
import { askAs } from '../mock/testing/send-as.ts'
import type { Terminal } from './command.ts'
import { runningMock } from './running-mock.ts'
import { quietTerminal, runCommand, runLine } from './testing/run-command.ts'

const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
const folder = newFolder()
afterAll(() => mock.stop())

const main = join(import.meta.dirname, 'main.ts')
const env: Terminal['env'] = { XDG_RUNTIME_DIR: join(folder, 'run') }
mkdirSync(env.XDG_RUNTIME_DIR!, { mode: 0o700 })

/** What a command prints in this process; a refusal is thrown. */
async function run([name = '', ...rest]: readonly string[], where: Partial<Terminal> = {}) {
  return (await runCommand(name, rest, { env: { AGENT_WORK_URL: mock.url }, folder, ...where })).text
}

test('what changes something refuses unless it is certain which mock is meant, and lists the candidates', async () => {
  const here = { env, folder }
  await expect(run(['advance', '1h'], here)).rejects.toThrow('You run no mock on this machine')
  const from = (cwd: string, pid: number) => ({ env, pid, cwd: () => cwd })
  const others = announce({ url: mock.url, controlKey: undefined }, from('/elsewhere', process.ppid))
  for (const args of [
    ['advance', '1h'],
    ['trigger', 'run-asks'],
    ['approve'],
    ['reset'],
    ['top-up', '5'],
    ['stop'],
  ])
    await expect(run(args, here), args[0]).rejects.toThrow(
      `None was started in this folder, so nothing is changed. Name the mock:\n  --base-url ${mock.url}  process ${process.ppid}, started in /elsewhere`,
    )
  // Looking is harmless.
  expect(await run(['approve', '--list'], here)).toBeDefined()
  const own = announce({ url: mock.url, controlKey: undefined }, from(folder, process.pid))
  expect(await run(['advance', '1h'], here)).toContain('It is 2026-11-20T10:00:00.000Z')
  expect(await run(['ps'], here)).toMatch(/\(this folder\)\n?.*\/elsewhere$|\/elsewhere\n.*\(this folder\)$/)
  own()
  expect(await run(['advance', '1h', '--base-url', mock.url], here)).toContain(
    'It is 2026-11-20T11:00:00.000Z',
  )
  others()
  expect(await run(['ps'], here)).toBe('You run no mock on this machine.')
})

test('every operation of the control API can be called by its name', async () => {
  await using called = await startMock()
  const { call } = runningMock({ 'base-url': called.url, 'control-key': undefined }, quietTerminal)
  for (const { id, pathParams, streams } of controlRows) {
    if (streams) continue
    const path = Object.fromEntries(pathParams.map(({ name }) => [name, 'ws/none']))
    const outcome = await call(id, { path }).then(
      () => 'done',
      (error: Error) => error.message,
    )
    // A refusal is the operation's own: it names what the path or the request lacks.
    expect(outcome, id).toMatch(
      /^done$|^There is no \w+ ws\/none|^\w+ (?:must be|is required)|^This mock does not have the suite/,
    )
  }
})

test('refusals of the mock speak of words and flags of the command', async () => {
  await expect(run(['advance', 'soon'])).rejects.toThrow(
    '<duration> must be milliseconds, or a text such as 2h',
  )
  await expect(run(['explain', 'demo.99999'])).rejects.toThrow('agent-work tail --no-follow lists them')
  await expect(run(['advance', '1h', '-w', 'ws_none'])).rejects.toThrow('agent-work workspaces lists them')
})

test('top-up, reset and workspaces are operations of the control API', async () => {
  await using workspace = mock.workspace({ from: 'quiet', name: 'for-ana' })
  const w = ['-w', workspace.id]
  const before = workspace.people.balance()
  expect(await run(['top-up', '25', ...w])).toBe(`The balance is ${before + 25} euros.`)
  expect(JSON.parse(await run(['top-up', '5', '--json', ...w]))).toEqual({ balance_euros: before + 30 })
  workspace.clock.advance('2h')
  expect(await run(['reset', ...w])).toBe(
    'It is as at its beginning. Its clock is frozen and shows 2026-11-20T09:00:00.000Z.',
  )
  expect(workspace.people.balance()).toBe(before)
  expect(await run(['workspaces'])).toContain(
    `${workspace.id}  for-ana, from quiet, at 2026-11-20T09:00:00.000Z`,
  )
})

test('answer answers what a run asks, and approve says so', async () => {
  await using workspace = mock.workspace({ from: 'quiet' })
  const w = ['-w', workspace.id]
  await expect(run(['answer', 'Yes', ...w])).rejects.toThrow('No run asks a question.')
  const status = async (id: string) => {
    workspace.clock.untilIdle()
    return (await askAs(workspace.keys.admin, `${mock.url}/runs/${id}`)).body.status
  }
  const text = workspace.trigger('run-asks').run_id!
  await expect(run(['approve', text, ...w])).rejects.toThrow(`agent-work answer ${text}`)
  expect(await run(['answer', 'Use', 'the', 'March', 'list.', ...w])).toContain(`Answered ${text}`)
  expect(await status(text)).toBe('completed')
  const fields = workspace.trigger('run-asks-fields').run_id!
  const decisions = workspace.trigger('run-asks-decisions').run_id!
  await expect(run(['answer', 'amount=1', ...w])).rejects.toThrow(`Which run? These ask:\n  `)
  await expect(run(['answer', fields, 'much', ...w])).rejects.toThrow(
    'name=value for each of amount, currency',
  )
  await run(['answer', fields, 'amount=120', 'currency=EUR', ...w])
  await run(['answer', decisions, 'archive_mail=approve', 'forward_mail=reject', ...w])
  expect([await status(fields), await status(decisions)]).toEqual(['completed', 'completed'])
})

/** Starts a mock as a command; the address that it prints. */
async function started(more: Record<string, string>, ...args: string[]) {
  const program = startProgram(main, args, { cwd: folder, env: { PATH: process.env.PATH, ...env, ...more } })
  const [, url = ''] = await program.printed(/"url":"([^"]+)"/)
  return { ...program, url }
}

test('stop ends the mock of this folder', async () => {
  const { ended, url } = await started({}, 'mock', '--port', '0', '--log', 'json')
  expect(await run(['stop'], { env, folder })).toBe(`Stopped the mock at ${url}.`)
  expect(await ended()).toBe(0)
})

test('flags that npm took for itself count all the same, with a word on the two dashes', async () => {
  const npm = {
    npm_package_name: 'agent-work',
    npm_lifecycle_event: 'start',
    npm_config_port: '0',
    npm_config_log: 'json',
  }
  const { child, text, url } = await started(npm)
  expect(new URL(url).port).not.toBe('4010')
  child.kill('SIGKILL')
  expect(text()).toContain('Write two dashes before flags: npm start -- --port=0 --log=json')
  const foreign = { ...npm, npm_package_name: 'shop', PATH: process.env.PATH ?? '' }
  expect((await runLine(['ps'], { ...foreign, ...env })).err).toBe('')
})

test('a mock with HTTPS is trusted by the file that announces it, and only then', async () => {
  await using secure = await startMock({ https: true, clock: { frozen: '2026-11-20T09:00:00Z' } })
  const args = ['advance', '1h', '--base-url', secure.url]
  await expect(run(args, { env, folder })).rejects.toThrow('its certificate is from an authority')
  const { url, certificate } = secure
  const withdraw = announce(
    { url, controlKey: undefined, certificate },
    { env, pid: process.pid, cwd: () => folder },
  )
  expect(await run(args, { env, folder })).toContain('It is 2026-11-20T10:00:00.000Z')
  withdraw()
})
