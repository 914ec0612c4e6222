/** Models, and chat completions in the form of the common third-party API. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { asId, findNamed, isObject, type Json } from '../../extract/find-value.ts'
import { rowsOfObjects } from '../../extract/list-rows.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { isServed, servedBeside } from '../../rules/stated-status.ts'
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
    if (!t.answered('MODEL-01', exchange)) return
    const body = isObject(exchange.json) ? exchange.json : {}
    const data = Array.isArray(body.data) ? (body.data as unknown[]) : undefined
    const head = `the body has object ${JSON.stringify(body.object)} and ${data ? `data with ${data.length} entries` : 'no data'}`
    if (!t.expect('stated-type', 'MODEL-01', body.object === 'list' && data !== undefined, head, exchange))
      return
    const wrong = data?.find(row => !isObject(row) || typeof row.id !== 'string' || row.object !== 'model')
    if (wrong !== undefined)
      t.violated('stated-type', 'MODEL-01', `an entry reads ${t.quote(wrong, 120)}`, exchange)
  },
})

const listedModels = async (t: Trial) => {
  const exchange = await t.need('listModels')
  const data = isObject(exchange.json) && Array.isArray(exchange.json.data) ? exchange.json.data : []
  return { exchange, ids: rowsOfObjects(data).flatMap(row => asId(row.id) ?? []) }
}

/** A model that answers is allowed, and every allowed model is listed. */
const allowed = scenario({
  id: 'models/allowed',
  title: 'A model that answers a completion is listed',
  requirements: ['MODEL-02'],
  needs: { capability: 'completions', scopes: ['chat:write', 'chat:read'] },
  cost: { requests: 1, runs: 3, analytics: { getSpendByModel: 1 } },
  async run(t) {
    const { exchange, ids } = await listedModels(t)
    const used = await modelsInUse(t)
    // Where no name is in both, models may be listed under other names than they are used.
    const comparable = used.some(id => ids.includes(id))
    // A model may answer under the names of its versions, and with that of its provider, as well.
    const isVersion = (id: string) => ids.some(one => id.includes(one) || one.includes(id))
    const lost = comparable ? used.find(id => !isVersion(id)) : undefined
    const foreign = t.target.fixtures.get('tenant-model')?.id
    const answer = (model: string) =>
      paid(t, 'createChatCompletion', { model, messages: PROMPT, stream: false })
    for (const model of [lost, foreign]) {
      if (!model || ids.includes(model)) continue
      // Another model may answer for one that is not there, even under its name.
      const other = await answer('no-such-model-heron')
      const reply = other.status >= 400 && other.status !== 402 ? await answer(model) : other
      const answers = reply.status === 200 && isObject(reply.json) && reply.json.model === model
      const sentence = `the model ${model} answers, and is not listed`
      if (answers) return t.violated('lists-visible', 'MODEL-02', sentence, exchange, other, reply)
    }
    t.notExercised('MODEL-02', 'a model that answers without being listed: none was seen', exchange)
  },
})

/** The models that the target names and those with recorded spend. */
async function modelsInUse(t: Trial): Promise<string[]> {
  const named = t.target.fixtures.get('model')?.id ?? []
  const key = t.keys.home('analytics:read').find(one => one.role === 'admin')
  if (!key || t.target.absent.has('analytics')) return [named].flat()
  const spend = await t.read('getSpendByModel', { key, query: { days: 90 } })
  const spent = spend.status === 200 ? rowsOf(spend.json, 'model') : []
  return [...new Set([named, ...spent.map(row => labelOf(row, 'model') ?? [])].flat())]
}

/** A model that the caller may use. */
export async function model(t: Trial): Promise<string> {
  const named = t.target.fixtures.get('model')?.id
  if (named) return named
  const [id] = (await listedModels(t)).ids
  if (id === undefined) throw new Missing('a model: the list of models is empty')
  return id
}

export const PROMPT = [{ role: 'user', content: 'Reply with the single word: heron' }]

const chat = scenario({
  id: 'completions/chat',
  title: 'A chat completion has the common third-party shape, whole and streamed',
  requirements: [
    ...['COMP-17', 'COMP-20', 'COMP-23', 'COMP-26', 'COMP-27', 'COMP-28'],
    ...accessRows('createChatCompletion'),
  ],
  needs: { capability: 'completions', scopes: ['chat:write', 'chat:read'] },
  cost: { requests: 15, runs: 5 },
  async run(t) {
    const id = await model(t)
    const body = { model: id, messages: PROMPT, stream: false }
    const whole = await refusesOtherCallers(t, 'createChatCompletion', {
      options: { body },
      right: key => paid(t, 'createChatCompletion', body, { key }),
      says: reply => membersIn(reply).some(([name, value]) => name === 'content' && isSaid([name, value])),
    })
    const send = (more: Json) => () =>
      paid(t, 'createChatCompletion', { ...body, ...more }, more.stream ? { stop: isDone } : {})
    // An empty wallet, a reached cap or a model that is not available may lawfully refuse it.
    if (isRefusal(whole)) {
      const unsaid = send({ stream: undefined })
      await servedBeside(t, 'COMP-26', 'stream false', send({}), unsaid, 'accepts-value')
      const lack = `a completion that is served: it answered ${whole.status}`
      return t.notExercised(['COMP-17', 'COMP-20', 'COMP-23', 'COMP-27', 'COMP-28'], lack, whole)
    }
    if (t.served(['COMP-17', 'COMP-20', 'COMP-26'], whole)) shape(t, whole)
    const streaming = send({ stream: true })
    const others = (await listedModels(t)).ids.filter(one => one !== id).slice(0, 3)
    const left = [...others]
    // A model may not stream at all, where another one does.
    const control = async () => {
      for (const model of left.splice(0))
        if (isServed(await send({ model, stream: true })())) return undefined
      return send({})()
    }
    const streamed = await servedBeside(t, 'COMP-27', 'stream true', streaming, control, 'accepts-value')
    // A model may fail midway: then the stream of another reply is judged.
    const read = breaksOff(streamed) ? await streaming() : streamed
    if (isServed(read) && !breaksOff(read)) {
      stream(t, read)
      await saysTheSame(t, [whole, read], send({}), streaming)
    }
    if (t.wants('COMP-23', 'COMP-27', 'COMP-28')) await temperature(t, others, whole, send)
    const strange = await t.call('createChatCompletion', { body: { ...body, model: 'no-such-model-heron' } })
    t.observe('model-unknown', String(strange.status), strange)
  },
})

/**
 * A model may refuse temperatures or accept only its own: it is a violation if no model accepts any, or if one accepts 0 and 1
 * and nothing between them.
 */
async function temperature(
  t: Trial,
  others: readonly string[],
  whole: Exchange,
  send: (more: Json) => () => Promise<Exchange>,
) {
  const judged = async (what: string, one: Json, other: Json) =>
    void (await servedBeside(t, 'COMP-23', what, send(one), send(other), 'accepts-value'))
  const refused: Exchange[] = []
  // One request shows whether it is accepted, and whether a stream is one beside it.
  const streaming = send({ stream: true, temperature: 0.5 })
  const together = await streaming()
  if (isServed(together)) {
    t.met('accepts-value', 'COMP-23', 'temperature 0.5 beside stream true answered 200', together)
    if (breaksOff(together)) return
    stream(t, together, 'beside a temperature ')
    return saysTheSame(t, [whole, together], send({ temperature: 0.5 }), streaming)
  }
  for (const model of [undefined, ...others]) {
    const more = { ...(model !== undefined && { model }), temperature: 0.5 }
    const reply = await send(more)()
    const sentence = `${JSON.stringify(more)} answered ${reply.status}`
    if (isServed(reply)) {
      t.met('accepts-value', 'COMP-23', sentence, reply)
      const isBySome = isRefusal(together) && together.status !== 422
      if (isBySome || model !== undefined) return
      return judged('temperature 0.5 beside stream true', { stream: true, ...more }, { stream: true })
    }
    if (!isRefusal(reply)) return t.violated('accepts-value', 'COMP-23', sentence, reply)
    if (reply.status !== 422)
      return t.notExercised('COMP-23', `a model that takes a temperature: ${sentence}`, reply)
    refused.push(reply)
    if (model !== undefined) continue
    const ends = [await send({ temperature: 1 })(), await send({ temperature: 0 })()]
    const served = ends.find(isServed)
    if (!served) continue
    const lack = `a model that takes more than its own temperature: ${sentence}`
    if (!ends.every(isServed)) return t.notExercised('COMP-23', lack, served)
    return judged('temperature 0.5, where 0 and 1 are served,', more, { temperature: 1 })
  }
  const control = await send({})()
  const sentence = 'every model refuses each temperature with 422, and without one the model is served'
  if (isServed(control)) t.violated('accepts-value', 'COMP-23', sentence, control, ...refused)
  else t.notExercised('COMP-23', `a completion that is served: it answered ${control.status}`, control)
}

/** What the common third-party API always has. */
function shape(t: Trial, exchange: Exchange) {
  const body = isObject(exchange.json) ? exchange.json : {}
  const choice = Array.isArray(body.choices) ? (body.choices[0] as unknown) : undefined
  const { message, index, finish_reason } = isObject(choice) ? choice : ({} as Json)
  const { role, content, ...rest } = isObject(message) ? message : ({} as Json)
  const isText = typeof content === 'string' || Array.isArray(content)
  // A message without content has something else in its place, such as tool calls, or was cut off before it said anything.
  const isElse =
    content === null && (finish_reason !== 'stop' || Object.values(rest).some(value => value !== null))
  const parts: [holds: boolean, sentence: string][] = [
    [role === 'assistant' && (isText || isElse), `the first choice reads ${t.quote(choice, 160)}`],
    [
      index === 0 && typeof finish_reason === 'string',
      `the first choice has index ${JSON.stringify(index)}, finish_reason ${JSON.stringify(finish_reason)}`,
    ],
    [
      typeof body.id === 'string' && body.object === 'chat.completion' && typeof body.model === 'string',
      `id ${JSON.stringify(body.id)}, object ${JSON.stringify(body.object)}, model ${JSON.stringify(body.model)}`,
    ],
    [typeof body.created === 'number', `created reads ${JSON.stringify(body.created)}`],
  ]
  for (const [holds, sentence] of parts) t.expect('stated-type', 'COMP-26', holds, sentence, exchange)
}

const breaksOff = ({ chunks }: Exchange): boolean =>
  eventsOf(chunks).some(({ event, json }) => event === 'error' || (isObject(json) && isObject(json.error)))

/** Chunks of the common third-party API; those without choices, for usage or filters, are legal. */
function stream(t: Trial, exchange: Exchange, beside = '') {
  const type = exchange.headers['content-type'] ?? 'none'
  const isStream = /^text\/event-stream\b/i.test(type) && isFramed(exchange.text)
  if (!t.expect('stated-type', 'COMP-27', isStream, `the stream ${beside}has the type ${type}`, exchange))
    return
  const events = eventsOf(exchange.chunks)
  const last = events.some(({ data }) => data.trim() === '[DONE]') ? 'with' : 'without'
  t.observe('completion-shape', `the stream ends ${last} [DONE]`, exchange)
  const chunks = events.filter(({ data }) => data.trim() !== '[DONE]').map(event => event.json)
  const broken = chunks.find(
    chunk =>
      !isObject(chunk) ||
      !Array.isArray(chunk.choices) ||
      (chunk.choices.length > 0 && chunk.object !== 'chat.completion.chunk'),
  )
  const sentence = chunks.length === 0 ? 'the stream has no chunk' : `a chunk reads ${t.quote(broken, 160)}`
  if (broken !== undefined || chunks.length === 0)
    return t.violated('stated-type', 'COMP-28', sentence, exchange)
  const choices = (chunks as { choices: unknown[] }[]).flatMap(chunk => chunk.choices).filter(isObject)
  const ends = choices.flatMap(({ finish_reason: reason }) => (typeof reason === 'string' ? reason : []))
  const without = choices.find(({ delta }) => !isObject(delta))
  const members = membersIn(exchange)
  const text = members.flatMap(([name, value]) => (name === 'content' ? value : [])).join('')
  const says = members.some(isSaid)
  const parts: [holds: boolean, sentence: string][] = [
    [without === undefined, `a choice reads ${t.quote(without ?? choices[0], 120)}`],
    [says, `${chunks.length} chunks, together ${t.quote(text, 80)}`],
  ]
  // A model may answer with an empty text, or be cut off before it says anything.
  const hasEmpty = members.some(([name, value]) => name === 'content' && value === '')
  const isEmpty = !says && (hasEmpty || ends.some(reason => reason !== 'stop'))
  if (isEmpty) t.notExercised('COMP-28', 'an answer with a text: it is empty', exchange)
  for (const [holds, part] of isEmpty ? parts.slice(0, 1) : parts)
    t.expect('stated-type', 'COMP-28', holds, part, exchange)
  // Only a stream that was read to its end lacks what ends it.
  if ((exchange.ended || last === 'with') && ends.length === 0)
    t.violated('stated-type', 'COMP-28', 'no chunk has a finish_reason', exchange)
  if (exchange.ended && ends.length > 0 && last === 'without')
    t.advise(
      'stream-ends-with-done',
      'Section 4.1 names the common third-party API, whose streams end with the event [DONE]; that the end is part of its shape is not said.',
      'the stream of a chat completion ended without [DONE]',
      exchange,
    )
}

const isSaid = ([name, value]: readonly [string, unknown]) =>
  name !== 'role' && value !== null && value !== ''

/** The members of all deltas. */
const membersIn = ({ chunks }: Exchange): [name: string, value: unknown][] =>
  eventsOf(chunks)
    .flatMap(({ json }) => (isObject(json) && Array.isArray(json.choices) ? (json.choices as unknown[]) : []))
    .flatMap(choice => (isObject(choice) && isObject(choice.delta) ? Object.entries(choice.delta) : []))

/** How a stream differs from what the model says. A model may do so by itself, but not each time and only where it is streamed. */
const LOST: readonly (readonly [what: string, isSo: (pieces: readonly string[]) => boolean])[] = [
  ['carry no text', pieces => pieces.length === 0],
  [
    'hold each piece twice',
    pieces => pieces.length > 0 && pieces.every((one, n) => one === pieces[n % 2 ? n - 1 : n + 1]),
  ],
]

/** How often a model does by chance what it does otherwise each time it is not streamed. */
const STREAMS = 4

async function saysTheSame(
  t: Trial,
  [whole, first]: readonly [Exchange, Exchange],
  send: () => Promise<Exchange>,
  streaming: () => Promise<Exchange>,
) {
  const said = ({ json }: Exchange) => findNamed(json, 'content', 4)?.value
  const textIn = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  // Thoughts are no text, and none of them is another piece.
  const pieces = (one: Exchange) =>
    membersIn(one).flatMap((member, n) =>
      isSaid(member) ? [member[0] === 'content' ? textIn(member[1]) : `${member[0]} ${n}`] : [],
    )
  for (const [what, isSo] of LOST) {
    const streams = [first]
    // Only a stream that was read to its end has said everything.
    const isWhole = (one: Exchange) => (one.ended || isDone(one.text)) && membersIn(one).length > 0
    const isWrong = (one: Exchange) => isServed(one) && isWhole(one) && !breaksOff(one) && isSo(pieces(one))
    const isOther = (one: Exchange) =>
      isServed(one) && typeof said(one) === 'string' && said(one) !== pieces(streams[0]!).join('')
    while (streams.length < STREAMS && isWrong(streams.at(-1)!)) {
      if (!isOther(streams.length === 1 ? whole : await send())) break
      streams.push(await streaming())
    }
    const sentence = `${streams.length} streams ${what}, and without stream the model says ${t.quote(said(whole), 80)}`
    if (streams.length === STREAMS && streams.every(isWrong))
      t.violated('stated-type', 'COMP-28', sentence, whole, ...streams)
  }
}

const isDone = (text: string): boolean => /data: ?\[DONE\]/.test(text)

export const completionScenarios: readonly Scenario[] = [models, allowed, chat]
