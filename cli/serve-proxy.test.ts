import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../mock/index.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { startProgram } from '../mock/testing/program.ts'
import { sendAs } from '../mock/testing/send-as.ts'

test('agent-work mock --in-front-of passes calls on, and leaves a recording and a report', async () => {
  const folder = newFolder()
  const [record, report] = [join(folder, 'calls.jsonl'), join(folder, 'report.json')]
  await using mock = await startMock()
  const command = ['mock', '--in-front-of', mock.url, '--port', '0', '--log', 'json', '--record', record]
  const main = join(import.meta.dirname, 'main.ts')
  const { child, printed, ended } = startProgram(main, [...command, '--report', report])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [ready] = await printed(/^.*"event":"ready".*\n/m)
  const { url, in_front_of } = JSON.parse(ready) as { url: string; in_front_of: string }
  expect(in_front_of).toBe(mock.url)
  expect((await sendAs('awk_demo_member', `${url}/runs?limit=1&offset=0`)).status).toBe(200)
  const [line] = await printed(/^.*"operation".*\n/m)
  expect(JSON.parse(line)).toMatchObject({ operation: 'listRuns', status: 200, key: 'key-1' })
  child.kill('SIGINT')
  expect(await ended()).toBe(0)
  const { requirements } = JSON.parse(readFileSync(report, 'utf8')) as {
    requirements: { id: string; verdict: string }[]
  }
  expect(requirements.find(({ id }) => id === 'VER-03')?.verdict).toBe('met')
  const recorded = readFileSync(record, 'utf8')
  expect(recorded).toContain('"operation":"listRuns"')
  expect(recorded).not.toContain('awk_demo_member')
  expect(statSync(record).mode & 0o077).toBe(0)
})
