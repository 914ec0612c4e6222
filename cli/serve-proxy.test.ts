import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../mock/index.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { sendAs } from '../mock/testing/send-as.ts'

test('agent-work mock --in-front-of passes calls on, and leaves a recording and a report', async () => {
  const folder = newFolder()
  const [record, report] = [join(folder, 'calls.jsonl'), join(folder, 'report.json')]
  await using mock = await startMock()
  const command = ['mock', '--in-front-of', mock.url, '--port', '0', '--log', 'json', '--record', record]
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, ...command, '--report', report], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  createInterface(child.stdout).on('line', line => lines.push(line))
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const ready = JSON.parse(lines[0]!) as { url: string }
  expect(ready).toMatchObject({ event: 'ready', in_front_of: mock.url })
  expect((await sendAs('awk_demo_member', `${ready.url}/runs?limit=1&offset=0`)).status).toBe(200)
  await expect.poll(() => lines.length).toBe(2)
  expect(JSON.parse(lines[1]!)).toMatchObject({ operation: 'listRuns', status: 200, key: 'key-1' })
  child.kill('SIGINT')
  const [status] = (await once(child, 'close')) as [number]
  expect(status).toBe(0)
  const { requirements } = JSON.parse(readFileSync(report, 'utf8')) as {
    requirements: { id: string; verdict: string }[]
  }
  expect(requirements.find(({ id }) => id === 'VER-03')?.verdict).toBe('met')
  const recorded = readFileSync(record, 'utf8')
  expect(recorded).toContain('"operation":"listRuns"')
  expect(recorded).not.toContain('awk_demo_member')
  expect(statSync(record).mode & 0o077).toBe(0)
})
