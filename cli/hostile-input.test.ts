// Commands that show or read what others made.
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '#mock'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs } from '../mock/testing/send-as.ts'
import { mock } from '../mock/testing/test-kit.ts'
import { runLine, runProgram } from './testing/run-command.ts'

const folder = newFolder()

const command = (...args: string[]) =>
  // The suite prints by itself.
  args[0] === 'conformance' ? runProgram(args) : runLine(args, { AGENT_WORK_URL: mock.url })

test('names and texts of others do not control the terminal', async () => {
  const ESCAPE = '\u001b]0;owned\u0007\u001b[2J\u202e'
  const workspace = mock.workspace({ name: `evil ${ESCAPE}` })
  const file = join(folder, 'evil.snapshot')
  writeFileSync(file, workspace.snapshotFile('now'))
  const path = `${mock.url}/agents/${workspace.roles.agents['agent-that-finishes']}/run`
  const begun = await sendAs(workspace.keys.admin, path, {
    input: { mock_script: `approval Pay ${ESCAPE}?; finish x` },
  })
  workspace.clock.advance('1m')
  const said = await Promise.all([
    command('snapshot', 'show', file),
    command('approve', '--workspace', workspace.id),
    command('explain', begun.headers.get('x-mock-exchange')!),
  ])
  expect(said[0].out).toContain('evil \\x1b]0;owned\\x07')
  for (const { out, err } of said) {
    expect(out + err).not.toBe('')
    expect(out + err).not.toMatch(/(?![\n\t])[\p{Cc}\u202e]/u)
  }
})

test.each([
  [
    'a type that is no text',
    '{"log":{"entries":[{"startedDateTime":"","request":{"method":"GET","url":"http://x/agents/","headers":[]},"response":{"status":200,"headers":[{"name":"content-type","value":7}]}}]}}',
  ],
  [
    'deep nesting',
    `{"log":{"entries":[{"startedDateTime":"","request":{"method":"GET","url":"http://x/agents/","headers":[]},"response":{"status":200,"headers":[],"content":{"text":"${'['.repeat(20_000)}${']'.repeat(20_000)}"}}}]}}`,
  ],
])('wrong input ends in a sentence, not in a stack trace: %s', async (_, text) => {
  const file = join(folder, 'wrong.har')
  writeFileSync(file, text)
  const said = await Promise.all([
    command('learn', file, '--out', join(folder, 'twin.yaml')),
    command('compare', file),
    command('conformance', 'verify', file),
    command('snapshot', 'show', file),
  ])
  for (const { out, err } of said) {
    expect(out + err).not.toMatch(/^ +at /m)
    expect(out + err).not.toBe('')
  }
})

test('every file with data is readable by its owner alone, also where another one stood', async () => {
  const files = join(folder, 'files')
  mkdirSync(join(files, 'bug'), { recursive: true })
  const file = (name: string) => {
    writeFileSync(join(files, name), '')
    chmodSync(join(files, name), 0o644)
    return join(files, name)
  }
  const key = ['--key', `admin=${mock.demo.keys.admin}`, '--base-url', mock.url]
  const recording = join(files, 'calls.jsonl')
  const keep = file('world.db')
  for (const name of ['world.db-wal', 'world.db-shm', 'world.db.commits']) file(name)
  await using kept = await startMock({ keep })
  await Promise.all([
    command('snapshot', 'save', file('old.snapshot'), '--workspace', mock.demo.id),
    command('report-bug', '--out', join(files, 'bug'), '--workspace', mock.demo.id),
    command('import', ...key, '--out', file('world.yaml')),
    command(
      ...['conformance', ...key, '--only', 'AUTH', '--read-only', '--json', file('report.json')],
      ...['--html', file('report.html'), '--junit', file('report.xml')],
      ...['--record', file('calls.jsonl'), '--package', file('evidence.zip')],
    ),
  ])
  await command('learn', recording, '--out', file('staging.twin.yaml'))
  const all = readdirSync(files, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
  const sizes = all.map(one => [one.name, statSync(join(one.parentPath, one.name)).size] as const)
  // The log of a file that was just checked is empty.
  expect(sizes.filter(([name, size]) => size === 0 && !name.startsWith('world.db'))).toEqual([])
  expect(sizes.length).toBeGreaterThan(12)
  const modes = all.map(one => [one.name, statSync(join(one.parentPath, one.name)).mode & 0o777] as const)
  // The lock has no data.
  expect(modes.filter(([name, mode]) => mode !== 0o600 && !name.startsWith('world.db.lock'))).toEqual([])
  await kept.stop()
})
