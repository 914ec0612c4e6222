// What people, schedules and programs of a company do, in its history and, where it goes on, afterwards.
import { DAY, HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { post } from '../work/chats.ts'
import { enterCompletion } from '../work/completion-runs.ts'
import { charge } from '../work/funds.ts'
import { workOf } from '../work/run-work.ts'
import { moveRun } from '../work/runs.ts'
import { addTask } from '../work/tasks.ts'
import { NO_PARTS } from '../world/chats.ts'
import type { CompanyAct } from '../world/planned-events.ts'
import { startOfUtcDay } from './calendar.ts'
import { careFor } from './care.ts'
import type { Company } from './company.ts'
import { retry, startJob, startTaskJob } from './company-runs.ts'
import { startUsualWorkflow } from './company-workflows.ts'
import { pickJob } from './jobs.ts'
import { taskFields } from './put-task.ts'

/** Performs an act at the present instant. */
export function perform(company: Company, { what, about, note }: CompanyAct, random: Random): void {
  ACTS[what](company, random, about, note)
}

type Act = (company: Company, random: Random, about: string, note: string | undefined) => void

const ACTS: { readonly [what in CompanyAct['what']]: Act } = {
  run(company, random) {
    const agent = company.pickAgent(random)
    if (agent) startJob(company, random, agent, random.weighted(TRIGGERS))
  },
  'scheduled-run': (company, random, about) => startJob(company, random, company.agent(about), 'schedule'),
  retry: (company, random, about, note = '') => retry(company, random, about, note),
  cancel: (company, _, about) => endEarly(company, about, 'cancel'),
  stop: (company, _, about) => endEarly(company, about, 'stop'),
  chat,
  conversation: converse,
  turn: takeTurn,
  workflow: startUsualWorkflow,
  task: giveTask,
  care: careFor,
}

const TRIGGERS = [
  ['user', 6],
  ['api', 5],
  [null, 1],
] as const

/** Ends a run, or the one on which a workflow run works. */
function endEarly({ workspace }: Company, id: string, move: 'cancel' | 'stop'): void {
  const { runs } = workspace.tables
  const run = runs.get(id) ?? runs.range('byWorkflowRun', id, { descending: true, limit: 1 })[0]
  if (run?.status === 'running') moveRun(workspace, run, move)
}

/** A completion with a model. */
function chat(company: Company, random: Random): void {
  const { workspace } = company
  const tokens = { tokensIn: random.int(200, 6_000), tokensOut: random.int(80, 1_500) }
  const userId = company.pickPerson(random).id
  const model = random.pick(workspace.tables.models.all()).id
  charge(workspace, { kind: 'chat-completion', model, ...tokens, userId })
}

/** A question to an agent, its answer, and sometimes a second question. */
function converse(company: Company, random: Random): void {
  const { tables, ids } = company.workspace
  const partners = company.history.conversations_with
  const agents = company.agents.filter(({ handle, visibility }) =>
    partners ? partners.includes(handle) : visibility === 'shared',
  )
  if (agents.length === 0) return
  const agent = random.pick(agents)
  const personId = company.pickStarter(random, agent).id
  const id = ids.next('chat')
  const createdAt = company.now()
  tables.chats.insert({ id, kind: 'conversation', subjectId: id, createdAt, parts: NO_PARTS })
  const empty = { messages: [], asking: null, createdAt, updatedAt: createdAt }
  tables.conversations.insert({ id, agentId: agent.id, personId, ...empty })
  takeTurn(company, random, id)
  if (random.chance(0.5))
    company.plan(createdAt + random.int(MINUTE, 4 * MINUTE), { what: 'turn', about: id })
}

function takeTurn(company: Company, random: Random, id: string): void {
  const { workspace, history } = company
  const { conversations, agents } = workspace.tables
  const talk = conversations.get(id)
  const agent = talk && agents.get(talk.agentId)
  if (!talk || !agent) return
  const now = company.now()
  const { task, summary } = pickJob(random, agent, history, now)
  const messages = [
    { role: 'user', text: task },
    { role: 'assistant', text: summary },
  ] as const
  conversations.replace(id, { messages: [...talk.messages, ...messages], updatedAt: now })
  for (const message of messages)
    post(workspace, id, { type: 'message.completed', id: workspace.ids.next('msg'), ...message })
  const { ms: workedMs, ...tokens } = workOf(workspace, agent.id, agent.script)
  const outcome = { status: 'completed', summary, error: null } as const
  const { personId } = talk
  const said = { agent, personId, chatId: id, task, startedAt: now, tokens, workedMs, outcome }
  enterCompletion(workspace, said)
}

/** A new task for an agent or a person, who works on it at once, or when it is taken out of the backlog. */
function giveTask(company: Company, random: Random): void {
  const { workspace, history } = company
  const boards = workspace.tables.boards.range('oldest', null)
  const agent = company.pickAgent(random)
  if (!agent || boards.length === 0) return
  const job = pickJob(random, agent, history, company.now())
  const owner = company.pickStarter(random, agent)
  const due = startOfUtcDay(company.now()) + random.int(2, 21) * DAY + 16 * HOUR
  const fields = taskFields(workspace, {
    title: job.task,
    status: 'backlog',
    priority: random.pick(['urgent', 'high', 'medium', 'medium', 'low'] as const),
    board: random.pick(boards).handle,
    owner: owner.handle,
    tags: [],
    criteria: [],
    approvers: [],
    runs: [],
    due: new Date(due).toISOString(),
  })
  const isForPerson = random.chance(0.4)
  const executorKind = isForPerson ? 'human' : 'agent'
  const { id } = addTask(workspace, { ...fields, executorKind }, owner.id)
  // Assigning an agent may start a run by itself; here its run has the result of the job.
  const given = workspace.tables.tasks.replace(id, {
    assigneeType: isForPerson ? 'user' : 'agent',
    assigneeId: isForPerson ? owner.id : agent.id,
  })
  const isUrgent = random.chance(0.4)
  if (isUrgent && !isForPerson) startTaskJob(company, random, given, agent, job.summary)
  company.planCare(random, id, job.summary, (isUrgent ? 2 : 14) * DAY)
}
