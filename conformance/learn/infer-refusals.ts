/** Infers statuses, media types and bodies of refusals, by operation and code. */
import { refusalSchema, titleOf } from '#mock'
import { document, type GapId, gaps } from '#openapi'
import type { Call } from './call.ts'
import { inferTemplate } from './infer.ts'
import type { Knowledge, Learned } from './learned.ts'
import type { Pair } from './mock-replay.ts'

/** Codes whose status is stated. */
const STATED: ReadonlySet<string> = new Set(['request_invalid', 'role_insufficient'])

interface LearnedRefusal {
  status?: number
  type?: string
  body?: Learned
}

export function refusalsOf(pairs: readonly Pair[], all: readonly Call[], knowledge: Knowledge) {
  const refused = pairs.filter(
    ({ call, code }) => call.status >= 400 && code !== undefined && call.json !== undefined,
  )
  const answers: Record<string, string> = {}
  const refusals: Record<string, LearnedRefusal> = {}
  for (const [gap, met] of Map.groupBy(refused, pair => pair.gap)) {
    const status = usual(met.map(({ call }) => String(call.status)))
    const row = gaps.find(({ id }) => id === gap)
    const isOther = status !== undefined && status !== row?.default
    if (row && isOther && row.answers.some(answer => answer.id === status)) answers[row.id] = status
  }
  const schema = refusalSchema(document)
  const infer = (met: readonly Pair[], at: string) =>
    inferTemplate(
      met.map(pair => ({ was: pair.call.json, scope: factsOf(pair), call: pair.call.id })),
      schema,
      at,
      knowledge,
    )
  const alike = refused.filter(
    ({ call, status }) => Math.floor(call.status / 100) === Math.floor(status / 100),
  )
  const shownBy: Weighed[] = []
  for (const [code, met] of Map.groupBy(alike, pair => pair.code!)) {
    const own = refusalFor(code, met)
    if (own) {
      refusals[code] = own
      const status = usual(met.map(({ call }) => String(call.status)))
      if (status !== undefined) shownBy.push({ status, count: met.length, refusal: own })
    }
    for (const [operation, its] of Map.groupBy(met, ({ call }) => call.operation)) {
      const status = usual(its.map(({ call }) => String(call.status)))
      const general = refusals[code]?.status ?? its[0]!.status
      const answered = answers[its[0]!.gap ?? '']
      const agreed = its.filter(({ call }) => String(call.status) === status).length
      if (status === undefined || agreed < its.length * 0.9 || STATED.has(code)) continue
      if (Number(status) !== (refusals[code]?.status ?? Number(answered ?? general)))
        refusals[`${operation} ${code}`] = {
          status: Number(status),
          ...typeOf(its),
          body: infer(its, `refusals.${operation} ${code}`),
        }
    }
  }
  const limited = all.filter(({ status, json }) => status === 429 && json !== undefined)
  if (limited.length > 0) {
    const body = inferTemplate(
      limited.map(call => ({ was: call.json, scope: limitFacts(call), call: call.id })),
      schema,
      'refusals.rate_limit_exceeded',
      knowledge,
    )
    const own = { ...typeOfCalls(limited), body }
    refusals.rate_limit_exceeded = own
    shownBy.push({ status: '429', count: limited.length, refusal: own })
  }
  return { refusals: shortened(refusals, shownBy), answers: answers as Partial<Record<GapId, string>> }

  function refusalFor(code: string, met: readonly Pair[]): LearnedRefusal | undefined {
    const status = usual(met.map(({ call }) => String(call.status)))
    // The form of the body follows the status that is shown; others of the same code are other situations.
    const shown = met.filter(({ call }) => String(call.status) === status)
    if (shown.length === 0) return undefined
    const answered = answers[met[0]!.gap ?? '']
    const before = Number(answered ?? met[0]!.status)
    return {
      ...(Number(status) !== before && !STATED.has(code) ? { status: Number(status) } : {}),
      ...typeOf(shown),
      body: infer(shown, `refusals.${code}`),
    }
  }
}

/** What a code is refused with, and how often. */
interface Weighed {
  readonly status: string
  readonly count: number
  readonly refusal: LearnedRefusal
}

/** Says once by status, and by `*`, what most codes have in common. */
function shortened(
  refusals: Readonly<Record<string, LearnedRefusal>>,
  shown: readonly Weighed[],
): Record<string, LearnedRefusal> {
  const common = (all: readonly Weighed[]) => {
    const looks = Map.groupBy(all, ({ refusal: { type, body } }) => JSON.stringify({ type, body }))
    const weight = (its: readonly Weighed[]) => its.length * 1000 + Math.min(sum(its), 999)
    const [most] = [...looks].toSorted(([, a], [, b]) => weight(b) - weight(a))
    return most && (JSON.parse(most[0]) as LearnedRefusal)
  }
  const general = common(shown)
  const ofStatus = new Map(
    [...Map.groupBy(shown, ({ status }) => status)].map(([status, all]) => [status, common(all)!]),
  )
  const statusOf = new Map(shown.map(({ status, refusal }) => [refusal, status]))
  const short: Record<string, LearnedRefusal> = general ? { '*': general } : {}
  for (const [status, look] of ofStatus) {
    const rest = without(look, general)
    if (rest) short[status] = rest
  }
  for (const [key, refusal] of Object.entries(refusals)) {
    const [first = '', ofCode] = key.split(' ')
    const status = String(refusal.status ?? statusOf.get(refusals[ofCode ?? first]!) ?? '')
    const byStatus = ofStatus.get(status) ?? general
    // What the next less specific entry says need not be said again.
    const rest = without(refusal, ofCode === undefined ? byStatus : { ...byStatus, ...refusals[ofCode] })
    if (rest) short[key] = rest
  }
  return short
}

function without(refusal: LearnedRefusal, general: LearnedRefusal | undefined): LearnedRefusal | undefined {
  const { status, type, body } = refusal
  const rest = {
    ...(status === undefined ? {} : { status }),
    ...(type === general?.type || type === undefined ? {} : { type }),
    ...(body === undefined || JSON.stringify(body) === JSON.stringify(general?.body) ? {} : { body }),
  }
  return Object.keys(rest).length > 0 ? rest : undefined
}

function sum(all: readonly Weighed[]): number {
  return all.reduce((count, one) => count + one.count, 0)
}

/** What a template of a refusal is seen from; see `refusalSchema` of the mock. */
function factsOf({ call, code, message, param, issues, json }: Pair): unknown {
  const type = (json as { error?: { type?: string } } | undefined)?.error?.type
  return {
    type,
    code,
    message,
    param,
    issues,
    status: call.status,
    title: titleOf(call.status),
    path: call.path,
  }
}

function limitFacts(call: Call): unknown {
  return {
    type: 'rate_limited',
    code: 'rate_limit_exceeded',
    message: 'Too many requests.',
    param: null,
    issues: [],
    status: 429,
    title: titleOf(429),
    path: call.path,
  }
}

function typeOf(pairs: readonly Pair[]): { type?: string } {
  return typeOfCalls(pairs.map(({ call }) => call))
}

function typeOfCalls(calls: readonly Call[]): { type?: string } {
  const type = usual(calls.map(({ replyHeaders }) => replyHeaders['content-type']?.split(';')[0]))
  return type === undefined || type === 'application/json' ? {} : { type }
}

function usual(all: readonly (string | undefined)[]): string | undefined {
  const counts = Map.groupBy(
    all.filter(one => one !== undefined),
    one => one,
  )
  const [best] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return best && best.length > all.length / 2 ? best[0] : undefined
}
