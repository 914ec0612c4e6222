/** Finds the mock's list for a list of the deployment, and pairs their rows. */
import { type Template, valueAt } from '#mock/dialect'
import { isFields } from '#openapi'
import type { IdMap } from '../replay/id-map.ts'
import type { Evidence } from './evidence.ts'
import { matchMembers, membersByPath } from './match-members.ts'
import { likeness } from './name-likeness.ts'
import { isMost, NEARLY_ALL, type Sample, type Scope, scopeOf, sum } from './samples.ts'
import type { Source } from './source-members.ts'

/** Whether the rows have several forms, each with members that another lacks. */
export function areMixed(rows: readonly Sample[]): boolean {
  const shapes = Map.groupBy(
    rows.filter(({ theirs }) => isFields(theirs)),
    ({ theirs }) => Object.keys(theirs as object).join(),
  )
  const firsts = [...shapes.values()].map(([first]) => first!.theirs as object)
  const lacks = (one: object, other: object) => Object.keys(one).some(name => !(name in other))
  return firsts.some(one => firsts.some(other => lacks(one, other) && lacks(other, one)))
}

/**
 * The member of our rows or of our whole reply whose words separate the forms of rows, with the rows of each word: the
 * one that most rows have and that leaves the fewest rows with another form than most of their word.
 */
export function tellingMember(rows: readonly Sample[], around: Scope) {
  const shapeOf = ({ theirs }: Sample) => (isFields(theirs) ? Object.keys(theirs).toSorted().join() : '')
  const asked = [
    ...around.sources.map(source => ({ source, path: source.path, of: ({ ours }: Sample) => ours })),
    ...(around.reply?.sources ?? []).map(source => ({
      source,
      path: `reply.${source.path}`,
      of: ({ reply }: Sample) => reply,
    })),
  ]
  let best: { path: string; groups: Map<string, Sample[]>; share: number } | undefined
  for (const { source, path, of } of asked) {
    if (source.schema.enum === undefined && source.schema.const === undefined) continue
    const isTold = (row: Sample) => typeof valueAt(of(row), source.path) === 'string'
    if (!isMost(rows, isTold)) continue
    const told = rows.filter(isTold)
    const groups = Map.groupBy(told, row => valueAt(of(row), source.path) as string)
    const usual = [...groups.values()].map(seen => {
      const shapes = Map.groupBy(seen, shapeOf)
      return Math.max(...[...shapes.values()].map(({ length }) => length))
    })
    const share = sum(usual) / told.length
    if (groups.size > 1 && share > (best?.share ?? NEARLY_ALL)) best = { path, groups, share }
  }
  return best
}

/** Whether a row shows any text of ours, where ours have texts: figures alone do not identify a record. */
export function tellsApart(template: Template, { sources }: Scope): boolean {
  const texts = new Set(
    sources.filter(({ kind }) => kind === 'string' || kind === 'any').map(({ path }) => path),
  )
  const shows = (one: unknown): boolean =>
    typeof one === 'string'
      ? texts.has(one.split(' ')[0] ?? '')
      : isFields(one) && Object.values(one).some(shows)
  return texts.size === 0 || shows(template)
}

/**
 * Pairs rows by what they name: an id that corresponds to ours, or a text that both have. Plain values are paired by
 * index.
 */
export function rowFinder(rows: readonly unknown[], ids: IdMap): (one: unknown, index: number) => unknown {
  const byValue = new Map<string, unknown>()
  const twice = new Set<string>()
  for (const row of rows)
    for (const value of new Set(textsIn(row))) {
      if (byValue.has(value)) twice.add(value)
      byValue.set(value, row)
    }
  return (one, index) => {
    if (!isFields(one)) return rows[index]
    for (const value of textsIn(one)) {
      for (const ours of [value, ...ids.all(value)])
        if (!twice.has(ours) && byValue.has(ours)) return byValue.get(ours)
    }
    return undefined
  }
}

/** Shorter texts and smaller numbers are words and figures, which identify nothing. */
const MIN_NAMING_TEXT = 4
const MIN_NAMING_NUMBER = 100

function textsIn(row: unknown): string[] {
  if (!isFields(row)) return []
  return Object.values(row).flatMap(value =>
    typeof value === 'string' && value.length >= MIN_NAMING_TEXT
      ? [value]
      : typeof value === 'number' && value >= MIN_NAMING_NUMBER
        ? [String(value)]
        : [],
  )
}

/** Weights of the likeness of lists. Rows count more than the list's name, because `items` may be anything. */
const WEIGHT = { name: 0.6, members: 0.8, rowsOfReply: 0.25 }

/** From this score, the lists correspond: a similar name and some similar members. */
const MIN_SCORE = 0.4

/** Our list that is most similar to a list of the deployment. */
export function matchList(lists: readonly Sample[], around: Scope, path: string, evidence: Evidence) {
  const candidates = around.sources.filter(({ kind }) => kind === 'list')
  const rows = lists.flatMap(({ theirs }) => theirs as unknown[])
  const members = membersByPath(rows.filter(isFields).map(theirs => ({ theirs, ours: undefined })))
  let best: { source: Source; score: number } | undefined
  for (const source of candidates) {
    const inner = scopeOf(source.schema.items ?? {}, source.within)
    const named = likeness(path === '' ? 'data' : path, source.path)
    let score = named * WEIGHT.name
    if (members.length > 0 && inner.sources.length > 0)
      score += (matchMembers(members, inner, evidence).size / members.length) * WEIGHT.members
    // The main rows of a reply come from the main rows of ours.
    if (source.path === 'data' && !path.includes('.')) score += WEIGHT.rowsOfReply
    if (score > (best?.score ?? MIN_SCORE)) best = { source, score }
  }
  // A list that was always empty has only its name; most replies have one list.
  const [only, ...others] = candidates.filter(source => !source.path.includes('.'))
  if (!best && rows.length === 0 && others.length === 0 && !path.includes('.')) return only
  return best?.source
}
