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
  if (alike.length > 0) refusals['*'] = { ...typeOf(alike), body: infer(alike, 'refusals.*') }
  for (const [code, met] of Map.groupBy(alike, pair => pair.code!)) {
    const own = refusalFor(code, met)
    if (own) refusals[code] = own
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
    refusals.rate_limit_exceeded = { ...typeOfCalls(limited), body }
  }
  const bodies = structuredClone(refusals)
  for (const [key, refusal] of Object.entries(refusals)) {
    if (key === '*') continue
    // What the next less specific entry says need not be said again.
    const [, ofCode] = key.split(' ')
    const general = ofCode === undefined ? refusals['*'] : (bodies[ofCode] ?? refusals['*'])
    if (JSON.stringify(refusal.body) === JSON.stringify(general?.body)) delete refusal.body
    if (refusal.type === general?.type) delete refusal.type
    if (Object.keys(refusal).length === 0) delete refusals[key]
  }
  return { refusals, answers: answers as Partial<Record<GapId, string>> }

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
