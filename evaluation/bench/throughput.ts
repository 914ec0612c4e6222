// Requests a second, and processor time for each, over a pool of connections that are kept alive.
import { sendAs } from '../../mock/testing/send-as.ts'
import { bare, mock, mockoon, type Name, prism, type Recording, type Running, start } from './contestants.ts'
import { asksFor, operationRequests } from './operation-requests.ts'
import { Program } from './processes.ts'
import { type Ask, KEY, wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { isAllSuccess, type Turn, takeTurns, turn } from './turns.ts'

/** How often is measured, in turns of how many milliseconds, or of how many requests where each needs something of its own. */
interface Size {
  readonly rounds: number
  readonly ms: number
  readonly count?: number
}

/** The requests of the throughput table, also beside Mockoon. */
export function throughput(recorder: Recorder, quick: boolean): Promise<void> {
  const size = quick ? { rounds: 2, ms: 500 } : { rounds: 5, ms: 1_500 }
  return measure(recorder, 'throughput', quick, size)
}

/** A request of every operation. */
export function everyOperation(recorder: Recorder, quick: boolean): Promise<void> {
  const size = quick ? { rounds: 1, ms: 100, count: 100 } : { rounds: 3, ms: 250, count: 500 }
  return measure(recorder, 'operations', quick, size)
}

/**
 * Each request has its rounds, in which everybody has a turn. The mock starts anew for each request, or the runs that
 * one request started would be worked on at the cost of the next; with the others nothing ever changes.
 */
async function measure(
  recorder: Recorder,
  part: 'throughput' | 'operations',
  quick: boolean,
  size: Size,
): Promise<void> {
  const few = part === 'throughput'
  await using load = new Program('load', 'load')
  await using started = new AsyncDisposableStack()
  const others = new Map<Name, Running>()
  const join = async (name: Name, ...how: Parameters<typeof start>) =>
    others.set(name, started.use(await start(...how)))
  const recordings = await recordReplies(few ? asksFor : operationRequests)
  await join('bare', bare(recordings.map(({ recording }) => recording)))
  await join('prism', prism, { request: '/runs' })
  const third = few ? mockoon(quick) : undefined
  if (third) await join('mockoon', third, { request: '/runs' })
  else if (few) recorder.note('Mockoon was left out: it was not installed.')
  for (const { ask } of recordings) {
    await using ours = await start(mock)
    const contestants = new Map<Name, Running>([['mock', ours], ...others])
    await compare(recorder, load, part, ask, contestants, size)
  }
}

/** Lets the contestants answer a request in turns, and says how they compare. */
async function compare(
  recorder: Recorder,
  load: Program,
  part: string,
  ask: Ask,
  contestants: ReadonlyMap<Name, Running>,
  { rounds, ms, count }: Size,
): Promise<void> {
  const takeTurn = async (name: Name): Promise<Turn> => {
    const running = contestants.get(name)!
    const own = name === 'mock' && (await ask.turn?.(running.port, count))
    const order = own ? { requests: own, count: own.length } : { requests: [wire(ask)], ms }
    const done = await turn(load, running, order)
    requireSuccess(name, ask, done.statuses, recorder)
    return done
  }
  const names = [...contestants.keys()]
  for (const turns of await takeTurns(names, rounds, takeTurn)) {
    const ours = turns.get('mock')!.rate
    for (const name of names) {
      const { rate, cpu } = turns.get(name)!
      recorder.add(`${part}/${ask.name}/${name}`, rate, 'requests/s')
      if (cpu > 0) recorder.add(`${part}/${ask.name}/${name}/cpu`, cpu, 'µs/request')
      if (name !== 'mock') recorder.add(`${part}/${ask.name}/of ${name}`, ours / rate, '×')
    }
  }
  const median = (name: string) => recorder.median(`${part}/${ask.name}/${name}`)
  const [ours, limit] = [median('mock'), median('bare')].map(Math.round)
  const cpu = [median('mock/cpu'), median('bare/cpu')].map(Math.round).join(' : ')
  console.log(
    `  ${ask.name.padEnd(28)} ${ours} of ${limit}/s: ${median('of bare').toFixed(2)} of bare (µs ${cpu}), ${median('of prism').toFixed(1)} × Prism`,
  )
}

/** What a mock replies to each request, for the bare server to repeat. */
async function recordReplies(asksOf: typeof asksFor): Promise<{ ask: Ask; recording: Recording }[]> {
  await using model = await start(mock)
  const replies: { ask: Ask; recording: Recording }[] = []
  for (const ask of await asksOf(model.port)) replies.push({ ask, recording: await record(model.port, ask) })
  return replies
}

async function record(port: number, ask: Ask): Promise<Recording> {
  const path = ask.turn ? (await ask.turn(port, 1))[0]!.split(' ')[1]! : ask.path
  const response = await sendAs(KEY, `http://127.0.0.1:${port}${path}`, ask.body, { method: ask.method })
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

/** A contestant that refuses is not comparable. */
function requireSuccess(name: Name, ask: Ask, statuses: Turn['statuses'], recorder: Recorder): void {
  if (isAllSuccess(statuses)) return
  const message = `${name} answered ${ask.method} ${ask.path} with ${JSON.stringify(statuses)}`
  if (name === 'mock' || name === 'bare') throw new Error(message)
  recorder.note(`${name} refused ${ask.name}: it answered with ${Object.keys(statuses).join(', ')}.`)
}
