/** Runs compositions, and finds the fewest parts that still show a false alarm. */
import { NO_TIME } from '../../../conformance/engine/cleanup.ts'
import { verdictsOn } from '../../../conformance/index.ts'
import type { Exchange } from '../../../conformance/requirements/exchange.ts'
import { suite } from '../../../conformance/suite/index.ts'
import type { Deployments } from '../deployments.ts'
import { type Composition, compositionOf, differenceOf } from './composition.ts'

export interface CompositionResult {
  readonly id: string
  readonly seed: number
  readonly alarms: readonly Alarm[]
  /** Why the suite did not begin, or the error that ended it. */
  readonly problem: string | undefined
  readonly met: number
  readonly parts: readonly string[]
}

export interface Alarm {
  /** A requirement; `suite` for a fault of the suite, `cleanup` for what it says is left behind. */
  readonly requirement: string
  readonly scenario: string
  readonly said: string
  /** The replies that it rests on, one line each. */
  readonly evidence: readonly string[]
  /** The fewest parts that still show it. */
  readonly parts: readonly string[]
  /** Whether it was seen again with these parts alone. */
  readonly isRepeatable: boolean
}

type Seen = Omit<Alarm, 'parts' | 'isRepeatable'>

export interface Clocks {
  readonly fast: Deployments
  readonly slow: Deployments
}

/** Runs the composition of a seed. An error counts as a problem, so that the others go on. */
export async function runComposition(
  clocks: Clocks,
  seed: number,
  only?: readonly string[],
): Promise<Omit<CompositionResult, 'id'>> {
  const composition = compositionOf(seed, only)
  const parts = composition.parts.map(({ id }) => id)
  try {
    const { seen, problem, met } = await attempt(clocks, composition)
    return { seed, alarms: await explained(clocks, composition, seen), problem, met, parts }
  } catch (error) {
    const problem = error instanceof Error ? error.stack : String(error)
    return { seed, alarms: [], problem, met: 0, parts }
  }
}

/** The false alarms of a composition, each with the fewest parts that show it. */
export async function explained(
  clocks: Clocks,
  composition: Composition,
  seen: readonly Seen[],
): Promise<Alarm[]> {
  const alarms: Alarm[] = []
  for (const one of seen) {
    const causes = new Set(
      [...known, ...alarms].filter(({ isRepeatable }) => isRepeatable).map(({ parts }) => parts),
    )
    alarms.push(
      (await causedBy(clocks, composition, one, [...causes])) ?? (await shrunk(clocks, composition, one)),
    )
  }
  for (const one of alarms)
    if (one.isRepeatable && !known.some(({ parts }) => parts === one.parts)) known.push(one)
  return alarms
}

/** The false alarms that this process has explained: their causes are tried first. */
const known: Alarm[] = []

/** The alarm with a known cause, if that alone shows it. */
async function causedBy(
  clocks: Clocks,
  composition: Composition,
  alarm: Seen,
  causes: readonly (readonly string[])[],
): Promise<Alarm | undefined> {
  for (const parts of causes) {
    const kept = composition.parts.filter(({ id }) => parts.includes(id))
    if (kept.length < parts.length) continue
    const { seen } = await attempt(clocks, { ...composition, parts: kept, ...scenariosFor(alarm) })
    if (seen.some(({ requirement }) => requirement === alarm.requirement))
      return { ...alarm, parts, isRepeatable: true }
  }
  return undefined
}

const scenariosFor = ({ scenario }: Seen) => (scenario === '' ? {} : { scenarios: [scenario] })

export async function attempt(clocks: Clocks, { parts, scenarios, isSlow }: Composition) {
  const difference = differenceOf(parts)
  using deployment = (isSlow ? clocks.slow : clocks.fast).open(difference)
  const target = difference.target?.(deployment.target, deployment) ?? deployment.target
  const { fetch } = deployment
  const chosen = suite.filter(({ id }) => scenarios.includes(id))
  const pace = { ...target.pace, timeout_seconds: PATIENCE_S }
  const options = { journal: false, scenarios: chosen, ...(fetch && { fetch }) } as const
  const { problems, verdicts, leftovers } = await verdictsOn({ ...target, pace }, options)
  const seen: Seen[] = []
  let met = 0
  for (const [requirement, { verdict, findings }] of verdicts) {
    if (verdict === 'met') met++
    if (verdict !== 'violated' && verdict !== 'harness error') continue
    const first = findings.find(({ kind }) => kind === verdict)
    const evidence = first?.evidence.map(lineOfReply) ?? []
    seen.push({ requirement, scenario: first?.scenario ?? '', said: first?.sentence ?? '', evidence })
  }
  // A machine on which time runs out says nothing of the deployment.
  for (const { kind, id, why } of leftovers.filter(one => one.why !== NO_TIME))
    seen.push({
      requirement: 'cleanup',
      scenario: '',
      said: `left behind: ${kind} ${id}: ${why}`,
      evidence: [],
    })
  return { seen, problem: problems[0], met }
}

const lineOfReply = ({ method, url, at, ms, status, text }: Exchange) =>
  `${at.toISOString()} ${method} ${new URL(url).pathname} ${status} after ${Math.round(ms)} ms: ${text.slice(0, 200)}`

/** Deployments share the process of the suite, so a reply may wait for others that are opened. */
const PATIENCE_S = 120

/** How long the parts of one alarm are looked for. */
const PATIENCE_MS = 20_000

/** Drops scenarios and parts as long as the alarm is still seen. */
async function shrunk(clocks: Clocks, composition: Composition, alarm: Seen): Promise<Alarm> {
  const until = performance.now() + PATIENCE_MS
  let isRepeatable = false
  const isSeen = async (smaller: Composition) => {
    if (performance.now() > until) return false
    const { seen } = await attempt(clocks, smaller)
    const again = seen.some(({ requirement }) => requirement === alarm.requirement)
    isRepeatable ||= again
    return again
  }
  const alone = { ...composition, ...scenariosFor(alarm) }
  let smallest = (await isSeen(alone)) ? alone : composition
  for (let size = Math.ceil(smallest.parts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < smallest.parts.length; ) {
      const fewer = { ...smallest, parts: smallest.parts.toSpliced(from, size) }
      if (await isSeen(fewer)) smallest = fewer
      else from += size
    }
  }
  return { ...alarm, parts: smallest.parts.map(({ id }) => id), isRepeatable }
}
