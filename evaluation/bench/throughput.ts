// Requests a second, and processor time for each, over a pool of connections that are kept alive.
import { bare, mock, mockoon, type Name, prism, type Recording, type Running, start } from './contestants.ts'
import { asksFor } from './operation-requests.ts'
import { cpuSeconds, Program } from './processes.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { type Ask, wire } from './requests.ts'
import type { Recorder } from './results.ts'

const CONNECTIONS = 20

const ADMIN = { authorization: 'Bearer awk_demo_admin' }

/**
 * Each request has its rounds, in which everybody has a turn. The mock starts anew for each request, or the runs that
 * one request started would be worked on at the cost of the next; with the others nothing ever changes.
 */
export async function throughput(
  recorder: Recorder,
  { quick, rounds, ms }: { quick: boolean; rounds: number; ms: number },
) {
  const load = new Program('load', 'load')
  const others = new Map<Name, Running>()
  try {
    const recordings = await recordReplies()
    others.set('bare', await start(bare(recordings.map(({ recording }) => recording))))
    others.set('prism', await start(prism, '/runs'))
    const third = mockoon(quick)
    if (third) others.set('mockoon', await start(third, '/runs'))
    else recorder.note('Mockoon was left out: it was not installed.')
    for (const { ask } of recordings) {
      const ours = await start(mock)
      const contestants = new Map<Name, Running>([['mock', ours], ...others])
      try {
        await compare(recorder, load, 'throughput', ask, contestants, { rounds, ms })
      } finally {
        await ours.stop()
      }
    }
  } finally {
    await load.stop()
    for (const running of others.values()) await running.stop()
  }
}

/** Lets the contestants answer a request in turns, and says how they compare. */
export async function compare(
  recorder: Recorder,
  load: Program,
  part: string,
  ask: Ask,
  contestants: ReadonlyMap<Name, Running>,
  { rounds, ms, count }: { rounds: number; ms: number; count?: number },
): Promise<void> {
  const orderFor = async (name: Name): Promise<LoadOrder> => {
    const { port } = contestants.get(name)!
    if (name !== 'mock' || !ask.turn) return { port, requests: [wire(ask)], connections: CONNECTIONS, ms }
    const requests = await ask.turn(port, count)
    return { port, requests, connections: CONNECTIONS, count: requests.length }
  }
  for (const name of contestants.keys()) await load.ask<LoadReport>(await orderFor(name))
  const names = [...contestants.keys()]
  for (let round = 0; round < rounds; round++) {
    const rates = new Map<Name, number>()
    for (const name of inTurn(names, round)) {
      const { child, port } = contestants.get(name)!
      const order = await orderFor(name)
      // What runs of its last turn had to do while others had theirs is done first, and is not charged to this turn.
      if (name === 'mock')
        await (await fetch(`http://127.0.0.1:${port}/runs?limit=1`, { headers: ADMIN })).text()
      const before = cpuSeconds(child.pid)
      const report = await load.ask<LoadReport>(order)
      const used = (cpuSeconds(child.pid) ?? Number.NaN) - (before ?? Number.NaN)
      requireSuccess(name, ask, report, recorder)
      const rate = report.requests / report.seconds
      rates.set(name, rate)
      recorder.add(`${part}/${ask.name}/${name}`, rate, 'requests/s', 'more')
      if (used > 0)
        recorder.add(`${part}/${ask.name}/${name}/cpu`, (used / report.requests) * 1e6, 'µs/request', 'less')
    }
    for (const name of names.slice(1)) {
      const ratio = (rates.get('mock') ?? Number.NaN) / (rates.get(name) ?? Number.NaN)
      recorder.add(`${part}/${ask.name}/of ${name}`, ratio, '×', 'more')
    }
  }
  const median = (name: string) => recorder.median(`${part}/${ask.name}/${name}`)
  const [ours, limit] = [median('mock'), median('bare')].map(Math.round)
  const cpu = [median('mock/cpu'), median('bare/cpu')].map(Math.round).join(' : ')
  console.log(
    `  ${ask.name.padEnd(28)} ${ours} of ${limit}/s: ${median('of bare').toFixed(2)} of bare (µs ${cpu}), ${median('of prism').toFixed(1)} × Prism`,
  )
}

/** The contestants, beginning with another one in each round. */
function inTurn(names: readonly Name[], round: number): Name[] {
  const first = round % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

/** What a mock replies to each request, for the bare server to repeat. */
async function recordReplies(): Promise<{ ask: Ask; recording: Recording }[]> {
  const model = await start(mock)
  try {
    const asks = await asksFor(model.port)
    return await Promise.all(asks.map(async ask => ({ ask, recording: await record(model.port, ask) })))
  } finally {
    await model.stop()
  }
}

/** What a mock replies to a request, for the bare server to repeat. */
export async function record(port: number, ask: Ask): Promise<Recording> {
  const path = ask.turn ? (await ask.turn(port, 1))[0]!.split(' ')[1]! : ask.path
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: ask.method,
    headers: { ...ADMIN, 'content-type': 'application/json' },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${ask.name} was answered with ${response.status}: ${text}`)
  const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])
  const headers = [...response.headers].filter(([name]) => !hopByHop.has(name))
  return {
    key: `${ask.method} ${ask.path}`,
    status: response.status,
    headers: Object.fromEntries(headers),
    body: text,
  }
}

/** A refusal is faster than a real reply, so a contestant that refuses is not comparable. */
function requireSuccess(name: Name, ask: Ask, { statuses, requests }: LoadReport, recorder: Recorder): void {
  const good = Object.entries(statuses).reduce(
    (sum, [status, n]) => sum + (status.startsWith('2') ? n : 0),
    0,
  )
  if (good === requests && requests > 0) return
  const message = `${name} answered ${ask.method} ${ask.path} with ${JSON.stringify(statuses)}`
  if (name === 'mock' || name === 'bare') throw new Error(message)
  recorder.note(`${name} refused ${ask.name}: it answered with ${Object.keys(statuses).join(', ')}.`)
}
