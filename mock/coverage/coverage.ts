// Reports how much of the service was exercised, by area, and what is missing.
import { document, type OperationRow, operationIds, operations, resolve, SCOPES } from '#openapi'
import type { components } from '../control/generated/control.gen.ts'
import { ROLES } from '../world/people.ts'
import type { Counts, Exercised } from './tally.ts'

export const coverageAreas = ['operations', 'replies', 'transitions', 'roles', 'scopes', 'events'] as const
export type CoverageArea = AreaCoverage['area']

/** How much of the service was exercised. */
export type Coverage = components['schemas']['Coverage']
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
  const succeeded = (id: string) =>
    answers.of(`${id} ${operations[id as keyof typeof operations].successStatus}`)
  const replies = rows.flatMap(({ id, statuses }) => statuses.map(status => `${id} ${status}`))
  const areas = [
    area('operations', 'Answered with its success status.', operationIds, succeeded),
    area('replies', 'Every declared status of every operation.', replies, name => answers.of(name)),
    area('transitions', 'Things that the calls made or moved got this status.', TRANSITIONS, name =>
      moved(transitions, name),
    ),
    area('roles', 'A key of such a person was used.', ROLES, name => roles.of(name)),
    area('scopes', 'A call was let in by it.', SCOPES, name => scopes.of(name)),
    area('events', 'It came over a stream.', eventKinds(), name => events.of(name)),
  ].map(judged => withMinimum(judged, minimums[judged.area]))
  return { exchanges, met: areas.every(({ met }) => met), areas }
}

type Unjudged = Omit<AreaCoverage, 'minimum' | 'met'>

function area(
  name: CoverageArea,
  means: string,
  all: readonly string[],
  timesOf: (name: string) => number,
): Unjudged {
  const counted = all.map(name => ({ name, times: timesOf(name) }))
  const exercised = counted.filter(({ times }) => times > 0)
  const missing = counted.filter(({ times }) => times === 0).map(({ name }) => name)
  const percent = Math.floor((100 * exercised.length) / all.length)
  return { area: name, means, covered: exercised.length, total: all.length, percent, exercised, missing }
}

function withMinimum(unjudged: Unjudged, minimum: number | undefined): AreaCoverage {
  return { ...unjudged, minimum: minimum ?? null, met: minimum === undefined || unjudged.percent >= minimum }
}

/** How often a transition was seen; `*` stands for any status. */
function moved(transitions: Counts, name: string): number {
  if (!name.includes('*')) return transitions.of(name)
  const [before = '', after = ''] = name.split('*')
  let times = 0
  for (const [seen, count] of transitions.all())
    if (seen.startsWith(before) && seen.endsWith(after)) times += count
  return times
}

/** The kinds of events that the contract describes. */
function eventKinds(): string[] {
  const { oneOf = [] } = document.components.schemas.ChatEvent ?? {}
  return oneOf.map(kind => String(resolve(document, kind).element.properties?.type?.const))
}

/** The coverage of several mocks together. The minimums are those of the first. */
export function mergeCoverage(first: Coverage, others: readonly Coverage[]): Coverage {
  const areas = first.areas.map(area =>
    others.reduce((sum, other) => {
      const same = other.areas.find(one => one.area === area.area)
      return same ? mergeArea(sum, same) : sum
    }, area),
  )
  return {
    exchanges: others.reduce((sum, { exchanges }) => sum + exchanges, first.exchanges),
    met: areas.every(({ met }) => met),
    areas,
  }
}

function mergeArea(one: AreaCoverage, other: AreaCoverage): AreaCoverage {
  const times = new Map(one.exercised.map(({ name, times }) => [name, times]))
  for (const { name, times: more } of other.exercised) times.set(name, (times.get(name) ?? 0) + more)
  const exercised = [...times].map(([name, times]) => ({ name, times }))
  const missing = one.missing.filter(name => !times.has(name))
  const covered = one.total - missing.length
  const percent = Math.floor((100 * covered) / one.total)
  return { ...one, exercised, missing, covered, percent, met: one.minimum === null || percent >= one.minimum }
}
