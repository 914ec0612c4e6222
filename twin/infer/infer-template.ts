/** Infers the template of a reply from the replies of a deployment and the mock to the same calls. */

import { formOf, type Template, valueAt } from '#mock/dialect'
import { document, isFields, type OperationId, type Schema } from '#openapi'
import { isDataKey, join, lastOf } from '../recording/json-paths.ts'
import type { Evidence } from './evidence.ts'
import { conditioned, isUnconditional, OMITTED } from './infer-condition.ts'
import {
  begun,
  choiceOf,
  constantOf,
  counted,
  isOwnWord,
  plainSource,
  withDefault,
  withoutSource,
} from './infer-value.ts'
import { type Matches, matchFigures, matchMembers, membersByPath } from './match-members.ts'
import { areMixed, matchList, rowFinder, tellingMember, tellsApart } from './match-rows.ts'
import { ALIKE, likeness } from './name-likeness.ts'
import { ABSENT, isMost, isNothing, OFTEN, type Sample, type Scope, scopeOf, someOf } from './samples.ts'
import { wrapperOf } from './shared-records.ts'
import { resolvedOf, type Source } from './source-members.ts'

export function inferTemplate(
  samples: readonly Sample[],
  schema: Schema,
  at: string,
  evidence: Evidence,
): Template {
  const whole = scopeOf(schema)
  const around = { ...whole, reply: whole }
  const seen = samples.map(sample => ({ ...sample, reply: sample.ours }))
  return record(seen, around, at, evidence)
}

/** Where a value stands: in which scope, under which names, and what the members of its record correspond to. */
interface Place {
  readonly around: Scope
  /** The path in the twin, and in the record. */
  readonly at: string
  readonly path: string
  readonly evidence: Evidence
  readonly matches: Matches
}

/** A record, possibly wrapped. */
function record(samples: readonly Sample[], whole: Scope, at: string, evidence: Evidence): Template {
  return recordIn(samples, { ...whole, wrapper: wrapperOf(samples) }, at, evidence)
}

function recordIn(samples: readonly Sample[], around: Scope, at: string, evidence: Evidence): Template {
  const matches = matchMembers(membersByPath(samples), around, evidence)
  return node(samples, { around, at, path: '', evidence, matches })
}

/** A record shown by several operations, inferred from all of them. */
function pooled(objects: readonly Sample[], { within, schema }: Scope, evidence: Evidence) {
  const { records } = evidence
  records.note(within, objects, document.components.schemas[within] === schema)
  return records.templateFor(within, objects, shared(scopeOf(schema, within), evidence))
}

const shared = (scope: Scope, evidence: Evidence) => (samples: readonly Sample[]) =>
  recordIn(samples, scope, `records.${scope.within}`, evidence)

const shownElsewhere = (evidence: Evidence) => (component: string, schema: Schema) =>
  evidence.records.shownAs(component, shared(scopeOf(schema), evidence))

/** The template of a reply that no recording shows, in the style of those that it shows. */
export function unseenReply(id: OperationId, schema: Schema, evidence: Evidence): Template | undefined {
  return evidence.style.ofReply(id, schema, shownElsewhere(evidence))
}

function node(samples: readonly Sample[], place: Place): Template {
  const { around, at, path, evidence, matches } = place
  const present = presentIn(samples)
  if (present.length === 0) return leaf(samples, place)
  const passed = passedThrough(present, place)
  if (passed !== undefined) return conditioned(passed, samples, around, passed)
  if (isMost(present, ({ theirs }) => Array.isArray(theirs))) {
    const lists = present.filter(({ theirs }) => Array.isArray(theirs))
    return conditioned(list(lists, place), samples, around)
  }
  const objects = present.flatMap(({ theirs, ...others }) =>
    isFields(theirs) ? [{ ...others, theirs }] : [],
  )
  if (!isMost(present, ({ theirs }) => isFields(theirs))) return leaf(samples, place)
  if (isMap(objects, evidence)) return conditioned(mapped(objects, place), samples, around)
  const known = path === around.wrapper ? pooled(objects, around, evidence) : undefined
  if (known) return conditioned(known, samples, around)
  const made: { [member: string]: Template } = {}
  for (const name of namesOf(objects)) {
    const inner = objects.map(({ theirs, ...others }) => ({
      ...others,
      theirs: name in theirs ? theirs[name] : ABSENT,
    }))
    // A member that most replies lack would mostly be wrong.
    const template = node(inner, { ...place, at: `${at}.${name}`, path: join(path, name) })
    if (isUnconditional(template) && isMost(inner, ({ theirs }) => theirs === ABSENT)) continue
    if (template === OMITTED) continue
    made[name] = template
  }
  return conditioned(made, samples, around, commonSource(path, matches))
}

/** The object of ours that contains the sources of all matched members below a path. */
function commonSource(path: string, matches: Matches): string | undefined {
  if (path === '') return undefined
  const sources = [...matches].flatMap(([member, { source }]) =>
    member.startsWith(`${path}.`) ? [source.path] : [],
  )
  const [own, ...others] = new Set(sources.map(source => source.split('.').slice(0, -1).join('.')))
  return own === '' || others.length > 0 ? undefined : own
}

/** Passes on user data, such as the input of a run, unchanged. Each side may have data of its own. */
function passedThrough(present: readonly Sample[], { around, path, matches }: Place): string | undefined {
  const structured = present.filter(({ theirs }) => typeof theirs === 'object')
  if (!isMost(present, ({ theirs }) => typeof theirs === 'object')) return undefined
  const name = lastOf(path)
  for (const source of around.sources) {
    if (source.kind !== 'object' && source.kind !== 'list' && source.kind !== 'any') continue
    const isOpen = source.schema.additionalProperties === true || source.kind === 'any'
    const isLike = likeness(name, source.path) >= ALIKE || likeness(path, source.path) >= ALIKE
    if (!isOpen && !isLike) continue
    const paired = structured.filter(({ ours }) => !isNothing(valueAt(ours, source.path)))
    const told = paired.filter(({ theirs }) => !isEmpty(theirs))
    const same = told.filter(
      ({ theirs, ours }) => JSON.stringify(theirs) === JSON.stringify(valueAt(ours, source.path)),
    )
    const isData = same.length > told.length / 2
    // Data that requests sent is recognised without a similar name.
    if (isOpen && isData && same.length >= OFTEN) return source.path
    if (!isLike) continue
    const isFlat =
      source.kind === 'list' &&
      structured.every(({ theirs }) => Array.isArray(theirs) && theirs.every(one => typeof one !== 'object'))
    const itemsAreFlat = !isObjectItems(source.schema)
    if (isOpen && lastOf(source.path) === name) return source.path
    if (isData) return source.path
    if (isFlat && itemsAreFlat && (told.length === 0 || matches.has(path))) return source.path
  }
  return undefined
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isFields(value) && Object.keys(value).length === 0
}

function isObjectItems({ items }: Schema): boolean {
  if (!items) return false
  const { schema } = resolvedOf(items)
  return schema.type === 'object' || schema.properties !== undefined
}

/** Maximum number of rows examined: per list, so that long lists do not dominate, and per operation. */
const MAX_ROWS_OF_A_LIST = 40
const MAX_ROWS = 600

/** Lists: chooses the mock's list whose elements are most similar. */
function list(lists: readonly Sample[], place: Place): Template {
  const { around, at, path, evidence } = place
  const found = matchList(lists, around, path, evidence)
  const rows = someOf(pairedRows(lists, found, evidence), MAX_ROWS)
  const rowsOfOurs = (one: Sample) =>
    found && (valueAt(one.ours, found.path) as unknown[] | undefined)?.length
  if (found && lists.every(({ theirs }) => (theirs as unknown[]).length === 0)) {
    // A twin that is always empty would hide rows.
    const other = lists.filter(one => (rowsOfOurs(one) ?? 0) > 0).length
    if (other >= OFTEN)
      evidence.unsure.push({ at, guess: found.path, because: 'it was empty each time', seen: lists.length })
    const row = evidence.style.of(found.schema.items ?? {}, found.within, shownElsewhere(evidence))
    return row === undefined ? found.path : { is: row, each: found.path }
  }
  if (found) {
    // A refusal of another kind has no list to follow.
    const isBare =
      at.startsWith('refusals.') && lists.some(one => one.ours !== undefined && rowsOfOurs(one) === 0)
    const least = isBare && lists.every(({ theirs }) => (theirs as unknown[]).length > 0) ? { times: 1 } : {}
    const inner = scopeOf(found.schema.items ?? {}, found.within, around.reply)
    const unsure = evidence.unsure.length
    const row = (seen: readonly Sample[]) => record(seen, inner, `${at}[]`, evidence)
    const choice = areMixed(rows) ? tellingMember(rows, inner) : undefined
    if (choice) {
      const are = [...choice.groups].map(([word, seen]) => [word, row(seen)] as const)
      return { is: { case: choice.path, are: Object.fromEntries(are) }, each: found.path, ...least }
    }
    const template = row(rows)
    if (!areMixed(rows) || tellsApart(template, inner)) return { is: template, each: found.path, ...least }
    // Rows of several forms, such as days or agents by a parameter: our rows tell which form applies.
    evidence.unsure.length = unsure
    evidence.unsure.push({
      at,
      guess: found.path,
      because: 'nothing of ours tells these rows apart, so ours are served',
      seen: lists.length,
    })
    return found.path
  }
  if (rows.length === 0) return '~list'
  evidence.unsure.push({
    at,
    guess: 'a list of one',
    because: 'no list of ours is like it',
    seen: lists.length,
  })
  const bare = { ...around, sources: [] }
  return { is: node(rows, { ...place, around: bare, at: `${at}[]`, path: '', matches: new Map() }), times: 1 }
}

/** The rows of lists, each with the row of ours that it corresponds to; with all of ours where no list of ours does. */
function pairedRows(lists: readonly Sample[], source: Source | undefined, { ids }: Evidence): Sample[] {
  return lists.flatMap(sample => {
    const rows = source && valueAt(sample.ours, source.path)
    const meet = rowFinder(Array.isArray(rows) ? rows : [], ids)
    return (sample.theirs as unknown[])
      .slice(0, MAX_ROWS_OF_A_LIST)
      .map((theirs, index) => ({ ...sample, theirs, ours: source ? meet(theirs, index) : sample.ours }))
  })
}

/** An object whose member names are data: built from a list of ours, keyed by one of its members. */
function mapped(objects: readonly Sample[], place: Place): Template {
  const { around, at, path, evidence } = place
  const keys = objects.flatMap(({ theirs }) => Object.keys(theirs as object))
  const asLists = objects.map(sample => ({
    ...sample,
    theirs: Object.values(sample.theirs as object) as unknown[],
  }))
  const days = isMost(keys, key => formOf(key) === 'day')
  let best: { source: Source; inner: Scope; by: string; score: number } | undefined
  for (const source of around.sources.filter(({ kind }) => kind === 'list')) {
    const inner = scopeOf(source.schema.items ?? {}, source.within, around.reply)
    const isDay = (one: Source) => one.within === 'Day' || one.schema.format === 'date'
    // An id is a key more often than a name is.
    const key = days
      ? inner.sources.find(isDay)
      : (inner.sources.find(one => /id$/.test(one.path) && !isDay(one)) ??
        inner.sources.find(one => /name$/.test(one.path) && !isDay(one)))
    const score = likeness(path, source.path)
    if (key && score > (best?.score ?? 0)) best = { source, inner, by: key.path, score }
  }
  if (!best || keys.length === 0) return '~object'
  const { source, inner, by } = best
  const rows = pairedRows(asLists, source, evidence)
  const matches = isFields(rows[0]?.theirs)
    ? matchMembers(membersByPath(rows), inner, evidence)
    : matchFigures(rows, inner, source.path, by, path)
  const is = node(rows, { ...place, around: inner, at: `${at}.*`, path: '', matches })
  return { is, each: source.path, by }
}

const presentIn = (samples: readonly Sample[]) =>
  samples.filter(({ theirs }) => theirs !== ABSENT && theirs !== null && theirs !== undefined)

function leaf(samples: readonly Sample[], { around, at, path, evidence, matches }: Place): Template {
  const present = presentIn(samples)
  const match = matches.get(path)
  if (present.length === 0) {
    if (samples.every(({ theirs }) => theirs === ABSENT)) return OMITTED
    if (
      match?.source.kind === 'object' &&
      samples.every(({ ours }) => isNothing(valueAt(ours, match.source.path)))
    )
      return evidence.style.ofMember(match.source, around, shownElsewhere(evidence))
    if (match && match.source.kind !== 'list' && match.source.kind !== 'object')
      return plainSource(match.source, present, path, evidence)
    return '=null'
  }
  const constant = constantOf(present, evidence, at.startsWith('refusals.'))
  const choice = at.startsWith('refusals.') ? choiceOf(present, match, around, evidence) : undefined
  if (choice) return conditioned(choice, samples, around)
  if (match && (match.isProven || constant === undefined || !isOwnWord(constant, match, present))) {
    const expression = plainSource(match.source, present, path, evidence)
    const full = withDefault(expression, match.source, samples, present)
    return conditioned(full, samples, around, full)
  }
  if (constant !== undefined) return conditioned(constant, samples, around)
  if (match)
    return conditioned(plainSource(match.source, present, path, evidence), samples, around, match.source.path)
  const guess = counted(path, around) ?? begun(path, present, around) ?? withoutSource(path, present)
  if (path !== '' && around.sources.length > 0 && guess.startsWith('~'))
    evidence.unsure.push({ at, guess, because: 'nothing of ours is like it', seen: present.length })
  return conditioned(guess, samples, around)
}

function namesOf(objects: readonly Sample[]): string[] {
  return [...new Set(objects.flatMap(({ theirs }) => Object.keys(theirs as object)))]
}

/** Whether member names are data: days, ids, or names of people. */
function isMap(objects: readonly Sample[], { privacy }: Evidence): boolean {
  const names = namesOf(objects)
  if (names.length === 0) return false
  return isMost(names, isDataKey) || names.some(privacy.isPersonal)
}
