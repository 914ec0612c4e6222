// What people spent beside runs: chats with a model, conversations with an agent, and searches.
import type { Random } from '../../simulation/random.ts'
import { MINUTE, workingInstant } from './calendar.ts'
import type { Cast } from './cast.ts'
import { pickJob } from './jobs.ts'
import type { Happened, Past } from './past.ts'

const CHATS = 90
const CONVERSATIONS = 14
const SEARCHES = 60

export function addCompletions(past: Past, random: Random, cast: Cast): void {
  const now = past.workspace.now()
  const models = past.workspace.tables.models.all()
  for (let i = 0; i < CHATS; i++) {
    const at = workingInstant(random, now, 88)
    const person = cast.pickPerson(random)
    const paying = { userId: person.id, teamId: person.teamIds[0] ?? null }
    const tokens = { tokensIn: random.int(200, 6_000), tokensOut: random.int(80, 1_500) }
    past.spend({ at, kind: 'chat-completion', model: random.pick(models).id, ...tokens, ...paying })
  }
  for (let i = 0; i < SEARCHES; i++) {
    const person = cast.pickPerson(random)
    const paying = { userId: person.id, teamId: person.teamIds[0] ?? null }
    past.spend({
      at: workingInstant(random, now, 88),
      kind: 'knowledge-search',
      model: null,
      flatMicros: 400,
      ...paying,
    })
  }
  for (let i = 0; i < CONVERSATIONS; i++) addConversation(past, random, cast, workingInstant(random, now, 80))
}

/** A question to an agent, its answer, and sometimes a second one. */
function addConversation(past: Past, random: Random, cast: Cast, start: number): void {
  const { tables, ids } = past.workspace
  const agent = cast.agent(random.pick(['agent-that-finishes', 'agent-that-uses-tools', 'reply-drafter']))
  const person = cast.pickStarter(random, agent)
  const teamId = person.teamIds[0] ?? null
  const id = ids.next('chat')
  const messages: { role: 'user' | 'assistant'; text: string }[] = []
  const happened: Happened[] = []
  let at = start
  for (let turn = random.int(1, 2); turn > 0; turn--) {
    const { task, summary } = pickJob(random, agent.handle)
    const tokens = { tokensIn: random.int(900, 5_000), tokensOut: random.int(120, 900) }
    const paying = { agentId: agent.id, userId: person.id, teamId }
    past.spend({ at, kind: 'agent-completion', model: agent.model, ...tokens, ...paying })
    messages.push({ role: 'user', text: task }, { role: 'assistant', text: summary })
    for (const { role, text } of messages.slice(-2)) {
      const message = { id: ids.next('msg'), role, text, created_at: new Date(at).toISOString() }
      happened.push({ at, event: { type: 'message.completed', message } })
    }
    at += random.int(MINUTE, 4 * MINUTE)
  }
  const updatedAt = happened.at(-1)?.at ?? start
  tables.conversations.insert({
    id,
    agentId: agent.id,
    personId: person.id,
    messages,
    asking: null,
    createdAt: start,
    updatedAt,
  })
  past.addChat({ id, kind: 'conversation', subjectId: id, createdAt: start }, teamId, happened)
}
