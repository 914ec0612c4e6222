/** Finds the deployment's violations of the specification, which the dialect of its twin must not contain. */
import type { Violation } from '#mock'
import {
  isChoice,
  isSelection,
  requirementOfWord,
  STATED_CODES,
  STATED_MEMBERS,
  type Template,
} from '#mock/dialect'
import { isFields, type OperationId, operations, requirements } from '#openapi'
import { successRequirement } from '../../conformance/requirements/contract.ts'
import { judgeExchange, mistakesIn } from '../../conformance/traffic/judge-exchange.ts'
import type { Call } from '../recording/calls.ts'
import { join, leavesOf } from '../recording/json-paths.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { isAkin } from './infer-words.ts'
import { majority, NEARLY_ALL, sum } from './samples.ts'

/** A requirement that the deployment violates. */
export interface Contradiction {
  readonly requirement: string
  readonly statement: string
  readonly seen: number
  /** The first call with evidence. */
  readonly call: string
  /** How a twin reproduces it; undefined where no twin can. */
  readonly violation: Violation | undefined
}

/** One line for a terminal, without the deployment's data. */
export function contradictionText(
  { requirement, statement, seen, call, violation }: Contradiction,
  isKept: boolean,
): string {
  const what = !violation ? 'no twin can do the same' : isKept ? 'kept as a violation' : 'not learned'
  return `${what}: the deployment violates ${requirement}: ${statement} (${seen === 1 ? 'once' : `${seen} times`}, first in ${call})`
}

export type Replies = Partial<Record<OperationId, Template>>
type Words = Record<string, Record<string, string>>
type Seen = readonly { readonly call: Call }[]
type Found = (requirement: string | undefined, seen: Seen, violation?: Violation) => void

/** Finds violations and replaces them in templates and words by the mock's own forms. */
export function takeContradictions(
  pairs: readonly Pair[],
  replies: Replies,
  words: Words,
  met: Evidence['words'],
): Contradiction[] {
  const found = new Map<string, Contradiction>()
  const note: Found = (requirement, its, violation) => {
    const statement = requirements.requirements.find(({ id }) => id === requirement)?.statement
    const known = found.get(requirement ?? '')
    if (requirement === undefined || statement === undefined || (known && !violation)) return
    found.set(requirement, {
      requirement,
      statement,
      seen: known?.seen ?? its.length,
      call: known?.call ?? its[0]?.call.id ?? '',
      violation: violation ? { ...known?.violation, ...violation } : undefined,
    })
  }
  const served = pairs.filter(({ call, status }) => call.status < 300 && status < 300 && !call.isStream)
  const byOperation = Map.groupBy(served, ({ call }) => call.operation!)
  for (const [id, its] of byOperation) {
    takeStatus(id, its, note)
    takeMembers(id, its, replies, note)
    if (operations[id].successStatus === 204) delete replies[id]
  }
  takeFigures(byOperation.get('getRun') ?? [], replies, note)
  takeRefusals(pairs, note)
  takeWords(words, met, served, note)
  takeOthers(pairs, note)
  return [...found.values()]
}

function takeStatus(id: OperationId, seen: Seen, note: Found): void {
  const status = majority(seen.map(({ call }) => call.status))
  if (status !== undefined && status !== operations[id].successStatus)
    note(successRequirement(id)?.id, seen, { statuses: { [id]: status } })
}

/** Adds stated members that are missing and corrects those of the wrong type. */
function takeMembers(id: OperationId, seen: Seen, replies: Replies, note: Found): void {
  const template = replies[id]
  if (template === undefined) return
  for (const [name, { requirement, isText }] of Object.entries(STATED_MEMBERS[id] ?? {})) {
    const [place] = placesOf(template, name)
    if (!place) {
      const path = addMember(template, name)
      if (path !== undefined) note(requirement, seen, { members: { [id]: { [path]: 'missing' } } })
      continue
    }
    const kind = isText ? wrongKind(place.record[name], seen, name) : undefined
    if (kind === undefined) continue
    place.record[name] = name
    note(requirement, seen, { members: { [id]: { [place.path]: kind } } })
  }
}

function wrongKind(template: Template | undefined, seen: Seen, name: string) {
  if (isFields(template) && !isSelection(template) && !isChoice(template)) return 'object'
  const values = seen.flatMap(({ call }) =>
    leavesOf(call.json)
      .filter(leaf => leaf.name === name && leaf.value !== null)
      .map(({ value, path }) => (path.endsWith('[]') ? 'list' : typeof value)),
  )
  const kind = majority(values)
  return kind === 'number' || kind === 'boolean' || kind === 'list' ? kind : undefined
}

/** Figures that a finished run must report, under any name: tokens and time. */
function takeFigures(pairs: readonly Pair[], { getRun }: Replies, note: Found): void {
  if (getRun === undefined) return
  const judged = pairs.flatMap(({ call }) => seenIn(call).map(seen => ({ ...seen, call })))
  for (const [requirement, name] of [
    ['RUN-04', 'tokens'],
    ['RUN-05', 'duration_seconds'],
  ] as const) {
    const its = judged.filter(seen => seen.requirement === requirement)
    const wrong = its.filter(({ kind }) => kind === 'violated')
    if (wrong.length === 0 || wrong.length < its.length) continue
    const path = placesOf(getRun, name)[0]?.path ?? addMember(getRun, name)
    if (path !== undefined) note(requirement, wrong, { members: { getRun: { [path]: 'missing' } } })
  }
}

interface Place {
  readonly record: Record<string, Template>
  readonly path: string
}

/** The members of that name, with their paths in replies. */
function placesOf(template: Template, name: string, path = ''): Place[] {
  if (typeof template !== 'object' || template === null) return []
  if (isChoice(template)) return Object.values(template.are).flatMap(one => placesOf(one, name, path))
  if (isSelection(template)) return placesOf(template.is, name, template.each ? `${path}[]` : path)
  const record = template as Record<string, Template>
  const own = name in record ? [{ record, path: join(path, name) }] : []
  const inner = Object.entries(record).flatMap(([key, one]) => placesOf(one, name, join(path, key)))
  return [...own, ...inner]
}

/** Adds a member to the object that shows the record: the first with members of the record. */
function addMember(template: Template, name: string): string | undefined {
  const place = recordIn(template, '')
  if (!place) return undefined
  place.record[name] = name
  return join(place.path, name)
}

/** An object with this many members of the record shows the record. */
const MIN_OF_RECORD = 2

function recordIn(template: Template, path: string): Place | undefined {
  if (typeof template !== 'object' || template === null || isSelection(template) || isChoice(template))
    return undefined
  const record = template as Record<string, Template>
  const plain = Object.values(record).filter(inner => typeof inner === 'string' && /^[a-z]/.test(inner))
  if (plain.length >= MIN_OF_RECORD) return { record, path }
  const inner = Object.entries(record).map(([key, one]) => recordIn(one, join(path, key)))
  return inner.find(Boolean) ?? { record, path }
}

/** Other statuses than stated for invalid requests and for roles that are refused. */
function takeRefusals(pairs: readonly Pair[], note: Found): void {
  const refused = pairs.filter(
    ({ call, refusal }) => call.status >= 400 && call.status < 500 && STATED_CODES.has(refusal?.code ?? ''),
  )
  const known = refused.flatMap(({ call, refusal }) => {
    const requirement = refusal?.code === 'request_invalid' ? brokenRule(call) : roleRule(call)
    return refusal && requirement !== undefined ? [{ call, refusal, requirement }] : []
  })
  /** Notes the usual status of refusals that are alike, if it is not the expected one. */
  const judge = (key: string, its: typeof known, expected: number, least: number) => {
    const usual = majority(its.map(({ call }) => call.status)) ?? expected
    const seen = its.filter(({ call }) => call.status === usual)
    if (usual !== expected && seen.length >= least)
      note(seen[0]!.requirement, seen, { refusals: { [key]: usual } })
    return usual
  }
  for (const [code, its] of Map.groupBy(known, one => one.refusal.code)) {
    const usual = judge(code, its, its[0]!.refusal.rule.status, 1)
    // A single call of an operation may have met another error first.
    for (const [id, own] of Map.groupBy(its, ({ call }) => call.operation))
      judge(`${id} ${code}`, own, usual, 2)
  }
}

/** The only rule that a request certainly breaks; undefined with none or several. */
function brokenRule(call: Call): string | undefined {
  const [only, ...others] = call.operation ? mistakesIn(judged(call, call.operation)) : []
  return others.length === 0 ? only?.id : undefined
}

function roleRule({ operation }: Call): string | undefined {
  return requirements.requirements.find(
    ({ operations: its, needs }) => its[0] === operation && needs?.role === 'member',
  )?.id
}

/** Replacements of stated words. A dissimilar word may have another meaning, unless both always coincide. */
function takeWords(words: Words, met: Evidence['words'], served: readonly Pair[], note: Found): void {
  for (const [name, own] of Object.entries(words))
    for (const [ours, theirs] of Object.entries(own)) {
      const requirement = requirementOfWord(name, ours)
      if (requirement === undefined) continue
      delete own[ours]
      const seen = served.filter(({ call }) => call.text.includes(`"${theirs}"`))
      if (isAkin(ours, theirs) || isAlways(ours, theirs, met.get(name)))
        note(requirement, seen, { words: { [name]: { [ours]: theirs } } })
    }
  for (const name of Object.keys(words)) if (Object.keys(words[name]!).length === 0) delete words[name]
}

/** Dissimilar words are equal in meaning if they coincide this often and hardly ever with another. */
const MIN_MET = 20

function isAlways(ours: string, theirs: string, met: ReturnType<Evidence['words']['get']>): boolean {
  const count = met?.get(ours)?.get(theirs) ?? 0
  const all = sum(
    [...(met ?? [])].map(([word, counts]) =>
      word === ours ? sum(counts.values()) : (counts.get(theirs) ?? 0),
    ),
  )
  return count >= MIN_MET && count > all * NEARLY_ALL
}

/** Violations that single exchanges show. */
function takeOthers(pairs: readonly Pair[], note: Found): void {
  const seen = pairs.flatMap(({ call }) =>
    seenIn(call).flatMap(({ requirement, kind }) => (kind === 'violated' ? [{ requirement, call }] : [])),
  )
  for (const [requirement, its] of Map.groupBy(seen, one => one.requirement)) note(requirement, its)
}

function seenIn(call: Call) {
  return call.operation ? judgeExchange(judged(call, call.operation)) : []
}

function judged(
  { key, path, query, body, replyHeaders, whole, wasLeft, ...call }: Call,
  operation: OperationId,
) {
  return {
    ...call,
    operation,
    url: `http://deployment${path}?${query}`,
    requestHeaders: key === 'none' ? {} : { authorization: 'Bearer key' },
    requestBody: body,
    headers: replyHeaders,
    truncated: !whole,
    ended: wasLeft,
  }
}
