// Requests a second, and processor time for each, over a pool of connections that are kept alive.
import { bare, mock, mockoon, type Name, prism, type Running, start } from './contestants.ts'
import { cpuSeconds, Program } from './processes.ts'
import type { Recording } from './programs/bare.ts'
import type { LoadOrder, LoadReport } from './programs/load.ts'
import { type Ask, asksFor, wire } from './requests.ts'
import type { Recorder } from './results.ts'

const CONNECTIONS = 20

/** Runs so many rounds; in each, everybody has a turn at each request. */
export async function throughput(recorder: Recorder, { rounds, ms }: { rounds: number; ms: number }) {
  const contestants = new Map<Name, Running>()
  const ours = await start(mock)
  contestants.set('mock', ours)
  const load = new Program('load', 'load')
  try {
    const asks = await asksFor(ours.port)
    const recordings = await Promise.all(asks.map(ask => record(ours.port, ask)))
    contestants.set('bare', await start(bare(recordings)))
    contestants.set('prism', await start(prism, '/runs'))
    const third = mockoon()
    if (third) contestants.set('mockoon', await start(third, '/runs'))
    else recorder.note('Mockoon could not be installed, so it was left out.')

    const turn = (name: Name, ask: Ask, length: number) => {
      const { port } = contestants.get(name)!
      const order: LoadOrder = { port, requests: [wire(ask)], connections: CONNECTIONS, ms: length }
      return load.ask<LoadReport>(order)
    }
    for (const ask of asks) for (const name of contestants.keys()) await turn(name, ask, ms / 2)
    for (let round = 0; round < rounds; round++) {
      for (const ask of asks) {
        const rates = new Map<Name, number>()
        for (const name of inTurn([...contestants.keys()], round)) {
          const { child } = contestants.get(name)!
          const before = cpuSeconds(child.pid)
          const report = await turn(name, ask, ms)
          const used = (cpuSeconds(child.pid) ?? Number.NaN) - (before ?? Number.NaN)
          requireSuccess(name, ask, report)
          const id = `throughput/${ask.name}/${name}`
          rates.set(name, report.requests / report.seconds)
          recorder.add(id, report.requests / report.seconds, 'requests/s', 'more')
          if (used > 0) recorder.add(`${id}/cpu`, (used / report.requests) * 1e6, 'µs/request', 'less')
        }
        const ratio = (other: Name) => (rates.get('mock') ?? Number.NaN) / (rates.get(other) ?? Number.NaN)
        for (const name of contestants.keys())
          if (name !== 'mock') recorder.add(`throughput/${ask.name}/of ${name}`, ratio(name), '×', 'more')
      }
      console.log(`  round ${round + 1} of ${rounds}`)
    }
    for (const ask of asks) {
      const rate = (name: Name) => Math.round(recorder.median(`throughput/${ask.name}/${name}`))
      const share = recorder.median(`throughput/${ask.name}/of bare`).toFixed(2)
      console.log(`  ${ask.name.padEnd(22)} ${rate('mock')} of ${rate('bare')}: ${share}; Prism ${rate('prism')}`)
    }
  } finally {
    await load.stop()
    for (const running of contestants.values()) await running.stop()
  }
}

/** The contestants, beginning with another one in each round. */
function inTurn(names: readonly Name[], round: number): Name[] {
  const first = round % names.length
  return [...names.slice(first), ...names.slice(0, first)]
}

/** What the mock replies, for the bare server to repeat. */
async function record(port: number, ask: Ask): Promise<Recording> {
  const response = await fetch(`http://127.0.0.1:${port}${ask.path}`, {
    method: ask.method,
    headers: { authorization: 'Bearer awk_demo_admin', 'content-type': 'application/json' },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  })
  const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding'])
  const headers = [...response.headers].filter(([name]) => !hopByHop.has(name))
  return {
    key: `${ask.method} ${ask.path}`,
    status: response.status,
    headers: Object.fromEntries(headers),
    body: await response.text(),
  }
}

/** A fast refusal is no speed. Other mocks may refuse; then the table would compare apples with pears. */
function requireSuccess(name: Name, ask: Ask, { statuses, requests }: LoadReport): void {
  const good = Object.entries(statuses).reduce((sum, [status, n]) => sum + (status.startsWith('2') ? n : 0), 0)
  if (good === requests && requests > 0) return
  const message = `${name} answered ${ask.method} ${ask.path} with ${JSON.stringify(statuses)}`
  if (name === 'mock' || name === 'bare') throw new Error(message)
  console.log(`  ${message}`)
}
