/** Compositions in worker processes: how many raised a false alarm, and which. */
import { share } from '../../worker-pool.ts'
import { compositionOf, lineOf } from './composition.ts'
import type { Alarm, CompositionResult } from './run-composition.ts'

export interface LawfulChoice {
  /** The seed of the first composition; the others have the following ones. */
  readonly seed: number
  readonly count: number
  /** Beginnings of the parts to keep. */
  readonly only?: readonly string[] | undefined
  readonly workers: number
  readonly progress?: (done: number, total: number, what: string) => void
}

export interface LawfulResults {
  readonly compositions: readonly CompositionResult[]
  /** Seeds whose process ended before its result. */
  readonly lost: readonly number[]
  readonly seconds: number
}

/** Compositions that a process runs at a time: enough to use waiting times. */
const WIDTH = 8

export async function proveLawful({
  seed,
  count,
  only,
  workers,
  progress,
}: LawfulChoice): Promise<LawfulResults> {
  const began = performance.now()
  const seeds = Array.from({ length: count }, (_, n) => seed + n)
  let done = 0
  const results = await share<CompositionResult>(seeds.map(String), {
    program: new URL('../worker.ts', import.meta.url),
    args: ['lawful', ...(only ?? [])],
    workers: Math.min(workers, count),
    width: WIDTH,
    // A process keeps what it has compiled for each profile.
    perProcess: 500,
    after: id => progress?.(++done, count, `seed ${id}`),
  })
  return {
    compositions: [...results.values()].toSorted((a, b) => a.seed - b.seed),
    lost: seeds.filter(one => !results.has(String(one))),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}

/** The total, and every false alarm once for each set of parts that shows it. */
export function lawfulText({ compositions, lost, seconds }: LawfulResults, only?: readonly string[]): string {
  const alarms = compositions.flatMap(one => one.alarms.map(alarm => ({ seed: one.seed, alarm })))
  const distinct = Map.groupBy(alarms, ({ alarm }) => `${alarm.requirement} ${dimensionsOf(alarm).join(' ')}`)
  const stopped = compositions.filter(({ problem }) => problem !== undefined)
  const met = compositions.reduce((sum, one) => sum + one.met, 0)
  const judged = compositions.length - stopped.length
  const rate = (judged / seconds).toFixed(1)
  return [
    `${judged} lawful deployments in ${seconds} s (${rate} a second), ${met} requirements met, ${alarms.length} false alarms, ${distinct.size} of them distinct.`,
    ...(stopped.length > 0
      ? [
          `The suite did not begin on ${stopped.length} more:`,
          ...stopped.map(({ seed, problem }) => `  ${seed}: ${problem}`),
        ]
      : []),
    ...(lost.length > 0 ? [`A process ended while it ran ${lost.join(', ')}.`] : []),
    ...[...distinct.values()].flatMap(([first, ...others]) =>
      first
        ? [
            '',
            ...alarmLines(
              first,
              others.map(({ seed }) => seed),
            ),
          ]
        : [],
    ),
    ...(compositions.length === 1 && compositions[0]
      ? ['', lineOf(compositionOf(compositions[0].seed, only))]
      : []),
  ].join('\n')
}

const dimensionsOf = ({ parts }: Alarm) => parts.map(part => part.split('=')[0])

function alarmLines({ seed, alarm }: { seed: number; alarm: Alarm }, others: readonly number[]): string[] {
  const parts = alarm.parts.length > 0 ? ` --only ${alarm.parts.join(',')}` : ''
  return [
    `${alarm.requirement}: ${alarm.said}`,
    `  scenario ${alarm.scenario || 'none'}, shown by ${alarm.parts.join(', ') || 'the mock as it is'}${alarm.isRepeatable ? '' : ', not seen again'}`,
    `  npm run proof -- --lawful 1 --seed ${seed}${parts}`,
    ...(alarm.isRepeatable ? [] : alarm.evidence.map(line => `  ${line}`)),
    ...(others.length > 0
      ? [`  also with the seeds ${others.slice(0, 8).join(', ')}${others.length > 8 ? ' …' : ''}`]
      : []),
  ]
}
