// A watch that is killed ten times, while a deployment breaks, mends itself, goes down and comes back.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Mock, startMock } from '#mock'
import { DAY } from '../../../mock/simulation/duration.ts'
import { newFolder } from '../../../mock/testing/new-folder.ts'
import { servingWebhook } from '../../../mock/testing/serving.ts'
import { History, viewOf } from '../../../watch/index.ts'
import type { Work } from './worker.ts'

const folder = newFolder()

const NIGHT = Date.UTC(2026, 10, 24)

/**
 * When the watch is killed: in a pass of that deployment, in the repetition that has to confirm a change of staging, or when
 * the webhook has an alert.
 */
type Moment = 'staging' | 'production' | 'repetition' | 'alert'

test('ten kills lose no verdict, and send no alert twice', { timeout: 600_000 }, async () => {
  const received = new Map<string, string>()
  let kills = 0
  let moment: Moment | undefined
  let child: ChildProcess
  /** The requests of this step. */
  let requests = { staging: 0, production: 0 }
  let isSuspected = false
  const kill = () => {
    child.kill('SIGKILL')
    kills += 1
    moment = undefined
  }
  /** Counts the requests to that deployment; the watch is killed at the third of a step. */
  const counter = (name: 'staging' | 'production') => () => {
    requests[name] += 1
    const isMoment = moment === name || (moment === 'repetition' && name === 'staging' && isSuspected)
    if (isMoment && requests[name] === 3) kill()
  }
  await using webhook = await servingWebhook<{ text: string }>((id, { text }) => {
    received.set(id, text)
    // Killed before it learns that the alert was taken, it has to send it again.
    if (moment === 'alert') kill()
  })
  // The suite waits a moment before it asks a failing operation again: on a clock that runs, that is nothing.
  const clock = { scale: 300 }
  let staging = await startMock({ port: 0, clock, onServed: counter('staging') })
  await using production = await startMock({ port: 0, clock, onServed: counter('production') })
  const store = join(folder, 'verdicts.db')
  const work = {
    deployments: [await deploymentOf('staging', staging), await deploymentOf('production', production)],
    store,
    webhook: webhook.url,
    only: ['runs/status-words', 'access/listRuns'],
    now: NIGHT,
  }
  const start = () => {
    child = fork(join(import.meta.dirname, 'worker.ts'), [JSON.stringify(work satisfies Work)], {
      execArgv: [],
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    })
  }
  /** Lets the watch do what is due next. */
  const step = async () => {
    requests = { staging: 0, production: 0 }
    if (moment === 'repetition') isSuspected = suspects(store)
    child.send({})
    const [time] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (time === null) start()
    else work.now = time
    expect(work.now, `still waiting for ${moment}`).toBeLessThan(NIGHT + DAY)
  }
  /** Goes on until the alert has arrived, and kills the watch at each of these moments on the way. */
  const alertAfter = async (moments: readonly Moment[], words: string) => {
    for (moment of moments) while (moment !== undefined) await step()
    while (![...received.values()].join('\n').includes(words)) await step()
  }
  start()
  await step()
  staging.demo.faults.add({ on: { operation: 'listRuns' }, effects: [{ do: 'reply', status: 500 }] })
  await alertAfter(['staging', 'repetition', 'alert'], 'staging violates')
  staging.demo.faults.clear()
  await alertAfter(['staging', 'repetition', 'alert'], 'staging meets again')
  await staging.stop()
  await alertAfter(['production', 'alert'], 'staging is down')
  staging = await startMock({ port: Number(new URL(staging.url).port), clock, onServed: counter('staging') })
  await alertAfter(['staging', 'alert'], 'staging answers again')
  await step()
  child!.kill('SIGKILL')
  await once(child!, 'exit')
  await staging.stop()

  expect(kills).toBe(10)
  using history = new History(store)
  const view = viewOf(history, [], work.now)
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

function suspects(store: string): boolean {
  using history = new History(store, true)
  return history.suspicions('staging').length > 0
}
