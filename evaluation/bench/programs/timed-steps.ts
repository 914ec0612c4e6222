// A mock that measures each step of a request. It tells its port, and answers each message with what the requests since
// the last one took.
import { type LifeOfARequest, lifeOfARequest, startMock } from '#mock'
import { median } from '../statistics.ts'

export interface Ready {
  readonly port: number
}

export interface StepTimes {
  /** Median microseconds by the name of the step. */
  readonly steps: Readonly<Record<string, number>>
  /** Microseconds of processor time that the server has used for all requests. */
  readonly processor: number
}

/** Enough for a median. */
const MAX_SAMPLES = 20_000

type Step = LifeOfARequest[keyof LifeOfARequest]

const samples = new Map<string, number[]>()

/** What a step takes until it returns; a step that waits is not charged for what others do meanwhile. */
function timed([name, step]: [string, Step]): [string, Step] {
  const taken: number[] = []
  samples.set(name, taken)
  return [
    name,
    context => {
      const began = performance.now()
      const waiting = step(context)
      if (taken.length < MAX_SAMPLES) taken.push(performance.now() - began)
      return waiting
    },
  ]
}

/** The microseconds between two readings of the clock with nothing between them. */
function costOfMeasuring(): number {
  const taken = Array.from({ length: MAX_SAMPLES }, () => {
    const began = performance.now()
    return performance.now() - began
  })
  return median(taken) * 1000
}

const steps = Object.fromEntries(Object.entries(lifeOfARequest).map(timed)) as LifeOfARequest
const mock = await startMock({ steps, profile: { 'empty-wallet': 'allow' } })
const nothing = costOfMeasuring()
let usage = process.cpuUsage()

process.on('message', () => {
  const { user, system } = process.cpuUsage(usage)
  const medians = Array.from(samples, ([name, taken]) => [name, Math.max(0, median(taken) * 1000 - nothing)])
  for (const taken of samples.values()) taken.length = 0
  process.send?.({ steps: Object.fromEntries(medians), processor: user + system } satisfies StepTimes)
  usage = process.cpuUsage()
})
process.send?.({ port: Number(new URL(mock.url).port) } satisfies Ready)
