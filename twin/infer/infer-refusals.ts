/** Infers statuses, media types and bodies of refusals, by operation and code. */

import { Refusal } from '#mock'
import {
  type RefusalDialect,
  refusalSchema,
  STATED_CODES,
  type Template,
  TemplateCompiler,
  titleOf,
} from '#mock/dialect'
import { type GapId, gaps } from '#openapi'
import { type Call, sayCall } from '../recording/calls.ts'
import { leavesOf, memberPaths } from '../recording/json-paths.ts'
import type { Pair } from '../replay/mock-replay.ts'
import type { Evidence } from './evidence.ts'
import { inferTemplate } from './infer-template.ts'
import { majority, NEARLY_ALL, spread } from './samples.ts'

type Refused = ReturnType<typeof refusedAs>

export function inferRefusals(pairs: readonly Pair[], all: readonly Call[], evidence: Evidence) {
  const refused = pairs.flatMap(({ call, refusal, status }) =>
    call.status >= 400 && call.status < 500 && refusal && call.json !== undefined
      ? [refusedAs(refusal, call, status)]
      : [],
  )
  const { answers, because } = statusAnswers(refused)
  const limited = all
    .filter(({ status, json }) => status === 429 && json !== undefined)
    .map(call => refusedAs(LIMITED, call, LIMITED.rule.status))
  const headers = majority(limited.map(({ call }) => headersOfLimit(call)))
  if (headers)
    because[LIMIT_HEADERS] = sayCall(limited.find(({ call }) => headersOfLimit(call) === headers)!.call)
  if (headers && headers !== 'all') answers[LIMIT_HEADERS] = headers
  const alike = [...refused.filter(({ usual }) => usual >= 400), ...limited]
  return { refusals: describe(alike, answers, evidence), answers, because }
}

const LIMIT_HEADERS = 'rate-limit-headers'

/** The answer that a refusal for a rate limit shows; undefined if there is none for its headers. */
function headersOfLimit({ replyHeaders }: Call): string | undefined {
  const hasLimit = Object.keys(replyHeaders).some(name => name.includes('ratelimit'))
  if ('retry-after' in replyHeaders) return hasLimit ? 'all' : 'retry-after'
  return hasLimit ? undefined : 'none'
}

/** Answers to gaps that are a status, and for each the refusal that shows it. */
function statusAnswers(refused: readonly Refused[]) {
  const answers: Partial<Record<GapId, string>> = {}
  const because: Partial<Record<GapId, string>> = {}
  for (const [gap, met] of Map.groupBy(refused, one => one.gap)) {
    const status = String(statusIn(met))
    const row = gaps.find(({ id }) => id === gap)
    if (!row?.answers.some(answer => answer.id === status)) continue
    because[row.id] = sayCall(ofStatus(met, Number(status))[0]!.call)
    if (status !== row.default) answers[row.id] = status
  }
  return { answers, because }
}

/** Describes refusals in general, then those that differ: by status, by code, and by operation and code. */
function describe(
  alike: readonly Refused[],
  answers: Readonly<Record<string, string>>,
  evidence: Evidence,
): Record<string, RefusalDialect> {
  if (alike.length === 0) return {}
  const byStatus = [...Map.groupBy(alike, ({ call }) => call.status)]
  const expected = ({ gap, usual }: Refused) => Number(answers[gap ?? ''] ?? usual)
  const usually = mostCommon(byStatus, evidence)
  const refusals: Record<string, RefusalDialect> = { '*': usually }
  /** Adds an entry if the more general one differs, or if it has another status. */
  const add = (key: string, own: RefusalDialect, met: readonly Refused[], status?: number) => {
    const whole = { ...usually, ...(status !== undefined && refusals[status]) }
    const look = fits(whole, met) ? {} : lookOf(met, `refusals.${key}`, evidence)
    const { type } = typeOf(met)
    const entry = { ...own, ...look, ...(type === whole.type || type === undefined ? {} : { type }) }
    if (Object.keys(entry).length > 0) refusals[key] = entry
  }
  for (const [status, met] of byStatus) add(String(status), {}, met)
  for (const [code, met] of Map.groupBy(alike, one => one.code)) {
    const usual = statusIn(met)
    if (usual === undefined) continue
    const isStated = STATED_CODES.has(code)
    const own = usual === expected(met[0]!) || isStated ? {} : { status: usual }
    add(code, own, ofStatus(met, usual), usual)
    if (isStated) continue
    for (const [operation, its] of Map.groupBy(met, ({ call }) => call.operation)) {
      const status = statusIn(its)
      if (status === undefined || ofStatus(its, status).length < its.length * NEARLY_ALL) continue
      if (status !== (refusals[code]?.status ?? expected(its[0]!)))
        add(`${operation} ${code}`, { status }, its, status)
    }
  }
  return refusals
}

/** The most common form of refusals, over all or within one status, whichever invents less. */
function mostCommon(
  byStatus: readonly (readonly [number, readonly Refused[]])[],
  evidence: Evidence,
): RefusalDialect {
  const all = byStatus.flatMap(([, met]) => spread(met, MAX_REFUSALS))
  const others = byStatus.flatMap(([status, met]) => (INVALID.has(status) ? [] : spread(met, MAX_REFUSALS)))
  const unsure = evidence.unsure.length
  const looks = [all, others, ...byStatus.map(([, met]) => met)]
    .filter(met => met.length > 0)
    .map(met => {
      const look = lookOf(met, 'refusals.*', evidence)
      const fitted = byStatus.filter(([, its]) => fits(look, its))
      const doubted = evidence.unsure.splice(unsure)
      const madeUp = JSON.stringify(look.body).split('"~').length
      return { look, doubted, statuses: fitted.length, right: rightOf(look, all), madeUp }
    })
  const [best] = looks.toSorted((a, b) => b.statuses - a.statuses || b.right - a.right || a.madeUp - b.madeUp)
  evidence.unsure.push(...best!.doubted)
  return best!.look
}

function lookOf(met: readonly Refused[], at: string, evidence: Evidence): RefusalDialect {
  const samples = spread(met, MAX_REFUSALS).map(({ call, facts }) => ({ theirs: call.json, ours: facts }))
  return { ...typeOf(met), body: inferTemplate(samples, schema, at, evidence) }
}

/** Maximum number of refusals from which a form is learned. */
const MAX_REFUSALS = 200

const INVALID: ReadonlySet<number> = new Set([400, 422])
const schema = refusalSchema()
const templates = new TemplateCompiler({})
const NEVER = { at: 0, seed: '' }

/** Whether a form has the members that nearly all of these refusals have. */
function fits({ type, body }: RefusalDialect, met: readonly Refused[]): boolean {
  if (body === undefined || typeOf(met).type !== type) return false
  const compiled = templates.compile(body, schema, [])
  const tried = spread(met, MAX_REFUSALS)
  const same = tried.filter(({ call, facts }) => {
    const [theirs, ours] = [memberPaths(call.json), memberPaths(compiled.encode(facts, NEVER))]
    return theirs.size === ours.size && [...theirs].every(path => ours.has(path))
  })
  return same.length >= tried.length * NEARLY_ALL
}

/** The number of members whose values match exactly. */
function rightOf({ body }: RefusalDialect, met: readonly Refused[]): number {
  const compiled = templates.compile(body as Template, schema, [])
  const right = met.flatMap(({ call, facts }) => {
    const values = new Map(leavesOf(compiled.encode(facts, NEVER)).map(({ at, value }) => [at, value]))
    return leavesOf(call.json).filter(({ at, value }) => values.get(at) === value)
  })
  return right.length
}

function ofStatus(met: readonly Refused[], status: number): readonly Refused[] {
  return met.filter(({ call }) => call.status === status)
}

function statusIn(met: readonly Refused[]): number | undefined {
  return majority(met.map(({ call }) => call.status))
}

/** The mock's refusal for a rate limit, which no replay meets. */
const LIMITED = new Refusal('rate_limit_exceeded', 'Too many requests.')

/** A refusal of the deployment with the facts that its template can refer to (`refusalSchema`), and the mock's status. */
function refusedAs({ code, message, param, issues, rule }: Refusal, call: Call, usual: number) {
  const { status, path } = call
  const facts = { type: rule.type, code, message, param, issues, status, title: titleOf(status), path }
  return { call, code, gap: rule.gap, usual, facts }
}

function typeOf(met: readonly Refused[]): { type?: string } {
  const type = majority(met.map(({ call }) => call.replyHeaders['content-type']?.split(';')[0]))
  return type === undefined || type === 'application/json' ? {} : { type }
}
