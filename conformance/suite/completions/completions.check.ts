/** Models, and chat completions in the form of the common third-party API. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { asId, findNamed, isObject, type Json } from '../../extract/find-value.ts'
import { rowsOfObjects } from '../../extract/list-rows.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { labelOf, rowsOf } from '../analytics/read-rows.ts'
import { paid } from './paid.ts'

const models = scenario({
  id: 'models/list',
  title: 'The models are listed in the common third-party shape',
  requirements: ['MODEL-01'],
  needs: { capability: 'models', scopes: ['chat:read'] },
  cost: { requests: 1 },
  async run(t) {
    const exchange = await t.call('listModels')
    if (!t.served('MODEL-01', exchange)) return
    const body = isObject(exchange.json) ? exchange.json : {}
    const data = body.data
    const list = body.object === 'list' && Array.isArray(data)
    t.expect(
      'MODEL-01',
      list,
      `the body has object ${JSON.stringify(body.object)} and ${Array.isArray(data) ? `data with ${data.length} entries` : 'no data'}`,
      exchange,
    )
    if (!Array.isArray(data)) return
    const wrong = data.find(row => !isObject(row) || typeof row.id !== 'string' || row.object !== 'model')
    t.expect(
      'MODEL-01',
      wrong === undefined,
      wrong === undefined ? 'each entry is a model with an id' : `an entry reads ${t.quote(wrong, 120)}`,
      exchange,
    )
  },
})

/** A model that answers is allowed, and every allowed model is listed. */
const allowed = scenario({
  id: 'models/allowed',
  title: 'A model that answers a completion is listed',
  requirements: ['MODEL-02'],
  needs: { capability: 'completions', scopes: ['chat:write', 'chat:read'] },
  cost: { requests: 1, runs: 2, analytics: { getSpendByModel: 1 } },
  writes: true,
  async run(t) {
    const listed = await t.need('listModels')
    const rows = isObject(listed.json) && Array.isArray(listed.json.data) ? listed.json.data : undefined
    if (rows === undefined) return
    const ids = new Set(rowsOfObjects(rows).map(row => row.id))
    const unlisted = (await modelsInUse(t)).filter(id => !ids.has(id))
    for (const id of unlisted.slice(0, 2)) {
      const reply = await paid(t, 'createChatCompletion', { model: id, messages: PROMPT, stream: false })
      // A model with an alias is listed under one of its names.
      if (reply.status === 200 && isObject(reply.json) && reply.json.model === id)
        t.violated(
          'MODEL-02',
          `the model ${id} answers, and is none of the ${ids.size} listed ones`,
          listed,
          reply,
        )
    }
    t.notExercised('MODEL-02', 'a model that answers without being listed: none was seen', listed)
  },
})

/** The models that the target names and those with recorded spend. */
async function modelsInUse(t: Trial): Promise<string[]> {
  const named = t.target.fixtures.get('model')?.id ?? []
  const key = t.keys.home().find(one => one.role === 'admin' && one.scopes.has('analytics:read'))
  if (!key || t.target.absent.has('analytics')) return [named].flat()
  const spend = await t.read('getSpendByModel', { key, query: { days: 90 } })
  const spent = spend.status === 200 ? rowsOf(spend.json, 'model') : []
  return [...new Set([named, ...spent.map(row => labelOf(row, 'model') ?? [])].flat())]
}

/** A model that the caller may use. */
async function model(t: Trial): Promise<string> {
  const named = t.target.fixtures.get('model')?.id
  if (named) return named
  const reply = await t.need('listModels')
  const rows = isObject(reply.json) && Array.isArray(reply.json.data) ? rowsOfObjects(reply.json.data) : []
  const id = asId(rows[0]?.id)
  if (id === undefined) throw new Missing('a model: the list of models is empty')
  return id
}

const PROMPT = [{ role: 'user', content: 'Reply with the single word: heron' }]

const chat = scenario({
  id: 'completions/chat',
  title: 'A chat completion has the common third-party shape, whole and streamed',
  requirements: [
    'COMP-17',
    'COMP-20',
    'COMP-23',
    'COMP-26',
    'COMP-27',
    'COMP-28',
    ...accessRows('createChatCompletion'),
  ],
  needs: { capability: 'completions', scopes: ['chat:write', 'chat:read'] },
  cost: { requests: 14, runs: 4 },
  writes: true,
  async run(t) {
    const id = await model(t)
    const body = { model: id, messages: PROMPT, stream: false }
    const whole = await refusesOtherCallers(t, 'createChatCompletion', {
      options: { body },
      right: key => paid(t, 'createChatCompletion', body, { key }),
    })
    if (t.served(['COMP-17', 'COMP-20', 'COMP-26'], whole)) {
      shape(t, whole)
      await ofThatModel(t, id, whole)
    }
    const streamed = await paid(t, 'createChatCompletion', { ...body, stream: true }, { stop: isDone })
    if (t.served('COMP-27', streamed)) {
      stream(t, streamed)
      await wholeText(t, body, whole, streamed)
    }
    const warm = await paid(t, 'createChatCompletion', { ...body, temperature: 0.5 })
    if (warm.status === 200) t.met('COMP-23', 'temperature 0.5 answered 200', warm)
    else if (whole.status === 200 && warm.status >= 500)
      t.violated('COMP-23', `temperature 0.5 answered ${warm.status}`, warm)
    else if (whole.status === 200) await temperature(t, body, warm)
    const strange = await t.call('createChatCompletion', { body: { ...body, model: 'no-such-model-heron' } })
    t.observe('model-unknown', String(strange.status), strange)
  },
})

/** A model may refuse temperatures or accept only its own; it is a violation if no model accepts any. */
async function temperature(t: Trial, body: Json, warm: Exchange) {
  const listed = await t.call('listModels')
  const rows = isObject(listed.json) && Array.isArray(listed.json.data) ? rowsOfObjects(listed.json.data) : []
  const others = rows.flatMap(row => (row.id !== body.model ? (asId(row.id) ?? []) : [])).slice(0, 3)
  for (const [model, degree] of [[body.model, 1] as const, ...others.map(id => [id, 0.5] as const)]) {
    const reply = await paid(t, 'createChatCompletion', { ...body, model, temperature: degree })
    if (reply.status === 200)
      return t.met('COMP-23', `temperature ${degree} of the model ${String(model)} answered 200`, reply)
    if (reply.status !== warm.status)
      return t.notExercised('COMP-23', `a model that takes a temperature: it answered ${reply.status}`, reply)
  }
  const sentence = `temperature 0.5 answered ${warm.status}, as with each other model and with 1; without it 200`
  if (warm.status === 422) t.violated('COMP-23', sentence, warm)
  else t.notExercised('COMP-23', `a model that takes a temperature: ${sentence}`, warm)
}

function shape(t: Trial, exchange: Exchange) {
  const body = isObject(exchange.json) ? exchange.json : {}
  const choice = Array.isArray(body.choices) ? (body.choices[0] as unknown) : undefined
  const message = isObject(choice) ? choice.message : undefined
  const right =
    isObject(message) &&
    message.role === 'assistant' &&
    (typeof message.content === 'string' || message.content === null || Array.isArray(message.content))
  t.expect('COMP-26', right, `the first choice reads ${t.quote(choice, 160)}`, exchange)
  // A message without content has something else in its place, such as tool calls, audio or a refusal.
  if (
    isObject(message) &&
    message.content === null &&
    !Object.entries(message).some(([name, value]) => name !== 'role' && value !== null)
  )
    t.violated('COMP-26', `the message has no content: ${t.quote(message, 120)}`, exchange)
  const about = isObject(choice)
    ? `index ${JSON.stringify(choice.index)}, finish_reason ${JSON.stringify(choice.finish_reason)}`
    : 'none'
  const ended = isObject(choice) && choice.index === 0 && typeof choice.finish_reason === 'string'
  t.expect('COMP-26', ended, `the first choice has ${about}`, exchange)
  t.expect(
    'COMP-26',
    typeof body.created === 'number',
    `created reads ${JSON.stringify(body.created)}`,
    exchange,
  )
  const usage = isObject(body.usage) ? body.usage : {}
  const [total, ...parts] = [usage.total_tokens, usage.prompt_tokens, usage.completion_tokens]
  if (typeof total === 'number' && parts.every(one => typeof one === 'number'))
    t.expect(
      'COMP-26',
      total === parts.reduce<number>((sum, one) => sum + Number(one), 0),
      `usage counts ${parts.join(' and ')} tokens, together ${total}`,
      exchange,
    )
  const head =
    typeof body.id === 'string' && body.object === 'chat.completion' && typeof body.model === 'string'
  t.expect(
    'COMP-26',
    head,
    `id ${JSON.stringify(body.id)}, object ${JSON.stringify(body.object)}, model ${JSON.stringify(body.model)}`,
    exchange,
  )
}

/** The reply may name the model in a longer form, but must not name another model. */
async function ofThatModel(t: Trial, id: string, exchange: Exchange) {
  const modelInReply = isObject(exchange.json) ? exchange.json.model : undefined
  const reply = await t.call('listModels')
  const listed = isObject(reply.json) && Array.isArray(reply.json.data) ? rowsOfObjects(reply.json.data) : []
  const other = modelInReply !== id && listed.some(row => row.id === modelInReply)
  if (other)
    t.violated(
      'COMP-17',
      `asked for the model ${id}, the reply is of ${String(modelInReply)}`,
      exchange,
      reply,
    )
}

function stream(t: Trial, exchange: Exchange) {
  const type = exchange.headers['content-type'] ?? 'none'
  if (
    !t.expect(
      'COMP-27',
      /^text\/event-stream\b/i.test(type) && isFramed(exchange.text),
      `the stream has the type ${type}`,
      exchange,
    )
  )
    return
  const events = eventsOf(exchange.chunks)
  t.observe(
    'completion-shape',
    events.some(event => event.data.trim() === '[DONE]')
      ? 'the stream ends with [DONE]'
      : 'the stream ends without [DONE]',
    exchange,
  )
  const chunks = events.filter(event => event.data.trim() !== '[DONE]').map(event => event.json)
  const broken = chunks.find(chunk => !isObject(chunk) || !Array.isArray(chunk.choices))
  if (broken !== undefined || chunks.length === 0) {
    return t.violated(
      'COMP-28',
      chunks.length === 0 ? 'the stream has no chunk' : `a chunk reads ${t.quote(broken, 160)}`,
      exchange,
    )
  }
  const heads = chunks.filter(isObject).map(({ id, object, model: of }) => JSON.stringify([id, object, of]))
  const [head] = chunks.filter(isObject)
  const right =
    typeof head?.id === 'string' && head.object === 'chat.completion.chunk' && typeof head.model === 'string'
  t.expect(
    'COMP-28',
    right && heads.every(one => one === heads[0]),
    `the chunks have id, object and model ${[...new Set(heads)].slice(0, 3).join(' and ')}`,
    exchange,
  )
  const choices = chunks.flatMap(chunk => (chunk as { choices: unknown[] }).choices).filter(isObject)
  const reasons = choices.flatMap(({ finish_reason: reason }) => (typeof reason === 'string' ? [reason] : []))
  t.expect(
    'COMP-28',
    reasons.length > 0,
    `the chunks end with finish_reason ${reasons.join(', ') || 'nowhere'}`,
    exchange,
  )
  const without = choices.find(choice => !isObject(choice.delta))
  const text = textOf(choices)
  t.expect(
    'COMP-28',
    without === undefined && text !== '',
    `${chunks.length} chunks, together ${t.quote(text, 80)}`,
    exchange,
  )
}

/** The concatenated deltas of these choices. */
const textOf = (choices: readonly Json[]): string =>
  choices
    .map(choice => (isObject(choice.delta) ? choice.delta.content : undefined))
    .filter(one => typeof one === 'string')
    .join('')

/**
 * A model may answer differently each time. The stream is cut off only if it twice ends early in an answer that came
 * whole twice.
 */
async function wholeText(t: Trial, body: Json, first: Exchange, streamed: Exchange) {
  const whole = contentOf(first)
  if (whole === undefined || !isCut(whole, streamed)) return
  const again = await paid(t, 'createChatCompletion', body)
  if (contentOf(again) !== whole) return
  const next = await paid(t, 'createChatCompletion', { ...body, stream: true }, { stop: isDone })
  if (isCut(whole, next))
    t.violated(
      'COMP-28',
      `twice the answer is ${t.quote(whole)}, and twice no more of it is streamed than ${t.quote(streamedText(next))}`,
      next,
      again,
    )
}

const isDone = (text: string): boolean => /data: ?\[DONE\]/.test(text)

function contentOf({ status, json }: Exchange): string | undefined {
  const content = status === 200 ? findNamed(json, 'content', 6)?.value : undefined
  return typeof content === 'string' ? content.trim() : undefined
}

const streamedText = ({ chunks }: Exchange): string =>
  textOf(
    eventsOf(chunks).flatMap(({ json }) =>
      isObject(json) && Array.isArray(json.choices) ? json.choices.filter(isObject) : [],
    ),
  ).trim()

/** The stream contains at most the first two thirds. */
function isCut(whole: string, streamed: Exchange): boolean {
  const text = streamedText(streamed)
  return (
    streamed.status === 200 && text !== '' && whole.startsWith(text) && 3 * text.length <= 2 * whole.length
  )
}

const chatInvalid = scenario({
  id: 'completions/chat-invalid',
  title: 'A chat completion body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('createChatCompletion', 'body')),
  needs: { capability: 'completions', scopes: ['chat:write', 'chat:read'] },
  cost: { requests: 24 },
  writes: true,
  async run(t) {
    const right = { model: await model(t), messages: PROMPT, stream: false }
    await refuses(t, 'createChatCompletion', refusalsOf('createChatCompletion', 'body'), { right })
  },
})

export const completionScenarios: readonly Scenario[] = [models, allowed, chat, chatInvalid]
