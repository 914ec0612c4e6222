/** How similar the replies of a deployment and the mock are, by call and by cell (an operation with a status). */

import { formOf } from '#mock/dialect'
import { branchesOf, document, isFields } from '#openapi'
import type { Call } from '../recording/calls.ts'
import { leavesOf, memberPaths } from '../recording/json-paths.ts'
import { privacyOf } from '../recording/privacy.ts'
import { eventsIn, labelOf } from '../recording/stream-events.ts'
import { isComparable, type Pair } from '../replay/mock-replay.ts'

type Fidelity = ReturnType<typeof fidelity>

export interface Difference {
  /** For example `getRun 200: data.tokens is missing`. */
  readonly what: string
  readonly why: Why
  readonly count: number
  /** The first call that shows it. */
  readonly call: string
}

/** Behaviour without a gap, data on one side only, or names and forms. */
export type Why = 'behaviour' | 'state' | 'dialect'

export const MEASURES = ['statuses', 'types', 'members', 'kinds', 'forms', 'headers'] as const
export type Scores = Readonly<Record<(typeof MEASURES)[number], number>>
type Measured = { readonly [Measure in keyof Scores]?: number | undefined }

export function fidelity(pairs: readonly Pair[]) {
  const scored = pairs.filter(({ call }) => isComparable(call))
  const { isKey } = privacyOf(scored.map(({ call }) => call))
  const found = new Map<string, Difference>()
  const note: Note = ({ id, operation = 'no operation', status }, path, says, why) => {
    // Keys that are data count as one.
    const place = path.replaceAll(/[^.[\]]+/g, name => (isKey(name) ? '*' : name))
    const what = `${operation} ${status}: ${place === '' ? '' : `${place} `}${says}`
    const known = found.get(what) ?? { what, why, count: 0, call: id }
    found.set(what, { ...known, count: known.count + 1 })
  }
  const measured = scored.map(pair => ({ pair, scores: scoresOf(pair, note) }))
  const cells = Map.groupBy(measured, ({ pair: { call } }) => `${call.operation} ${call.status}`)
  const perCell = [...cells.values()].map(cell => means(cell.map(({ scores }) => scores)))
  return {
    calls: scored.length,
    cells: cells.size,
    /** Means over all calls, and over all cells. */
    byCall: means(measured.map(({ scores }) => scores)),
    byCell: means(perCell),
    /** Distinct differences, most frequent first. */
    differences: [...found.values()].toSorted((a, b) => b.count - a.count || a.what.localeCompare(b.what)),
  }
}

/** Measures that do not apply to a call are left out of its mean. */
function means(all: readonly Measured[]): Scores {
  return Object.fromEntries(
    MEASURES.map(name => {
      const values = all.flatMap(scores => scores[name] ?? [])
      return [name, values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  ) as unknown as Scores
}

/** Reports a difference: the member's path (empty for the whole reply), and what differs. */
type Note = (call: Call, path: string, says: string, why: Why) => void

function scoresOf(pair: Pair, note: Note): Measured {
  const { call, status } = pair
  if (status !== call.status) {
    const because = pair.refusal ? ` (${pair.refusal.code})` : ''
    note(call, '', `the mock answers ${status}${because}`, pair.isUnmet ? 'state' : 'behaviour')
    return { statuses: 0 }
  }
  const types = Number(typeOf(call.replyHeaders) === typeOf(pair.headers))
  if (types === 0) note(call, '', `the media type is ${typeOf(pair.headers)}`, 'dialect')
  // The share of the deployment's informative headers that the mock sends too.
  const informative = Object.keys(call.replyHeaders).filter(name => !TRANSPORT.has(name))
  const headers = share(informative, name => name in pair.headers) ?? 1
  const [before, after] = call.isStream
    ? [eventsByLabel(call.text), eventsByLabel(pair.text)]
    : [call.json, pair.json]
  // Some clients do not keep the text of streams.
  if (call.isStream && call.text === '') return { statuses: 1, types, headers }
  const [was, is] = [memberPaths(before), memberPaths(after)]
  for (const path of was) if (!is.has(path)) note(call, path, 'is missing', whyOf(path, after))
  for (const path of is) if (!was.has(path)) note(call, path, 'is more', whyOf(path, before))
  const now = leafForms(after)
  const both = [...leafForms(before)].flatMap(([path, old]) => {
    const own = now.get(path)
    return own ? [{ path, old, own }] : []
  })
  for (const { path, old, own } of both)
    if (old.forms.isDisjointFrom(own.forms)) {
      const says = `is ${[...own.forms].join(' or ')}, not ${[...old.forms].join(' or ')}`
      note(call, path, says, 'dialect')
    }
  return {
    statuses: 1,
    types,
    headers,
    members: was.size + is.size === 0 ? undefined : was.intersection(is).size / was.union(is).size,
    kinds: share(both, ({ old, own }) => !old.kinds.isDisjointFrom(own.kinds)),
    forms: share(both, ({ old, own }) => !old.forms.isDisjointFrom(own.forms)),
  }
}

/** The data of a stream's events, by event name. */
function eventsByLabel(text: string): Record<string, unknown[]> {
  const events = eventsIn(text).filter(({ json, data }) => json !== undefined || data === '[DONE]')
  const labels = Map.groupBy(events, event =>
    event.json === undefined ? event.data : labelOf(event) || 'event',
  )
  return Object.fromEntries(
    [...labels].map(([label, its]) => [label.replaceAll('.', '-'), its.map(({ json }) => json)]),
  )
}

/** Members for whose own members the contract states no names, such as the input of a run: those are data. */
const OPEN = new Set(
  Object.values(document.components.schemas)
    .flatMap(schema => branchesOf(document, schema))
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([, member]) =>
      branchesOf(document, member).some(
        one => !one.properties && (one.additionalProperties ?? false) !== false,
      ),
    )
    .map(([name]) => name),
)

/** A member inside something empty or null on the other side, or inside data, depends on state, not on the dialect. */
function whyOf(path: string, other: unknown): Why {
  const parts = path.split('.')
  if (parts.slice(0, -1).some(part => OPEN.has(part))) return 'state'
  let here: unknown[] = [other]
  for (const part of parts.slice(0, -1)) {
    const name = part.replace(/(\[\])+$/, '')
    here = here.flatMap(one => (isFields(one) ? [one[name]] : []))
    for (let depth = (part.match(/\[\]/g) ?? []).length; depth > 0; depth -= 1)
      here = here.flatMap(one => (Array.isArray(one) ? (one as unknown[]) : []))
    if (here.every(one => (one ?? null) === null || (Array.isArray(one) && one.length === 0))) return 'state'
  }
  return 'dialect'
}

function typeOf(headers: Readonly<Record<string, string>>): string {
  return (headers['content-type'] ?? 'none').split(';')[0]!.trim()
}

export const TRANSPORT: ReadonlySet<string> = new Set(
  'connection content-length content-type date etag keep-alive server transfer-encoding vary via x-powered-by'.split(
    ' ',
  ),
)

/** What the values at each path are, and in which forms. */
function leafForms(whole: unknown) {
  const leaves = leavesOf(whole).filter(({ value }) => typeof value !== 'object')
  const byPath = [...Map.groupBy(leaves, ({ path }) => path)].map(([path, its]) => {
    const values = its.map(({ value }) => value)
    return [
      path,
      { kinds: new Set(values.map(one => typeof one)), forms: new Set(values.map(formOf)) },
    ] as const
  })
  return new Map(byPath)
}

function share<One>(all: readonly One[], is: (one: One) => boolean): number | undefined {
  return all.length === 0 ? undefined : all.filter(is).length / all.length
}

/** A table of scores and the list of differences, for a terminal. */
export function fidelityText({ calls, cells, byCall, byCell, differences }: Fidelity, most = 40): string {
  const line = (name: keyof Scores) =>
    `  ${name.padEnd(9)} ${byCall[name].toFixed(3).padStart(8)} ${byCell[name].toFixed(3).padStart(8)}`
  const shown = differences
    .slice(0, most)
    .map(({ what, why, count, call }) => `  ${String(count).padStart(5)}  ${what}  [${why}; ${call}]`)
  const more =
    differences.length > most ? [`  … and ${differences.length - most} more; --json lists all`] : []
  return [
    `${calls} calls, ${cells} operations with a status`,
    '             by call  by cell',
    ...MEASURES.map(line),
    ...(shown.length > 0 ? ['Differences', ...shown, ...more] : []),
  ].join('\n')
}
