/** Completions, and searches of knowledge, in forms that the specification does not show. */

import {
  answers,
  changes,
  eachRow,
  handles,
  type Loose,
  reply,
  rows,
  sends,
  together,
  without,
} from '../mutants/mutant.ts'
import { refusesValue } from '../mutants/places.ts'
import { refuses, sentStreams, unnamed } from './differences.ts'
import { type Difference, dimensions } from './dimension.ts'
import { OPEN, whole } from './forms.ts'

const refusesBelow = (field: string, least: number) =>
  refusesValue(
    { operation: 'searchKnowledge', in: 'body', field },
    value => typeof value === 'number' && value < least,
  )

/** The first reply of a stream breaks off with an error. */
function breaksOff(): Difference {
  let n = 0
  return sentStreams(['createChatCompletion'], async function* (parts) {
    const isBroken = n++ === 0
    for await (const part of parts) {
      yield part
      if (isBroken)
        return yield { data: { error: { message: 'The provider is overloaded.', type: 'overloaded' } } }
    }
  })
}

/** Once the first reply of a stream broke off, completions are refused for a while. */
function breaksDown(): Difference {
  const broken = breaksOff()
  let n = 0
  return together(
    broken,
    handles('createChatCompletion', (request, context, handler) => {
      if (n > 0 && n++ < 3) return reply(409, { error: { message: 'The provider is overloaded.' } })
      if (request.body.stream === true) n = Math.max(n, 1)
      return handler(request, context)
    }),
  )
}

const completed = (change: (body: Loose, sent: Loose) => Loose) =>
  answers('createAgentCompletion', (body, { sent }) => body && change(body, sent))

/** The run that a call has made is written again, as one of another agent. */
const handsOn = (operation: string, change: (run: Loose) => object) =>
  handles(operation, async (request, context, handler) => {
    const { agents, runs } = context.tables
    const answer = await handler(request, context)
    const chat = answer.body?.conversationId ?? answer.body?.chat_id
    const run = runs.all().findLast((one: Loose) => one.chatId === chat)
    const other = agents.all().find((one: Loose) => one.id !== run?.agentId)
    if (run && other) runs.put({ ...run, agentId: other.id, ...change(run) })
    return answer
  })

/** A conversation holds no two messages with one id. */
function messagesOnce(): Difference {
  const kept = new Set<string>()
  return handles('createAgentCompletion', async (request, context, handler) => {
    const { conversationId, messages = [] } = request.body
    const names = (chat: string) => messages.map(({ id }: Loose) => `${chat} ${id}`)
    if (conversationId && names(conversationId).some((name: string) => kept.has(name)))
      return reply(409, { error: { message: 'The message is there already.' } })
    const answer = await handler(request, context)
    for (const name of names(answer.body?.conversationId)) kept.add(name)
    return answer
  })
}

const refusesRoles = (isWrong: (roles: readonly string[]) => boolean) =>
  refuses(
    'createAgentCompletion',
    'request_invalid',
    422,
    ({ body }) => Array.isArray(body?.messages) && isWrong(body.messages.map((one: Loose) => one?.role)),
  )

/** Another model answers for one that is not there, under its own name or under the one that was asked for. */
const served = (isEchoed: boolean) =>
  handles('createChatCompletion', (request, context, handler) => {
    const { model } = request.body
    const [first] = context.tables.models.all()
    if (context.tables.models.get(model)) return handler(request, context)
    const answer = handler({ ...request, body: { ...request.body, model: first.id } }, context)
    return isEchoed && answer.body ? { ...answer, body: { ...answer.body, model } } : answer
  })

/** A model that is cut off while it thinks. */
function thinks(): Difference {
  const ends = (reason: string | null) => reason && 'length'
  const cut = (one: Loose) => ({ ...one, finish_reason: ends(one.finish_reason) })
  return together(
    answers('createChatCompletion', body => ({
      ...body,
      choices: body.choices.map((one: Loose) => cut({ ...one, message: { ...one.message, content: null } })),
    })),
    sentStreams(['createChatCompletion'], async function* (parts) {
      for await (const { data, ...part } of parts) {
        const choices = data?.choices?.map((one: Loose) =>
          cut({ ...one, delta: without(one.delta, 'content') }),
        )
        yield { ...part, data: choices ? { ...data, choices } : data }
      }
    }),
  )
}

/** Some models are booked under a name with that of their provider, under which they answer, too. */
const ofProvider = () =>
  together(
    eachRow('getSpendByModel', ({ model }, n) => (n % 2 ? { model: `azure/${model}` } : {})),
    handles('createChatCompletion', (request, context, handler) => {
      const { model } = request.body
      const answer = handler(
        { ...request, body: { ...request.body, model: model.replace('azure/', '') } },
        context,
      )
      return answer.body ? { ...answer, body: { ...answer.body, model } } : answer
    }),
  )

/** The first base is below the second one: a search there reaches it. */
const belowAnother = () => {
  const basesIn = ({ tables }: Loose) => tables.knowledgeBases.all().map(({ id }: Loose) => id)
  return whole(
    'knowledge-fields',
    together(
      changes('listKnowledgeFolders', ({ data }, { context }) => {
        const [first, parentId] = basesIn(context)
        return { data: data.map((row: Loose) => (row.id === first && parentId ? { ...row, parentId } : row)) }
      }),
      sends('searchKnowledge', ({ knowledgeBaseIds: ids }, context) => {
        const [first, second] = basesIn(context)
        return ids?.includes(second) && { knowledgeBaseIds: [...new Set([...ids, first])] }
      }),
    ),
  )
}

export const completions = dimensions('form', {
  search: {
    what: 'bounds of a search, and what its results show',
    lawful: '2.3: bounds of topK and minScore, and which score minScore is about, are not stated',
    choices: {
      tree: () =>
        whole(
          'knowledge-fields',
          rows('listKnowledgeFolders', ([first, second, ...rest]) =>
            second ? [first, { ...second, children: rest }] : [first],
          ),
        ),
      branches: belowAnother,
      // What the words of a hybrid search find has no score that could be too low.
      'score-of-vectors': () =>
        sends('searchKnowledge', ({ hybrid }) => hybrid !== false && { minScore: null }),
      // What is not a hybrid search has no fused score.
      'score-of-fusion': () =>
        sends('searchKnowledge', ({ hybrid }) => hybrid === false && { minScore: null }),
      'least-results': () => refusesBelow('topK', 5),
      'least-score': () => refusesBelow('minScore', 0.01),
      'most-score': () =>
        refusesValue({ operation: 'searchKnowledge', in: 'body', field: 'minScore' }, value => value > 1),
      ranks: () => unnamed(rows('searchKnowledge', data => data.map(({ text }, n) => ({ id: n + 1, text })))),
      nested: () =>
        whole(
          'knowledge-fields',
          rows('searchKnowledge', data => data.map(({ text }) => ({ chunk: { text } }))),
        ),
      fused: () => eachRow('searchKnowledge', (_, n) => ({ score: 1 / (61 + n) })),
      indexing: () =>
        handles('searchKnowledge', (request, context, handler) => {
          const [first] = context.tables.knowledgeBases.all()
          const asked = request.body.knowledgeBaseIds
          return asked?.length === 1 && asked[0] === first?.id
            ? reply(409, { error: { message: 'The base is being indexed.' } })
            : handler(request, context)
        }),
    },
  },
  completion: {
    what: 'what is in the reply of an agent, models that say nothing or do not stream, and streams that break off',
    lawful: `4.1: the final message of the assistant; ${OPEN}`,
    choices: {
      history: () =>
        whole(
          'agent-completion-fields',
          completed((body, sent) => ({
            messages: [...(sent?.messages ?? []), { role: 'assistant', content: JSON.stringify(body) }],
          })),
        ),
      completion: () =>
        whole(
          'agent-completion-fields',
          completed(() => ({ completion: 'Here you are.', stop: 'end' })),
        ),
      text: () =>
        whole(
          'agent-completion-fields',
          completed(() => 'Here you are.'),
        ),
      breaks: breaksOff,
      thoughts: thinks,
      'first-whole': () =>
        refuses(
          'createChatCompletion',
          'request_invalid',
          400,
          ({ body }, { tables: { models } }) => body.stream === true && body.model === models.all()[0].id,
        ),
      'breaks-down': breaksDown,
      // An agent hands its work on to another one, whose run is in the chat beside its own, or alone.
      'handed-on': () => handsOn('createAgentCompletion', run => ({ id: `${run.id}_part` })),
      'handed-on-alone': () =>
        together(
          handsOn('createAgentCompletion', () => ({})),
          handsOn('startRun', run => ({
            id: `${run.id}_part`,
            status: 'completed',
            summary: 'Looked it up.',
          })),
        ),
      absent: () =>
        handles('createAgentCompletion', (request, context, handler) =>
          context.tables.agents.get(request.body.agentId)
            ? handler(request, context)
            : reply(200, {
                message: { role: 'assistant', parts: [{ type: 'text', text: 'There is no such agent.' }] },
              }),
        ),
    },
  },
  conversation: {
    what: 'which messages a conversation takes, and which chats can be continued',
    lawful: `2.3: the id of a conversation is not said to be that of a chat; ${OPEN}`,
    choices: {
      'messages-once': messagesOnce,
      // What the user says and what is answered come in turn.
      turns: () => refusesRoles(roles => roles.some((role, n) => role === 'system' || role === roles[n - 1])),
      // A caller may speak as the user alone.
      'of-the-user': () => refusesRoles(roles => roles.some(role => role !== 'user')),
      chat: () =>
        together(
          refuses('createAgentCompletion', 'conversation_not_found', 404, ({ body }) => body.conversationId),
          whole(
            'agent-completion-fields',
            completed(({ conversationId, ...body }) => ({ ...body, chat_id: conversationId })),
          ),
        ),
    },
  },
  fallback: {
    what: 'which model answers for one that is not there, and under which other name one does',
    lawful: '4.1: what a name that is no model comes to is not stated',
    choices: { named: () => served(false), echo: () => served(true), provider: ofProvider },
  },
})
