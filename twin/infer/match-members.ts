/** Decides which member of ours corresponds to each member of the deployment's record. */

import { formOf, instantFormOf, PAGE_MEMBERS, valueAt } from '#mock/dialect'
import { isFields } from '#openapi'
import { isNumber } from '../../conformance/extract/find-value.ts'
import { isDataKey, join, lastOf } from '../recording/json-paths.ts'
import { kindOfMockId } from '../replay/id-kinds.ts'
import type { IdMap } from '../replay/id-map.ts'
import type { Evidence } from './evidence.ts'
import { likeness, wordsOf } from './name-likeness.ts'
import { isMost, NEARLY_ALL, type Sample, type Scope, sum } from './samples.ts'
import type { Source } from './source-members.ts'

/** The source of each member of a record, decided for the whole record at once. */
export type Matches = ReadonlyMap<string, Match>

export interface Match {
  readonly source: Source
  readonly score: number
  readonly isProven: boolean
}

/** For a map of figures: the first figure in our rows that the map's name does not contradict. */
export function matchFigures(
  rows: readonly Sample[],
  inner: Scope,
  listName: string,
  by: string,
  path: string,
): Matches {
  const kind = typeof rows[0]?.theirs
  const fits = inner.sources.filter(source => source.path !== by && source.kind === (kind as 'number'))
  const best = fits.toSorted(
    (a, b) => likeness(path, `${listName}.${b.path}`) - likeness(path, `${listName}.${a.path}`),
  )[0]
  return best ? new Map([['', { source: best, score: 1, isProven: false }]]) : new Map()
}

/** Matches the members of a record, highest score first; each source serves one member unless values prove more. */
export function matchMembers(members: readonly Member[], around: Scope, evidence: Evidence): Matches {
  const scored = members.flatMap(member =>
    around.sources.flatMap(source => {
      const score = scoreOf(member, source, around, evidence)
      return score === undefined || score.score < MIN_SCORE ? [] : [{ path: member.path, source, ...score }]
    }),
  )
  const named = (one: (typeof scored)[number]) => likeness(one.path, one.source.path)
  // Several sources may have the same values, such as the owner and the requester: then the name decides.
  scored.sort((a, b) => b.score - a.score || named(b) - named(a))
  const found = new Map<string, Match>()
  const used = new Set<string>()
  for (const { path, source, score, isProven } of scored) {
    if (found.has(path) || (used.has(source.path) && !isProven)) continue
    found.set(path, { source, score, isProven })
    used.add(source.path)
    if (isProven) {
      const key = `${around.within}|${path}`
      const votes = evidence.votes.get(key) ?? new Map<string, number>()
      votes.set(source.path, (votes.get(source.path) ?? 0) + 1)
      evidence.votes.set(key, votes)
    }
  }
  return found
}

/** The values in nested objects by path, without entering lists. */
export function membersByPath(samples: readonly Sample[]): Member[] {
  const found: { readonly path: string; readonly sample: Sample }[] = []
  const walk = (theirs: unknown, path: string, sample: Sample) => {
    if (!isFields(theirs)) found.push({ path, sample: { ...sample, theirs } })
    else
      for (const [name, value] of Object.entries(theirs))
        if (!isDataKey(name)) walk(value, join(path, name), sample)
  }
  for (const sample of samples) walk(sample.theirs, '', sample)
  return [...Map.groupBy(found, ({ path }) => path)].map(([path, its]) =>
    memberOf(
      path,
      its.map(({ sample }) => sample),
    ),
  )
}

/** The score from which a member may come from a source: half of the words of both names are equal. */
const MIN_SCORE = 0.55

/** Ranks: values that prove a source, then the same name. A name and what other operations show come to at most two. */
const PROVEN = 2
const SAME_NAME = 4

/** The length in characters from which a text must come from the suite: both sides have shorter words in common. */
const MIN_PLANTED = 8

function scoreOf(member: Member, source: Source, around: Scope, evidence: Evidence) {
  const { path, present } = member
  if (!fitsKind(member, source)) return undefined
  const isOwnId =
    (source.path === 'id' && namesRecord(path, around.within)) ||
    (source.path === 'key' && /(^|_)(id|key|day|date)$|Id$/.test(path))
  const name = path === '' || isOwnId ? 1 : likeness(path, source.path)
  // Only a member of the same name may be computed from the page.
  if (source.path in PAGE_MEMBERS && !wordsOf(lastOf(path)).some(word => wordsOf(source.path).includes(word)))
    return undefined
  const votes = evidence.votes.get(`${around.within}|${path}`)
  const share = votes ? (votes.get(source.path) ?? 0) / sum(votes.values()) : 0
  const { told, same } = agreement(present, source, evidence.ids)
  const isProven = told > 0 && same / told >= NEARLY_ALL
  // Members of requests have stated names, so a member of the same name shows what was sent.
  if (path === source.path || lastOf(path) === source.path) return { score: SAME_NAME, isProven }
  if (isProven) return { score: PROVEN + share, isProven }
  // Evidence from other operations weighs as much as a name.
  return { score: name + share, isProven }
}

/** Whether a member such as `run_id` is the id of the record itself. */
function namesRecord(path: string, within: string): boolean {
  const [, name] = /^([a-z]+)_?id$/i.exec(path) ?? []
  return name !== undefined && wordsOf(within).at(-1) === wordsOf(name)[0]
}

/** Whether values reveal their source: ids, and texts that the suite has sent. */
function agreement(present: readonly Sample[], source: Source, ids: IdMap): { told: number; same: number } {
  let told = 0
  let same = 0
  for (const { theirs, ours } of present) {
    if (ours === undefined || (typeof theirs !== 'string' && typeof theirs !== 'number')) continue
    const value = valueAt(ours, source.path)
    if (value === undefined || value === null || typeof value === 'object') continue
    const kind = kindOfMockId(value)
    if (kind !== undefined) {
      const mappedTo = ids.get([kind], String(theirs))
      if (mappedTo === undefined) continue
      told += 1
      if (mappedTo === value) same += 1
    } else if (theirs === value && String(theirs).length >= MIN_PLANTED && formOf(theirs) === 'text') {
      // Different texts prove nothing, because each side has its own data. Equal texts were sent by the suite.
      told += 1
      same += 1
    }
  }
  return { told, same }
}

type Member = ReturnType<typeof memberOf>

/** The values of a member that are not null, and what all of them, or most, are. */
function memberOf(path: string, seen: readonly Sample[]) {
  const present = seen.filter(({ theirs }) => theirs !== null)
  return {
    path,
    present,
    kinds: new Set(present.map(({ theirs }) => (Array.isArray(theirs) ? 'list' : typeof theirs))),
    areInstants: isMost(present, ({ theirs }) => instantFormOf(theirs) !== undefined),
    areDays: /^(day|month)$/.test(formOf(present[0]?.theirs)),
    /** Whether each is a number, or a text of one. */
    areNumeric: present.every(({ theirs }) => isNumber(theirs)),
  }
}

function fitsKind(
  { path, present, kinds, areInstants, areDays, areNumeric }: Member,
  source: Source,
): boolean {
  if (present.length === 0) return true
  const [kind] = kinds
  if (kinds.size > 1 && !(kinds.has('number') && kinds.has('string'))) return false
  if (source.isInstant) return areInstants
  if (areInstants && source.kind !== 'string') return false
  if (areInstants && !areDays) return source.within === 'Timestamp'
  if (source.words?.includes('Status') && !/stat|state|phase|outcome/i.test(path)) return false
  switch (source.kind) {
    case 'any':
      return true
    case 'string': {
      if (kind === 'number')
        return /id$|number|^no$/i.test(source.path) && /id$|_no$|number|key|^(\w+\.)*id$/i.test(path)
      return kind === 'string' && (!areNumeric || /id|key|no|ref|num/i.test(path))
    }
    case 'number':
      return kind === 'number' || (kind === 'string' && areNumeric)
    case 'boolean':
      return kind === 'boolean'
    case 'list':
      return kind === 'list'
    default:
      return false
  }
}
