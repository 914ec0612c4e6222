/** Writes the expression of a value: its source in the deployment's form, or a generated value. */

import { type Choice, formOf, instantFormOf, valueAt } from '#mock/dialect'
import { lastOf } from '../recording/json-paths.ts'
import { type Kind, kindOfMockId } from '../replay/id-kinds.ts'
import type { Evidence } from './evidence.ts'
import type { Match } from './match-members.ts'
import { ALIKE, wordsOf } from './name-likeness.ts'
import { ABSENT, isMost, isNothing, majority, OFTEN, type Sample, type Scope, sum } from './samples.ts'
import type { Source } from './source-members.ts'

/** Whether a constant is more likely than the source: always another word than ours, or no name matches. */
export function isOwnWord(constant: string, { source, score }: Match, present: readonly Sample[]): boolean {
  const met = present.filter(({ ours }) => ours !== undefined)
  if (source.words !== undefined)
    return met.every(({ ours }) => `=${String(valueAt(ours, source.path))}` !== constant)
  // A name that is alike outweighs a single constant.
  return score < ALIKE
}

/** Adds a default where the source may be null and the deployment's value never is. */
export function withDefault(
  expression: string,
  source: Source,
  samples: readonly Sample[],
  present: readonly Sample[],
): string {
  const isOurs =
    [source.schema.type].flat().includes('null') ||
    samples.some(({ ours }) => ours !== undefined && isNothing(valueAt(ours, source.path)))
  const isNever = samples.every(({ theirs }) => theirs !== null && theirs !== ABSENT)
  // A generated id would refer to no record.
  const isId = /(^|_|\.)ids?$|Id$/.test(source.path)
  return isOurs && isNever && !isId && present.length >= OFTEN && source.kind !== 'list'
    ? `${expression} or ${madeUp(present)}`
    : expression
}

/** How many ids per place are kept to infer their form. */
const MAX_IDS = 50

/** Smaller whole numbers do not show whether fractions are written: 0, 1 and 2 occur in every figure. */
const MIN_TELLING = 10

function noteId({ idValues }: Evidence, kind: Kind, isOwn: boolean, id: string): void {
  const known = idValues.get(kind)
  if (!known || (isOwn && !known.areOwn)) idValues.set(kind, { areOwn: isOwn, values: new Set([id]) })
  else if (isOwn === known.areOwn) known.values.add(id)
}

/** The source with the conversion to the deployment's form. */
export function plainSource(
  source: Source,
  present: readonly Sample[],
  path: string,
  evidence: Evidence,
): string {
  const values = present.map(({ theirs }) => theirs)
  const words = new Set(wordsOfRaw(path))
  for (const { theirs, ours } of present.slice(0, MAX_IDS)) {
    const kind = kindOfMockId(valueAt(ours, source.path))
    if (kind) noteId(evidence, kind, source.path === 'id', String(theirs))
  }
  if (source.isInstant) {
    const form = majority(values.map(instantFormOf))
    return form === undefined || form === 'iso-ms-z' ? source.path : `${source.path} as ${form}`
  }
  const isNumbers = isMost(values, value => typeof value === 'number')
  const isTexts = isMost(values, value => typeof value === 'string')
  if (source.words !== undefined && isTexts)
    for (const { theirs, ours } of present)
      if (!evidence.ids.isFixture(valueAt(ours, 'id')))
        noteWord(evidence, source, valueAt(ours, source.path), theirs)
  if (source.kind === 'number') {
    const factor = factorBetween(source.path, words, values)
    const scaled = factor === 1 ? '' : ` * ${factor}`
    if (isNumbers) {
      const isWhole =
        values.every(value => Number.isInteger(value)) && values.some(value => Number(value) >= MIN_TELLING)
      const wasWhole = [source.schema.type].flat().includes('integer')
      return `${source.path}${scaled}${isWhole && !wasWhole ? ' whole' : ''}`
    }
    if (isTexts) {
      const places = majority(values.map(value => /\.(\d+)$/.exec(String(value))?.[1]?.length.toString()))
      return places === undefined
        ? `${source.path}${scaled} text`
        : `${source.path}${scaled} as decimal${places}`
    }
  }
  if (source.kind === 'string' && isNumbers) return `${source.path} number`
  return source.path
}

function factorBetween(source: string, theirs: ReadonlySet<string>, values: readonly unknown[]): number {
  const ours = new Set(wordsOfRaw(source))
  const has = (set: ReadonlySet<string>, ...names: string[]) => names.some(name => set.has(name))
  if (has(ours, 'seconds', 'second') && has(theirs, 'ms', 'millis', 'milliseconds')) return 1000
  if (has(ours, 'euros') && has(theirs, 'cents', 'cent')) return 100
  if (
    has(ours, 'rate') &&
    (has(theirs, 'percent', 'percentage', 'pct') || values.some(value => Number(value) > 1))
  )
    return 100
  return 1
}

function wordsOfRaw(path: string): string[] {
  return path
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

/** Includes our words that never occurred: one of them may match a word of the deployment better. */
function noteWord(evidence: Evidence, { words = '', schema }: Source, ours: unknown, theirs: unknown): void {
  if (typeof ours !== 'string' || typeof theirs !== 'string') return
  const own = (schema.enum ?? []).filter(word => typeof word === 'string')
  const all = evidence.words.get(words) ?? new Map(own.map(word => [word, new Map<string, number>()]))
  evidence.words.set(words, all)
  const counts = all.get(ours) ?? new Map<string, number>()
  all.set(ours, counts)
  counts.set(theirs, (counts.get(theirs) ?? 0) + 1)
}

/** A constant: the same value in every exchange. */
export function constantOf(
  present: readonly Sample[],
  { privacy }: Evidence,
  isOfRefusal: boolean,
): string | undefined {
  const values = new Set(present.map(({ theirs }) => theirs))
  if (values.size !== 1) return undefined
  const [value] = values
  if (typeof value === 'boolean') return `=${value}`
  if (typeof value !== 'string') return undefined
  const mayStand = isOfRefusal ? privacy.mayStand : privacy.mayStandInReply
  return mayStand(value) ? `=${value}` : undefined
}

/** The share of refusals whose text must follow from their code; the others get a generated text. */
const MIN_TOLD_BY_CODE = 0.3

/** Constants by the status or code of a refusal, with the most frequent value as default. */
export function choiceOf(
  present: readonly Sample[],
  match: Match | undefined,
  around: Scope,
  evidence: Evidence,
): Choice | undefined {
  if (match?.isProven || match?.source.path === 'message') return undefined
  const facts = around.reply === undefined || around.sources.some(({ path }) => path === 'code')
  for (const path of ['status', 'code']) {
    const groups = Map.groupBy(present, ({ ours, reply }) => String(valueAt(facts ? ours : reply, path)))
    const constants = [...groups].map(([word, its]) => [word, constantOf(its, evidence, true)] as const)
    const are = Object.fromEntries(constants.filter(([, constant]) => constant !== undefined))
    const told = sum(constants.map(([word, one]) => (one ? groups.get(word)!.length : 0)))
    // By status only if that decides all of them.
    if (
      new Set(Object.values(are)).size < 2 ||
      told < present.length * (path === 'status' ? 1 : MIN_TOLD_BY_CODE)
    )
      continue
    return {
      case: facts ? path : `reply.${path}`,
      are: { ...are, '*': madeUp(present) },
    }
  }
  return undefined
}

/** A total that our reply lacks is the length of its list. */
export function counted(path: string, { sources }: Scope): string | undefined {
  const words = wordsOf(lastOf(path))
  const isTotal = words.includes('total') && words.every(word => ['total', 'row'].includes(word))
  return isTotal && sources.some(source => source.path === 'data') ? 'data count' : undefined
}

/** In the mock every record begins when it is created. */
export function begun(path: string, present: readonly Sample[], { sources }: Scope): string | undefined {
  const form = majority(present.map(({ theirs }) => instantFormOf(theirs)))
  const words = wordsOf(lastOf(path))
  const isBeginning = words.some(word => word === 'started' || word === 'created')
  if (form === undefined || !isBeginning || !sources.some(source => source.path === 'created_at'))
    return undefined
  return form === 'iso-ms-z' ? 'created_at' : `created_at as ${form}`
}

/** Without a source, figures are null, the reply's time is now, and other values are generated in their form. */
export function withoutSource(path: string, present: readonly Sample[]): string {
  if (isFigure(path, present)) return '=null'
  const form = instantFormOf(present[0]?.theirs)
  return form !== undefined && /generated|now|server|as_?of|timestamp/i.test(path)
    ? `now as ${form}`
    : madeUp(present)
}

const FIGURES: ReadonlySet<string> = new Set(
  'run cost token total amount balance success message usage average saving rate'.split(' '),
)

/** A generated figure would contradict those that are counted. */
function isFigure(path: string, present: readonly Sample[]): boolean {
  const isNumeric = ({ theirs }: Pick<Sample, 'theirs'>) =>
    typeof theirs === 'number' || /^-?\d+\.\d+$/.test(String(theirs))
  return present.every(isNumeric) && wordsOf(lastOf(path)).some(word => FIGURES.has(word))
}

/** The form of values, as far as it contains no data. */
export function madeUp(present: readonly Pick<Sample, 'theirs'>[]): string {
  const values = present.map(({ theirs }) => theirs)
  const forms = values.map(value => {
    const form = formOf(value)
    if (typeof value === 'number' && form === 'number' && Number.isInteger(value)) return 'integer'
    if (typeof value !== 'string') return form
    if (form === 'decimal') return `decimal${/\.(\d+)$/.exec(value)?.[1]?.length ?? 2}`
    if (form === 'digits') return `digits${Math.min(value.length, 18)}`
    if (form !== 'text') return form === 'iso-duration' ? 'text' : form
    if (/^[0-9a-f]{8,64}$/.test(value)) return `hex${value.length}`
    if (/^\w[^@\s]*@[\w.-]+$/.test(value)) return 'mail'
    if (/^(https?:\/\/|\/)/.test(value)) return 'address'
    return value === '' ? 'empty' : 'text'
  })
  const chosen = majority(forms) ?? 'text'
  return `~${forms.includes('number') ? 'number' : chosen}`
}
