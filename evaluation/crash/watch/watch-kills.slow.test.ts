// A watch that is killed ten times, while a deployment breaks, mends itself, goes down and comes back.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, startMock } from '#mock'
import { History, viewOf } from '../../../watch/index.ts'
import type { Work } from './worker.ts'

const folder = mkdtempSync(join(tmpdir(), 'agent-work-watch-kills-'))
afterAll(() => rmSync(folder, { recursive: true }))
const SCALE = 1800

test('ten kills lose no verdict, and send no alert twice', { timeout: 900_000 }, async () => {
  const received = new Map<string, string>()
  const webhook = createServer((request, response) => {
    void request.toArray().then(chunks => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string }
      received.set(String(request.headers['idempotency-key']), text)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>(resolve => webhook.listen(0, '127.0.0.1', resolve))
  const clock = { scale: 300 }
  let staging = await startMock({ port: 0, clock })
  await using production = await startMock({ port: 0, clock })
  const store = join(folder, 'verdicts.db')
  const work: Work = {
    deployments: [await deploymentOf('staging', staging), await deploymentOf('production', production)],
    store,
    webhook: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    only: ['runs/list-own', 'access/listRuns', 'workflows/list'],
    epoch: Date.now(),
    scale: SCALE,
  }
  let child = await start(work)
  let kills = 0
  /** Kills it after each of these milliseconds, and waits for the alert. */
  const alertAfter = async (pauses: readonly number[], words: string) => {
    for (const ms of pauses) {
      await new Promise(resolve => setTimeout(resolve, ms))
      child.kill('SIGKILL')
      await once(child, 'exit')
      kills += 1
      child = await start(work)
    }
    await expect.poll(() => [...received.values()].join('\n'), { timeout: 200_000 }).toContain(words)
  }
  await baselineIn(store)
  staging.demo.faults.add({ on: { operation: 'listRuns' }, effects: [{ do: 'reply', status: 500 }] })
  await alertAfter([200, 1100, 2300], 'staging violates')
  staging.demo.faults.clear()
  await alertAfter([50, 900, 2000], 'staging meets again')
  await staging.stop()
  await alertAfter([400, 1300], 'staging is down')
  staging = await startMock({ port: Number(new URL(staging.url).port), clock })
  await alertAfter([100, 1700], 'staging answers again')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await staging.stop()
  webhook.close()

  expect(kills).toBe(10)
  const history = new History(store)
  const view = viewOf(history, [], Date.now())
  expect(
    history
      .alerts(100)
      .map(one => one.id)
      .toSorted(),
  ).toEqual([...received.keys()].toSorted())
  expect([...received.values()].map(text => /^(.*?)(?: \d|: | since)/.exec(text)?.[1])).toEqual([
    'staging violates',
    'staging meets again',
    'staging is down',
    'staging answers again',
  ])
  history.close()
  for (const { name, verdicts } of view.deployments)
    for (const [id, own] of Map.groupBy(verdicts, one => one.requirement)) {
      const words = own.map(one => one.verdict).join(' ')
      expect(['met', ...(name === 'staging' ? ['met violated met'] : [])], `${name} ${id}`).toContain(words)
      expect(own.slice(0, -1).map(one => one.until)).toEqual(own.slice(1).map(one => one.since))
    }
  const database = new DatabaseSync(store)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})

async function deploymentOf(name: string, { url }: Mock): Promise<Work['deployments'][number]> {
  const target = parse(await (await fetch(`${url}/_mock/target.yaml`)).text())
  return { name, file: `${name}.yaml`, target: { ...target, name, pace: { clock_scale: 300 } } }
}

async function start(work: Work): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  expect(line.toString()).toContain('ready')
  return child
}

/** Waits until both deployments have verdicts. */
async function baselineIn(store: string): Promise<void> {
  const judged = () => {
    const database = new DatabaseSync(store, { readOnly: true })
    try {
      const sql = "SELECT count(DISTINCT deployment) AS n FROM verdict WHERE requirement <> 'REACHABLE'"
      return database.prepare(sql).get()?.n
    } finally {
      database.close()
    }
  }
  await expect.poll(judged, { timeout: 200_000 }).toBe(2)
}
