/** Figures under the names from the target file: a deployment's own name shows that a figure is missing. */

import { instantOf } from '#openapi'
import type { Trial } from '../engine/trial.ts'
import { findLike, isObject, type Json, type Place, places } from '../extract/find-value.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { lacks } from '../requirements/missing.ts'

type Fits = (value: unknown) => boolean

/** A figure that the specification requires, and the names under which it is searched. */
export interface Member {
  id: string
  /** What the report calls it. */
  what: string
  name: RegExp
  fits: Fits
  /** What the value can be at all, where the target names the member, if that is stricter than `fits`. */
  possible?: Fits
  /** The accepted form of a member with a less telling name, where that is stricter than `fits`. */
  shape?: Fits
  /** Paths that are never this figure, unless the target names them or no other is recognised. */
  never?: RegExp
  /** Another member that may contain it, at least this many levels down. */
  within?: { readonly id: string; readonly levels: number }
  /** The number of what this is a rate of. */
  rateOf?: string
}

/** Judges by the name from the target, else by any matching name; a figure that is not found is not exercised. */
export function judgeMember(t: Trial, member: Member, records: readonly unknown[], exchange: Exchange) {
  const { id, what, fits, possible = fits } = member
  if (judgesNamed(t, id, records, exchange, possible)) return
  const [found] = records.flatMap(record => findFigure(record, member) ?? [])
  if (found) t.met('stated-member', id, `${found.path} shows ${what}: ${t.quote(found.value, 80)}`, exchange)
  else t.notExercised(id, lacks.member(id, what), exchange)
}

/** The value that the names of a figure recognise. */
export const findFigure = (
  record: unknown,
  { name, fits, never }: Pick<Member, 'name' | 'fits' | 'never'>,
): Place | undefined =>
  [...places(record)].find(one => name.test(one.name) && fits(one.value) && !never?.test(one.path)) ??
  findLike(record, name, fits)

/**
 * All figures that one reply must show. Recognised members are set aside: where nothing is left that could be the
 * missing figure under another name, it is missing. A rate may be missing where nothing is counted, or nothing is known to be rated.
 */
export function judgeMembers(
  t: Trial,
  members: readonly Member[],
  records: readonly unknown[],
  exchange: Exchange,
  isRated = true,
) {
  const pathsOf = (member: Member) => [
    ...(t.target.members.get(member.id) ?? []),
    ...records.flatMap(record => findFigure(record, member)?.path ?? []),
  ]
  const taken = new Set(members.flatMap(pathsOf))
  const isTaken = (path: string) => [...taken].some(one => path === one || path.startsWith(`${one}.`))
  const left = records.flatMap(record => [...places(record)]).filter(({ name }) => !LABEL.test(name))
  // A member that contains only recognised figures is not a figure itself.
  const isOpen = ({ path, value }: Place): boolean =>
    !isTaken(path) &&
    (typeof value !== 'object' ||
      isEmpty(value) ||
      left.some(one => one.path.startsWith(`${path}.`) && !isTaken(one.path)))
  for (const member of members) {
    const { id, what, fits, shape = fits, never } = member
    const known = pathsOf(member).length > 0
    const holders = members.filter(other => other.id === member.within?.id).flatMap(pathsOf)
    const isWithin = ({ path }: Place) =>
      holders.some(
        holder =>
          path.startsWith(`${holder}.`) &&
          path.split('.').length - holder.split('.').length >= (member.within?.levels ?? 1),
      )
    const may = (one: Place) =>
      (isOpen(one) || isWithin(one)) && mayShow(one.value, shape) && !never?.test(one.path)
    const base = members.find(other => other.id === member.rateOf)
    const isUnrated = (record: unknown) => !isRated || !(Number(base && findFigure(record, base)?.value) > 0)
    if (base && !known && records.every(isUnrated))
      t.notExercised(id, `something that has come to its end, for ${what}`, exchange)
    else if (!known && records.length > 0 && records.every(isObject) && !left.some(may))
      t.violated('stated-member', id, `nothing is left in the reply that could show ${what}`, exchange)
    else judgeMember(t, member, records, exchange)
  }
}

/**
 * Returns the figures that all records of one kind show, or none of them. A figure that some lack is not exercised, because
 * it may have no value there. But a count always has one: where another record shows a zero, so that zeros are not left out,
 * it is missing, unless the record has a member that the others have not.
 */
export function shownAlike(
  t: Trial,
  members: readonly Member[],
  records: readonly Json[],
  ...evidence: readonly Exchange[]
): Member[] {
  return members.filter(member => {
    const { id, what, possible } = member
    const paths = [
      ...(t.target.members.get(id) ?? []),
      ...records.flatMap(record => findFigure(record, member)?.path ?? []),
    ]
    const [shown = [], lacking = []] = [true, false].map(does =>
      records.filter(record => paths.some(path => isShown(record, path)) === does),
    )
    if (shown.length === 0 || lacking.length === 0) return true
    const names = new Set(shown.flatMap(Object.keys))
    const sentence = `${paths[0]} shows ${what} in ${shown.length} of ${records.length} records, and the others lack it`
    const isCount = possible?.(1) === true && !possible(0.5)
    const showsZero = shown.some(record => paths.some(path => Number(at(record, path) ?? 1) === 0))
    if (isCount && showsZero && lacking.some(record => Object.keys(record).every(name => names.has(name))))
      t.violated('stated-member', id, sentence, ...evidence)
    else t.notExercised(id, `${what} in each record: ${sentence}`, ...evidence)
    return false
  })
}

/** A null on the way stands for all that it would hold. */
function isShown(record: unknown, path: string): boolean {
  let value = record
  for (const name of path.split('.')) {
    if (value === null) return true
    value = isObject(value) ? value[name] : undefined
  }
  return value !== undefined
}

/** Members that only describe the reply, such as names and dates. */
const LABEL =
  /id$|name|currency|period|month|tz|zone|_at$|[a-z]At$|date|since|until|from$|^to$|^days$|title|label|kind|code/i

/** No value, or a list or an object without one. */
const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** A sentence may contain a figure in its own form, and any figure may be null or empty for now. An instant is none. */
const mayShow = (value: unknown, fits: Fits): boolean =>
  isEmpty(value) ||
  fits(value) ||
  (typeof value === 'string' && /\d/.test(value) && instantOf(value) === undefined)

/**
 * Judges a requirement by the members that the target names for it, one per figure, in at least one of the records.
 * Returns false, without a verdict, where the target names none.
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
  // A sum over nothing is null in some languages, and a cost until it is booked.
  if (lost !== undefined && first === null && records.every(one => (at(one, lost) ?? null) === null)) {
    t.notExercised(id, `a value of the figure: ${lost} is null`, exchange)
    return true
  }
  const reads = first === undefined ? 'is not there' : `reads ${t.quote(first)}`
  const sentence =
    lost === undefined
      ? `${names.join(' and ')} show it, as the target says`
      : `the target names ${lost} for it, which ${reads}`
  const rule = first === undefined ? 'stated-member' : 'possible-figure'
  t.expect(rule, id, lost === undefined, sentence, exchange)
  return true
}

/** The value at a path such as `headline.total_euros`. */
export const at = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), record)

/**
 * No rows may mean no history. But a reply without an empty list and without any member that the target names for the
 * rows has no place for them.
 */
export function hasNoPlaceFor(t: Trial, id: string, { json }: Exchange): boolean {
  const names = t.target.members.get(id)
  if (!names) return false
  const all = [...places(json)]
  return (
    ![json, ...all.map(({ value }) => value)].some(isEmpty) && !all.some(({ name }) => names.includes(name))
  )
}
