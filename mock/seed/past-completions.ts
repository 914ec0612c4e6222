// Past use besides runs: chats with a model, and conversations with an agent.
import { MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { post } from '../work/chats.ts'
import { enterCompletion } from '../work/completion-runs.ts'
import { charge } from '../work/funds.ts'
import type { History } from '../world-file/index.ts'
import type { Agenda } from './agenda.ts'
import { atWork } from './calendar.ts'
import type { Company } from './company.ts'
import { pickJob } from './jobs.ts'

export function planCompletions(agenda: Agenda, random: Random, company: Company, history: History): void {
  const { workspace, end } = agenda
  const { days, chats_per_day = 0, conversations_per_day = 0 } = history
  const models = workspace.tables.models.all()
  const times = (perDay: number, share: number, act: () => void) => {
    for (let i = Math.round(perDay * days); i > 0; i--) agenda.add(atWork(random, end, history, share), act)
  }
  times(chats_per_day, 0.98, () => {
    const tokens = { tokensIn: random.int(200, 6_000), tokensOut: random.int(80, 1_500) }
    const userId = company.pickPerson(random).id
    charge(workspace, { kind: 'chat-completion', model: random.pick(models).id, ...tokens, userId })
  })
  const partners =
    history.conversations_with ??
    workspace.tables.agents
      .range('newest', null)
      .filter(({ visibility }) => visibility === 'shared')
      .map(({ handle }) => handle)
  if (partners.length > 0)
    times(conversations_per_day, 0.89, () => converse(agenda, random, company, partners, history))
}

/** A question to an agent, its answer, and sometimes a second question. */
function converse(
  agenda: Agenda,
  random: Random,
  company: Company,
  partners: readonly string[],
  history: History,
): void {
  const { workspace } = agenda
  const { tables, ids } = workspace
  const agent = company.agent(random.pick(partners))
  const personId = company.pickStarter(random, agent).id
  const id = ids.next('chat')
  const createdAt = agenda.now()
  tables.chats.insert({ id, kind: 'conversation', subjectId: id, sequence: 0, createdAt })
  const empty = { messages: [], asking: null, createdAt, updatedAt: createdAt }
  tables.conversations.insert({ id, agentId: agent.id, personId, ...empty })
  for (let turn = random.int(1, 2), wait = 0; turn > 0; turn--, wait += random.int(MINUTE, 4 * MINUTE))
    agenda.add(createdAt + wait, () => {
      const { task, summary } = pickJob(random, agent, history, agenda.now())
      const messages = [
        { role: 'user', text: task },
        { role: 'assistant', text: summary },
      ] as const
      const before = tables.conversations.get(id)?.messages ?? []
      tables.conversations.replace(id, { messages: [...before, ...messages], updatedAt: agenda.now() })
      for (const { role, text } of messages) {
        const message = { id: ids.next('msg'), role, text, created_at: new Date(agenda.now()).toISOString() }
        post(workspace, id, { type: 'message.completed', message })
      }
      const tokensIn = random.int(900, 5_000)
      const tokens = { tokensIn, tokensOut: random.int(120, 900), cachedTokens: Math.floor(tokensIn * 0.4) }
      const outcome = { status: 'completed', summary, error: null } as const
      enterCompletion(workspace, {
        agent,
        personId,
        chatId: id,
        task,
        startedAt: agenda.now(),
        tokens,
        workedMs: 0,
        outcome,
      })
    })
}
