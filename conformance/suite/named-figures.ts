/** Figures under the names that the target gives them: what a deployment itself calls by a name can be missed. */

import type { Trial } from '../engine/trial.ts'
import { findLike, isObject, type Place, places } from '../extract/find-value.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { lacks } from '../requirements/missing.ts'

type Fits = (value: unknown) => boolean

/** A figure that the specification states, and the names under which it is looked for. */
export interface Member {
  id: string
  /** In words, for the report. */
  what: string
  name: RegExp
  fits: Fits
  /** What it may look like under a name that does not say so, where that is less than what fits. */
  shape?: Fits
  /** Paths that never show it, whatever else they show. */
  never?: RegExp
  /** Another member that may hold it, so many levels down or deeper. */
  within?: { readonly id: string; readonly levels: number }
}

/** By the name that the target gives; else under any name that says so, and what is not found is not exercised. */
export function judgeMember(
  t: Trial,
  { id, what, name, fits }: Member,
  records: readonly unknown[],
  exchange: Exchange,
) {
  if (judgesNamed(t, id, records, exchange, fits)) return
  const [found] = records.flatMap(record => findLike(record, name, fits) ?? [])
  if (found) t.met(id, `${found.path} shows ${what}: ${t.quote(found.value, 80)}`, exchange)
  else t.notExercised(id, lacks.member(id, what), exchange)
}

/**
 * All that one reply is stated to show. What is recognised is taken away: where nothing is left that could be the
 * missing one, whatever it is called, it is not there.
 */
export function judgeMembers(
  t: Trial,
  members: readonly Member[],
  records: readonly unknown[],
  exchange: Exchange,
) {
  const pathsOf = ({ id, name, fits }: Member) => [
    ...(t.target.members.get(id) ?? []),
    ...records.flatMap(record => findLike(record, name, fits)?.path ?? []),
  ]
  const taken = new Set(members.flatMap(pathsOf))
  const isTaken = (path: string) => [...taken].some(one => path === one || path.startsWith(`${one}.`))
  const left = records.flatMap(record => [...places(record)]).filter(({ name }) => !LABEL.test(name))
  // What holds nothing but what is recognised is no figure of its own.
  const isOpen = ({ path, value }: Place): boolean =>
    !isTaken(path) &&
    (!isHolder(value) || left.some(one => one.path.startsWith(`${path}.`) && !isTaken(one.path)))
  for (const member of members) {
    const { id, what, name, fits, shape = fits, never } = member
    const known =
      t.target.members.has(id) || records.some(record => findLike(record, name, fits) !== undefined)
    const holders = members.filter(other => other.id === member.within?.id).flatMap(pathsOf)
    const isWithin = ({ path }: Place) =>
      holders.some(
        holder =>
          path.startsWith(`${holder}.`) &&
          path.split('.').length - holder.split('.').length >= (member.within?.levels ?? 1),
      )
    const may = (one: Place) =>
      (isOpen(one) || isWithin(one)) && mayShow(one.value, shape) && !never?.test(one.path)
    if (!known && records.length > 0 && records.every(isObject) && !left.some(may))
      t.violated(id, `nothing is left in the reply that could show ${what}`, exchange)
    else judgeMember(t, member, records, exchange)
  }
}

/** What says what a reply is about, and when. */
const LABEL =
  /id$|name|currency|period|month|tz|zone|_at$|[a-z]At$|date|since|until|from$|^to$|^days$|title|label|kind|code/i

const isHolder = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A sentence may hold a figure in a form of its own. */
const mayShow = (value: unknown, fits: Fits): boolean =>
  value !== null && (fits(value) || (typeof value === 'string' && /\d/.test(value)))

/**
 * Judges a requirement by the members that the target names for it, one for each figure that it speaks of. They stand
 * in at least one of the records. False where the target names none: then there is no verdict.
 */
export function judgesNamed(
  t: Trial,
  id: string,
  records: readonly unknown[],
  exchange: Exchange,
  ...figures: readonly Fits[]
): boolean {
  const names = t.target.members.get(id)
  if (!names) return false
  if (names.length !== figures.length) {
    const few = `members.${id} in the target to name ${figures.length} members: it names ${names.length}`
    t.notExercised(id, { ...lacks.member(id, few), what: few })
    return true
  }
  const lost = names.find((name, n) => !records.some(record => figures[n]?.(at(record, name))))
  const first = at(records[0], lost ?? '')
  t.expect(
    id,
    lost === undefined,
    lost === undefined
      ? `${names.join(' and ')} show it, as the target says`
      : `the target names ${lost} for it, which ${first === undefined ? 'is not there' : `reads ${t.quote(first, 80)}`}`,
    exchange,
  )
  return true
}

/** The value at a path such as `headline.total_euros`. */
const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record)

/**
 * Without a row there may be no history. But a reply that holds neither an empty list nor anything of the name that the
 * target gives to the rows' figures has no place for them.
 */
export function hasNoPlaceFor(t: Trial, id: string, { json }: Exchange): boolean {
  const names = t.target.members.get(id)
  if (!names) return false
  const all = [...places(json)]
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return (
    ![json, ...all.map(({ value }) => value)].some(isEmpty) && !all.some(({ name }) => names.includes(name))
  )
}
