/** Agent completions: the assistant's final message, for every valid form of the body. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { asId, findLike, type Json, type Place, places } from '../../extract/find-value.ts'
import { recordIn, refIn } from '../../extract/record.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { refuses } from '../../negatives/refusals.ts'
import { subjectsOf } from '../../requirements/contract.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { isServed, servedBeside, servedTogether, takesNulls } from '../../rules/stated-status.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { agents } from '../discover.ts'
import { pastRuns } from '../runs/find-agents.ts'
import { finishedRun, finisher } from '../runs/finished-run.ts'
import { paid } from './paid.ts'

/** The message form of the common UI SDK. A deployment may require another one: that is a gap. */
export const UI_MESSAGE = {
  id: 'msg-1',
  role: 'user',
  parts: [{ type: 'text', text: 'Reply with one short sentence.' }],
  content: 'Reply with one short sentence.',
}

export const agentCompletionScenario = scenario({
  id: 'completions/agent',
  title: 'An agent answers with its final message, with every legal form of the body',
  requirements: [
    ...['COMP-01', 'COMP-04', 'COMP-06', 'COMP-08', 'COMP-10', 'COMP-11', 'COMP-13', 'COMP-15', 'COMP-25'],
    'COMP-02',
    ...accessRows('createAgentCompletion', 'VIS-05'),
  ],
  needs: { capability: 'completions', scopes: ['agents:run'] },
  cost: { requests: 22, runs: 4, seconds: 20 },
  async run(t) {
    const one = await finisher(t)
    const plain = { agentId: one.id, messages: [UI_MESSAGE], stream: false }
    const first = await refusesOtherCallers(t, 'createAgentCompletion', {
      options: { body: plain },
      foreign: ['VIS-05'],
      right: key => paid(t, 'createAgentCompletion', plain, { key }),
      says: saysSomething,
    })
    const send = (body: Json) => () =>
      paid(t, 'createAgentCompletion', body, body.stream === true ? { stop: () => false } : {})
    if (first.status === 422 && t.wants('COMP-06')) {
      const unsaid = send({ agentId: one.id, messages: [UI_MESSAGE] })
      await servedBeside(t, 'COMP-06', 'stream false', send(plain), unsaid, 'accepts-value')
    }
    // The inner structure of messages is not stated, and a lawful state may refuse what costs money.
    const lack = `a completion that is served: it answered ${first.status}`
    if (isRefusal(first)) return t.notExercised(['COMP-01', 'COMP-04', 'COMP-25'], lack, first)
    if (!t.served(['COMP-01', 'COMP-04', 'COMP-25', 'COMP-06'], first)) return
    const answer = answerIn(first)
    const holds = `the reply holds ${answer ? t.quote(answer.value) : 'no text of the assistant'}`
    t.expect('stated-member', 'COMP-25', answer !== undefined, holds, first)
    const accepts = (id: string, more: Json) =>
      servedBeside(t, id, JSON.stringify(more), send({ ...plain, ...more }), send(plain), 'accepts-value')
    const nulls = Object.fromEntries(Object.keys(NULLABLE).map(field => [field, null]))
    const all = await takesNulls(t, NULLABLE, 'a completion', more => send({ ...plain, ...more }))
    if (!isServed(all))
      for (const [field, id] of Object.entries(NULLABLE)) await accepts(id, { [field]: null })
    if (t.wants('COMP-04')) await severalMessages(t, messages => send({ ...plain, messages }), send(plain))
    const together = (id: string, one: Json, more: Json) => {
      const both = (rest: Json) => send({ ...plain, ...one, ...rest })
      return servedTogether(t, id, JSON.stringify(one), both, more, send(plain))
    }
    let streams = false
    if (t.wants('COMP-06', 'COMP-10', 'COMP-25')) {
      const streamed = await together('COMP-06', { stream: true }, isServed(all) ? nulls : {})
      streams = isServed(streamed)
      if (streamed.status === 200 && streamed.ended && !saysSomething(streamed)) {
        const sentence = `streamed, the reply holds no text: ${t.quote(streamed.text, 120)}`
        t.violated('stated-member', 'COMP-25', sentence, streamed)
      }
    }
    // An agent that may take five steps need not come to a text.
    if (t.wants('COMP-10')) await together('COMP-10', { maxSteps: 5 }, streams ? { stream: true } : {})
    await conversation(t, plain, first)
    await ofThatAgent(t, one.id, first)
    await runOfThatAgent(t, one.id, first, answer?.value)
    const agentId = unknownLike(one.id)
    const strange = await t.call('createAgentCompletion', { body: { ...plain, agentId } })
    t.observe('status-unknown-id', String(strange.status), strange)
    const said = partsOf(strange.json).find(({ path }) => path === answer?.path)?.value
    const sentence = `an agent with the id ${agentId}, which is not there, says ${t.quote(said, 80)}`
    // A success may say that there is no such agent: another one must have answered.
    if (isServed(strange)) await ofThatAgent(t, agentId, strange)
    if (isServed(strange) && said === answer?.value && /\s/.test(String(said)))
      t.violated('not-there', 'COMP-01', sentence, first, strange)
  },
})

const NULLABLE = {
  output: 'COMP-08',
  maxSteps: 'COMP-11',
  imageResponseFormat: 'COMP-13',
  conversationId: 'COMP-15',
}

const message = (role: string, n: number) => ({ ...UI_MESSAGE, id: `msg-${n}`, role })

/** Lists of several messages: a service may want turns, or none of those that it makes itself. */
const SEVERAL = [
  [message('user', 1), message('assistant', 2), message('user', 3)],
  [message('user', 1), message('user', 2)],
  [message('system', 1), message('user', 2)],
]

/** A list takes more than one message: where one alone is served, not each longer list fails validation. */
async function severalMessages(
  t: Trial,
  send: (messages: unknown[]) => () => Promise<Exchange>,
  one: () => Promise<Exchange>,
) {
  const anyOf = async () => {
    let reply = await send(SEVERAL[0]!)()
    for (const messages of SEVERAL.slice(1)) if (reply.status === 422) reply = await send(messages)()
    return reply
  }
  const control = async ({ status }: Exchange) => (status === 422 ? one() : undefined)
  await servedBeside(t, 'COMP-04', 'each list of several messages', anyOf, control, 'accepts-value')
}

/** The reply names no other agent than the one that was asked. */
async function ofThatAgent(t: Trial, asked: string, reply: Exchange) {
  const shown = refIn(recordIn(reply.json, ['completion', 'message']), 'agent')
  const isOther = shown !== asked && (await agents(t)).some(({ id }) => id === shown)
  const sentence = `asked of the agent ${asked}, the completion is of the agent ${shown}`
  if (isOther) t.violated('same-record', 'COMP-01', sentence, reply)
}

/**
 * The run of the conversation that shows the message or the answer is of the agent that was asked. An agent may hand the
 * work on: then a run of its own is there as well, or one that the suite has started has others in its chat.
 */
async function runOfThatAgent(t: Trial, asked: string, reply: Exchange, answer: unknown) {
  const chat = conversationIn(reply) ?? idLike(reply, /chat_?id/i)
  if (chat === undefined || typeof answer !== 'string' || t.keys.home('runs:read').length === 0) return
  const all = new Set((await agents(t)).map(({ id }) => id))
  const agentOf = (row: Json) => refIn(row, 'agent')
  const chatOf = (row: Json) => refIn(row, 'chat') ?? refIn(row, 'conversation')
  const isOwn = (row: Json) => agentOf(row) === asked
  const isLinked = (row: Json) =>
    [...places(row, 3)].some(({ value }) => value === answer || value === UI_MESSAGE.content)
  const otherIn = (rows: readonly Json[]) => {
    const ofChat = rows.filter(row => chatOf(row) === chat)
    const isOther = (row: Json) => all.has(agentOf(row) ?? '') && isLinked(row)
    return ofChat.some(isOwn) ? undefined : ofChat.find(isOther)
  }
  const look = async () => otherIn(await pastRuns(t))
  const other = await t.settled('the run of the completion to be listed', look, one => one === undefined)
  if (!other) return
  const started = await finishedRun(t)
  const alike = (await pastRuns(t)).filter(row => chatOf(row) === started.chatId)
  const sentence = `asked of the agent ${asked}, its conversation ${chat} is that of a run of the agent ${agentOf(other)}`
  if (started.chatId !== undefined && alike.length > 0 && alike.every(isOwn))
    t.violated('same-record', 'COMP-01', sentence, reply)
}

/** A body, which may be a text itself, and everything in it. */
const partsOf = (body: unknown): Place[] => [
  { path: '', name: '', value: body, depth: 0 },
  ...places(body, 8),
]

/** The first text that may be the assistant's: no id, no word about the reply, and in no message of the user. */
const answerIn = ({ json }: Exchange): Place | undefined => {
  const all = partsOf(json)
  const users = all.flatMap(({ name, value, path }) =>
    name === 'role' && value === 'user' ? [path.slice(0, -name.length)] : [],
  )
  return all.find(({ path, name, value }) => isSaid(name, value) && !users.some(one => path.startsWith(one)))
}

/** Any text in any event, apart from the usual words for the end of a stream. */
function saysSomething({ text, chunks, json }: Exchange): boolean {
  if (json !== undefined || !isFramed(text)) return text.trim() !== ''
  return eventsOf(chunks).some(({ data, json: event }) =>
    typeof event === 'object'
      ? [...places(event, 8)].some(({ name, value }) => isSaid(name, value))
      : isText(data) && data.trim() !== '[DONE]',
  )
}

/** Names of what describes a reply: a `messageId` is no message. */
const ABOUT =
  /(^|_)(id|at|by|type|kind|object|event|role|status|state|model|name|reason|format|version|date|time)$|[a-z](Id|At|By|Type|Kind|Role|Status|State|Model|Name|Reason|Format|Version|Date|Time)$/
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isSaid = (name: string, value: unknown): boolean => isText(value) && !ABOUT.test(name)

const idLike = ({ json }: Exchange, name: RegExp) =>
  asId(findLike(json, name, value => typeof value === 'string')?.value)
const conversationIn = (reply: Exchange) => idLike(reply, /conversation_?id/i)

/** A conversation continues by the id of an earlier reply, else by the chat of that reply or of a run of the suite. */
async function conversation(t: Trial, plain: Json, first: Exchange) {
  if (!t.wants('COMP-02', ...Object.values(NULLABLE))) return
  const shown = conversationIn(first)
  const chat = async () => t.context.memory.has('finished-run') && (await finishedRun(t)).chatId
  const id = shown ?? idLike(first, /chat_?id/i) ?? (await chat())
  if (!id) return t.notExercised('COMP-15', 'the id of a conversation')
  let n = 1
  // A conversation may hold no two messages with one id.
  const send = (more: Json) => () => {
    n += 1
    const messages = [{ ...UI_MESSAGE, id: `msg-${n}` }]
    return paid(t, 'createAgentCompletion', { ...plain, messages, ...more })
  }
  // Whether the chat of a run is a conversation that may go on is not stated.
  const control = shown === undefined ? undefined : send({})
  const goesOn = send({ conversationId: id })
  const turn = await servedBeside(t, 'COMP-15', `conversationId ${id}`, goesOn, control, 'accepts-value')
  const { conversationId: _, ...others } = NULLABLE
  if (isServed(turn)) await takesNulls(t, others, 'a turn', more => send({ conversationId: id, ...more }))
  // A turn needs the agent as well, though a conversation may have one.
  const right = { ...plain, maxSteps: 5, output: null, imageResponseFormat: null, conversationId: id }
  const missing = subjectsOf('createAgentCompletion').filter(row => row.id === 'COMP-02')
  if (isServed(turn)) await refuses(t, 'createAgentCompletion', missing, { right })
}
