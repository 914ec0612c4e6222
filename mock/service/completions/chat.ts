// One chat completion in the common third-party form, whole or in chunks.

import { issue, type Schemas } from '#openapi'
import type { StreamPart } from '../../dialect/stream-part.ts'
import { decisions } from '../../profile/decisions.ts'
import { requireFunds, requireFundsFor } from '../../work/accounts.ts'
import { charge } from '../../work/funds.ts'
import { countRule } from '../../work/policy-rules.ts'
import { watchWallet } from '../../work/spending-limits.ts'
import type { Message } from '../../world/completions.ts'
import type { ModelRow } from '../../world/models.ts'
import { Refusal, requestInvalid } from '../../world/refusal.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { Context } from '../handler.ts'
import { answerTo } from './answer.ts'
import { type Directives, directivesByRule } from './directives.ts'
import { schemaFor } from './likely-values.ts'
import { fromChat, lastWord } from './messages.ts'
import { type Form, valueFor } from './structured.ts'
import { pieces, tokensToRead, type Writing, writingOf } from './writing.ts'

/** Fields of the common chat API that the contract does not declare and that have an effect here. */
interface Further {
  readonly stream_options?: { readonly include_usage?: unknown } | null
  readonly max_tokens?: number | null
  readonly max_completion_tokens?: number | null
  readonly n?: number | null
  readonly seed?: number | null
  readonly stop?: string | readonly string[] | null
  readonly response_format?: {
    readonly type?: unknown
    readonly json_schema?: { readonly schema?: unknown }
  } | null
}

export type ChatRequest = Schemas['ChatCompletionRequest'] & Further

/** A completion that is ready to be written. */
export interface ChatCompletion {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly tokensIn: number
  readonly writing: Writing
  readonly includeUsage: boolean
}

/** Validates the request, before anything is stored. Only an answer in a requested form has to be waited for. */
export function prepareChat(
  request: ChatRequest,
  { workspace, now }: Context,
): ChatCompletion | Promise<ChatCompletion> {
  const model = requireModel(workspace, request.model)
  requireSampling(request)
  requireFunds(workspace)
  const { text: said, messages, directives: own } = lastWord(fromChat(request.messages ?? []))
  requireUsable(own, request.stream ?? decisions.streamsByDefault(workspace.profile))
  const { directives, rule } = directivesByRule(workspace, own, said, null, null)
  const seed = request.seed == null ? '' : ` seed ${request.seed}`
  const chance = () => workspace.random.fork(`chat completion ${model.id} ${JSON.stringify(messages)}${seed}`)
  const form = formOf(request, messages, directives.output)
  const saying = (text: string): ChatCompletion => {
    const maxTokens = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
    const tokensIn = tokensToRead(messages.map(message => message.text))
    const writing = writingOf(endedBy(text, request.stop), directives, maxTokens)
    requireFundsFor(workspace, model.id, { tokensIn, tokensOut: writing.tokens.length, cachedTokens: 0 })
    if (rule) countRule(workspace, rule)
    return {
      id: workspace.ids.next('chatcmpl'),
      created: Math.floor(now / 1000),
      model: model.id,
      tokensIn,
      writing,
      includeUsage: request.stream_options?.include_usage === true,
    }
  }
  if (form && directives.say === undefined)
    return valueFor(form, chance(), now, directives.output).then(value => saying(JSON.stringify(value)))
  return saying(
    directives.say ?? directives.output ?? answerIn(request.response_format, answerTo(messages, chance)),
  )
}

/** Refuses directives that do not apply to chat models. */
function requireUsable(directives: Directives, isStreamed: boolean): void {
  const refused =
    directives.script !== undefined
      ? 'mock: script is for agents; send it to /v1/agent/chat/completions'
      : directives.error !== undefined && !isStreamed
        ? 'mock: error breaks a streamed answer; send it with stream: true'
        : null
  if (refused === null) return
  const wrong = { ...issue('body', 'messages', refused, null), message: refused }
  throw new Refusal('request_invalid', `${refused}.`, { issues: [wrong] })
}

/** The whole completion. */
export function wholeChat(completion: ChatCompletion, context: Context): Schemas['ChatCompletion'] {
  const { id, created, model, writing } = completion
  const usage = settle(completion, writing.tokens.length, context)
  const message = { role: 'assistant' as const, content: writing.text, refusal: null }
  const finish_reason = writing.end === 'stop' ? 'stop' : 'length'
  const choices = [{ index: 0, message, finish_reason, logprobs: null } as const]
  return { id, object: 'chat.completion', created, model, choices: [...choices], usage }
}

/** The chunks of the completion as they are written. A client that disconnects pays for what was written so far. */
export async function* chatChunks(completion: ChatCompletion, context: Context): AsyncGenerator<StreamPart> {
  const { id, created, model, writing, includeUsage } = completion
  const head = { id, object: 'chat.completion.chunk' as const, created, model }
  const withoutUsage = includeUsage ? { usage: null } : {}
  const chunk = (delta: Delta, finish_reason: 'stop' | 'length' | null = null): { data: Chunk } => ({
    data: { ...head, choices: [{ index: 0, delta, finish_reason }], ...withoutUsage },
  })
  let written = 0
  let usage: Schemas['CompletionUsage'] | undefined
  try {
    yield chunk({ role: 'assistant', content: '' })
    for await (const piece of pieces(context, id, writing.tokens)) {
      written += piece.tokens
      yield chunk({ content: piece.text })
    }
    // Charged before the stream ends, so that the client then sees the new balance.
    usage = settle(completion, written, context)
    if (writing.end === 'error') {
      yield { data: { ...head, choices: [], error: brokenOff() } }
      return
    }
    yield chunk({}, writing.end)
    if (includeUsage) yield { data: { ...head, choices: [], usage } satisfies Chunk }
    yield { data: '[DONE]' }
  } finally {
    if (!usage) settle(completion, written, context)
  }
}

type Chunk = Schemas['ChatCompletionChunk']
type Delta = Chunk['choices'][number]['delta']

function settle({ model, tokensIn }: ChatCompletion, tokensOut: number, { workspace, caller }: Context) {
  charge(workspace, { kind: 'chat-completion', model, tokensIn, tokensOut, userId: caller.person.id })
  watchWallet(workspace)
  return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut }
}

/** Gap `model-unknown`. */
function requireModel({ tables: { models }, profile }: Workspace, id: string): ModelRow {
  const model = models.get(id)
  if (model) return model
  const names = models.all().map(model => model.id)
  const message = `There is no model ${id} that this workspace may use. It may use ${names.join(', ')}.`
  if (decisions.unknownModelStatus(profile) === 404)
    throw new Refusal('model_not_found', message, { param: 'body.model', because: { accepted: names } })
  const expected = `one of ${names.join(', ')}`
  const issues = [issue('body', 'model', expected, id, `must be ${expected}`)]
  throw new Refusal('request_invalid', message, { issues })
}

/** The form that `response_format` asks for; without a schema, an object with the members that the messages name. */
function formOf(
  { response_format: format }: ChatRequest,
  messages: readonly Message[],
  requested: string | undefined,
): Form | null {
  if (format?.type === 'json_object') {
    if (requested !== undefined) return { type: 'object', schema: {}, field: 'response_format' }
    const names = messages.flatMap(({ text }) => membersIn(text))
    const schema = schemaFor([...new Set(names)].slice(0, MAX_MEMBERS))
    return names.length > 0 ? { type: 'object', schema, field: 'response_format' } : null
  }
  const schema = format?.type === 'json_schema' ? format.json_schema?.schema : undefined
  if (typeof schema !== 'object' || schema === null) return null
  return {
    type: 'any',
    schema: schema as Record<string, unknown>,
    field: 'response_format.json_schema.schema',
  }
}

/** An answer in words, as JSON where that is the format. */
function answerIn(format: ChatRequest['response_format'], answer: string): string {
  return format?.type === 'json_object' ? JSON.stringify({ answer }) : answer
}

/** The names of members: those in quotation marks, or else a list such as "with name, city and age". */
function membersIn(text: string): string[] {
  const quoted = [...text.matchAll(MEMBER)].map(([, name = '']) => name)
  if (quoted.length > 0) return quoted
  const [, list = ''] = MEMBER_LIST.exec(text) ?? []
  return list.match(/[a-z]\w*/gi)?.filter(word => !/^(?:and|und|et|y)$/i.test(word)) ?? []
}

const MEMBER_LIST =
  /\b(?:with|fields?|keys?|members?|mit|avec|con)\b:?\s+((?:[a-z]\w*(?:,\s*|,?\s+(?:and|und|et|y)\s+))+[a-z]\w*)/i
/** The name of a member in quotation marks. */
const MEMBER = /["'`]([a-z]\w{0,39})["'`]/gi
const MAX_MEMBERS = 20

/** The texts that end an answer; they are not part of it. */
function endedBy(text: string, stop: ChatRequest['stop']): string {
  if (stop == null) return text
  const ends = [stop].flat().map(end => text.indexOf(end))
  return text.slice(0, Math.min(text.length, ...ends.filter(at => at >= 0)))
}

/** Refuses what the mock reads and cannot follow. */
function requireSampling({ n, seed, stop, max_tokens, max_completion_tokens }: ChatRequest): void {
  if ((n ?? seed ?? stop ?? max_tokens ?? max_completion_tokens) == null) return
  const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  const issues = [
    n == null || n === 1 ? [] : issue('body', 'n', '1, because a completion has one choice', n),
    seed == null || Number.isInteger(seed) ? [] : issue('body', 'seed', 'a whole number', seed),
    stop == null || [stop].flat().every(isText)
      ? []
      : issue('body', 'stop', 'a text or a list of texts, none of them empty', stop),
    ...Object.entries({ max_tokens, max_completion_tokens }).map(([name, value]) =>
      value == null || isCount(value) ? [] : issue('body', name, 'a whole number from 1', value),
    ),
  ].flat()
  if (issues.length > 0) throw requestInvalid(issues)
}

function brokenOff(): Schemas['Error']['error'] {
  const message = 'The answer broke off, as the message requested with mock: error.'
  return { type: 'internal', code: 'internal_error', message, param: null, issues: [] }
}
