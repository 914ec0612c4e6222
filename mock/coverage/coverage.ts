// Reports how much of the service was exercised, by area, and what is missing.
import { document, type OperationRow, operationIds, operations, resolve, SCOPES } from '#openapi'
import type { Coverage } from '../control/generated/control.gen.ts'
import { ROLES } from '../world/people.ts'
import { type Counts, type Exercised, summed } from './tally.ts'

export const coverageAreas = ['operations', 'replies', 'transitions', 'roles', 'scopes', 'events'] as const
export type CoverageArea = AreaCoverage['area']

/** One area, and how much of it was exercised. */
export type AreaCoverage = Coverage['areas'][number]

export type Minimums = Partial<Readonly<Record<CoverageArea, number>>>

/** The transitions of section 3, and those that the mock adds where the specification is silent. */
const TRANSITIONS = [
  'run new > running',
  'run running > paused',
  'run paused > running',
  'run running > cancelled',
  'run running > stopped',
  'run paused > stopped',
  'run running > completed',
  'run running > failed',
  'run paused > failed',
  'task new > backlog',
  'task * > todo',
  'task * > in_progress',
  'task * > in_review',
  'task * > done',
  'task * > cancelled',
  'task * > deleted',
  'workflow-run new > running',
  'workflow-run running > waiting',
  'workflow-run waiting > running',
  'workflow-run running > completed',
  'workflow-run running > failed',
  'workflow-run * > cancelled',
  'approval new > pending',
  'approval pending > approved',
  'approval pending > rejected',
  'approval pending > expired',
] as const

/** Makes the report. */
export function coverageOf(exercised: Exercised, minimums: Minimums = {}): Coverage {
  const rows = operationIds.map(id => operations[id] as OperationRow)
  const { exchanges, replies: answers, transitions, roles, scopes, events } = exercised
  const succeeded = rows.map(
    ({ id, successStatus }) => [id, answers.get(`${id} ${successStatus}`) ?? 0] as const,
  )
  const replies = rows.flatMap(({ id, statuses }) => statuses.map(status => `${id} ${status}`))
  const areas = [
    area('operations', 'Answered with its success status.', operationIds, new Map(succeeded)),
    area('replies', 'Every declared status of every operation.', replies, answers),
    area(
      'transitions',
      'Things that the calls made or moved got this status.',
      TRANSITIONS,
      moved(transitions),
    ),
    area('roles', 'A key of such a person was used.', ROLES, roles),
    area('scopes', 'A call was let in by it.', SCOPES, scopes),
    area('events', 'It came over a stream.', eventKinds(), events),
  ].map(judged => withMinimum(judged, minimums[judged.area]))
  return { exchanges, met: areas.every(({ met }) => met), areas }
}

type Unjudged = Omit<AreaCoverage, 'minimum' | 'met'>

function area(name: CoverageArea, means: string, all: readonly string[], counts: Counts): Unjudged {
  const counted = all.map(name => ({ name, times: counts.get(name) ?? 0 }))
  const exercised = counted.filter(({ times }) => times > 0)
  const missing = counted.filter(({ times }) => times === 0).map(({ name }) => name)
  const percent = Math.floor((100 * exercised.length) / all.length)
  return { area: name, means, covered: exercised.length, total: all.length, percent, exercised, missing }
}

function withMinimum(unjudged: Unjudged, minimum: number | null = null): AreaCoverage {
  return { ...unjudged, minimum, met: minimum === null || unjudged.percent >= minimum }
}

/** How often each transition was seen; `*` stands for any status. */
function moved(seen: Counts): Counts {
  const timesOf = (name: string) => {
    const [before = '', after] = name.split('*')
    const fits = (one: string) =>
      after === undefined ? one === name : one.startsWith(before) && one.endsWith(after)
    return [...seen].reduce((sum, [one, times]) => (fits(one) ? sum + times : sum), 0)
  }
  return new Map(TRANSITIONS.map(name => [name, timesOf(name)]))
}

/** The kinds of events that the contract describes. */
function eventKinds(): string[] {
  const { oneOf = [] } = document.components.schemas.ChatEvent ?? {}
  return oneOf.map(kind => String(resolve(document, kind).element.properties?.type?.const))
}

/** The coverage of several mocks together. The minimums are those of the first. */
export function mergeCoverage(first: Coverage, others: readonly Coverage[]): Coverage {
  const all = [first, ...others]
  const areas = first.areas.map(({ area: name, means, minimum, missing }) => {
    const exercised = all.flatMap(({ areas }) => areas.find(one => one.area === name)?.exercised ?? [])
    const counts = summed(exercised.map(({ name, times }) => [name, times]))
    const names = new Set([...counts.keys(), ...missing])
    return withMinimum(area(name, means, [...names], counts), minimum)
  })
  const exchanges = all.reduce((sum, one) => sum + one.exchanges, 0)
  return { exchanges, met: areas.every(({ met }) => met), areas }
}
