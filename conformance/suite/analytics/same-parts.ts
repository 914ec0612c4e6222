/** Figures per agent, person or team on several endpoints: where the totals agree, the parts agree (section 4.6). */
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json } from '../../extract/find-value.ts'
import { refIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type AnalyticsFigures, FIGURE, quarterOf, round, sumOf, type What } from './analytics-figures.ts'
import { type Kind, labelOf, partsOf } from './read-rows.ts'
import { ROWS } from './row-endpoints.ts'

export type Owner = 'agent' | 'user' | 'team'

export interface Source {
  /** The requirement that its figures are right. */
  id: string
  name: string
  kind: Owner
  exchange: Exchange
  figures: ReadonlyMap<string, number>
  total: number
  unit: number
}

/** The id under its own member only, without fallbacks. */
export const idIn = (row: Json, kind: Kind): string | undefined =>
  refIn(row, kind) ??
  (kind === 'user' ? (refIn(row, 'member') ?? refIn(row, 'person')) : undefined) ??
  asId(row.id)

/** Undefined where a row lacks the figure or its subject. */
export function sourceOf(
  about: Pick<Source, 'id' | 'name' | 'kind' | 'exchange'>,
  rows: readonly Json[],
  what: What,
): Source | undefined {
  const figures = new Map<string, number>()
  for (const row of rows) {
    const [label, figure] = [idIn(row, about.kind) ?? labelOf(row, about.kind), FIGURE[what](row)]
    if (label === undefined || figure === undefined) return undefined
    figures.set(label, (figures.get(label) ?? 0) + figure)
  }
  const { value, slack } = sumOf({ rows: [...rows] }, what)
  return figures.size > 0 ? { ...about, figures, total: value, unit: slack } : undefined
}

/** Every reply that shows the figure per agent (person, team); replies that show it directly come first. */
export function sourcesOf(analytics: AnalyticsFigures, kind: Owner, what: What): Source[] {
  return ROWS.flatMap(it => {
    const one = quarterOf(analytics, it.operation)
    if (!one || analytics.stale.has(it.operation)) return []
    const { exchange, rows } = one
    const id = it.operation === 'getAgentStats' ? (what === 'runs' ? 'ANA-16' : 'ANA-18') : it.rows
    if (it.kind === kind) return sourceOf({ id, name: it.operation, kind, exchange }, rows, what) ?? []
    if (!it.split || kind !== 'agent' || it.kind !== 'user') return []
    const parts = rows.flatMap(row => partsOf(row) ?? [])
    const name = `${it.operation}, split by agent,`
    return sourceOf({ id: it.split, name, kind, exchange }, parts, what) ?? []
  })
}

export function sameParts(t: Trial, sources: readonly Source[], grown: number, what: What) {
  for (const [n, one] of sources.entries())
    for (const other of sources.slice(n + 1)) {
      // What one of them leaves out of its total may be missing from a single part.
      const apart = Math.abs(one.total - other.total)
      const room = one.unit + other.unit + grown + apart
      if (one.total === 0 || apart > 0.02 * one.total + room - apart || !nameAlike(one, other)) continue
      const label = comparable(one, other, room).find(name => differ(at(one, name), at(other, name), room))
      if (label === undefined) continue
      // A third source decides; where it shows only a part of the figure, the right one is no less than that.
      const others = sources.filter(it => it !== one && it !== other && it.figures.has(label))
      const agrees = others.some(it => !differ(at(it, label), at(other, label), room + it.unit))
      const lacks = others.some(
        it => at(it, label) > 1.05 * at(one, label) + room && it.total < 1.01 * one.total + room,
      )
      const [wrong, right] = agrees || lacks ? [one, other] : [other, one]
      const sentence = `${wrong.name} shows ${what} of ${round(at(wrong, label))} for the ${wrong.kind} ${label}, ${right.name} ${round(at(right, label))}, and both the same in all`
      return t.violated(wrong.id, sentence, wrong.exchange, right.exchange)
    }
}

const at = (source: Source, label: string): number => source.figures.get(label) ?? 0

/**
 * Labels that both sources name. A row for unassigned spend may exist in only one of them, or have different names, so
 * a label in only one source counts only if the other source has a different label with a different figure.
 */
function comparable(one: Source, other: Source, room: number): string[] {
  const shared = [...one.figures.keys()].filter(label => other.figures.has(label))
  const [mine, theirs] = [ownLabels(one, other, room), ownLabels(other, one, room)]
  return mine.length > 0 && theirs.length > 0 ? [...shared, ...mine, ...theirs] : shared
}

function ownLabels({ figures }: Source, other: Source, room: number): string[] {
  const theirs = [...other.figures].flatMap(([label, figure]) => (figures.has(label) ? [] : figure))
  return [...figures].flatMap(([label, figure]) => {
    const isOwn = figure > room && !other.figures.has(label)
    return isOwn && theirs.every(it => differ(figure, it, room)) ? label : []
  })
}

const differ = (a: number, b: number, room: number): boolean => Math.abs(a - b) > 0.05 * Math.max(a, b) + room

/** Both sources use the same labels for most of their rows. */
function nameAlike(one: Source, other: Source): boolean {
  const shared = [...one.figures.keys()].filter(label => other.figures.has(label)).length
  return 2 * shared >= Math.min(one.figures.size, other.figures.size)
}
