// Another company on the same service. Nothing of it may ever be seen with a key of the demo company.

import { SCOPES } from '#openapi'
import { startRun } from '../work/runs.ts'
import { addTask } from '../work/tasks.ts'
import { startWorkflow } from '../work/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import { Agenda } from './agenda.ts'
import { addAgent } from './agents.ts'
import { DAY, HOUR } from './calendar.ts'
import { seedModels } from './models.ts'
import { NOTHING_SAID } from './past-tasks.ts'
import { secretFor } from './people.ts'
import { openWallet, payFee } from './wallet.ts'
import { addWorkflow } from './workflows.ts'

/** How long before its end its history begins. */
export const SECOND_HISTORY_MS = 3 * DAY

/** A model that no other tenant may use. */
const HOUSE_MODEL = 'kontrapunkt-house'

/** What there is in it, to be asked for in vain; and the key with which it is found. */
export interface SecondTenant {
  readonly key: string
  readonly personId: string
  readonly agentId: string
  readonly runId: string
  readonly chatId: string
  readonly taskId: string
  readonly boardId: string
  readonly workflowId: string
  readonly workflowRunId: string
  readonly approvalId: string
  readonly knowledgeBaseId: string
  readonly clientId: string
}

/**
 * Fills an empty workspace with a small publishing house that uses one agent. The workspace needs a seed of its own:
 * with the seed of the demo, its rows would have the same ids. With the id `second-tenant` it has a readable key.
 */
export function seedSecondTenant(workspace: Workspace, end: number): SecondTenant {
  const { tables, ids } = workspace
  const now = workspace.now()
  tables.tenant.insert({
    id: ids.next('tenant'),
    name: 'Kontrapunkt Verlag',
    timeZone: 'Europe/Vienna',
    planId: 'plan_starter',
  })
  seedModels(workspace)
  const [model] = tables.models.all()
  if (model) tables.models.insert({ ...model, id: HOUSE_MODEL, name: 'Kontrapunkt house style' })
  const team = tables.teams.insert({ id: ids.next('team'), name: 'Editorial' })
  const person = tables.people.insert({
    id: ids.next('usr'),
    name: 'Johanna Pichler',
    email: 'johanna.pichler@kontrapunkt.example',
    role: 'admin',
    teamIds: [team.id],
    managedTeamIds: [],
  })
  const key = tables.keys.insert({
    id: ids.next('key'),
    secret: secretFor(workspace, 'admin'),
    name: 'admin',
    personId: person.id,
    scopes: SCOPES,
    createdAt: now - 60 * DAY,
    revokedAt: null,
  })
  const agentId = addAgent(workspace, PROOFREADER, person.id, team.id)
  const agent = tables.agents.get(agentId)!
  const boardId = tables.boards.insert({
    id: ids.next('brd'),
    name: 'Spring list',
    prefix: 'SPR',
    lastNumber: 0,
    createdAt: now - 60 * DAY,
  }).id
  const knowledgeBaseId = tables.knowledgeBases.insert({
    id: ids.next('kb'),
    handle: 'kb-style',
    name: 'House style',
    description: 'Spelling, quotation marks, names.',
    teamIds: [],
    updatedAt: now - 30 * DAY,
  }).id
  tables.documents.insert({
    id: ids.next('doc'),
    knowledgeBaseId,
    title: 'Quotation marks and invoices of authors',
    passages: [
      'Authors send their invoices by the end of the quarter.',
      'Quotation marks follow the language of the book.',
    ],
    updatedAt: now - 30 * DAY,
  })
  const clientId = tables.clients.insert({
    id: ids.next('client'),
    name: 'Edition Salz',
    agentIds: [agentId],
  }).id
  const workflowId = addWorkflow(
    workspace,
    {
      handle: 'proofread-and-release',
      name: 'Proofread and release',
      description: 'Proofreads a chapter and lets the editor release it.',
      owner: 'editor',
      steps: [
        { name: 'Proofread', agent: 'proofreader', instruction: 'Proofread the chapter.' },
        { name: 'Release', approvers: ['editor'] },
      ],
    },
    { proofreader: agentId, editor: person.id },
  )
  const workflow = tables.workflows.get(workflowId)!

  openWallet(workspace)
  payFee(workspace)
  const agenda = new Agenda(workspace, end)
  const script = [
    { do: 'work', seconds: 80 },
    { do: 'finish', summary: '14 corrections in chapter 3.' },
  ] as const
  const input = { task: 'Proofread chapter 3.' }
  const title = {
    ...NOTHING_SAID,
    title: 'Proofread chapter 3',
    status: 'in_review',
    boardId,
    ownerId: person.id,
  } as const
  const task = addTask(workspace, title, person.id)
  tables.tasks.replace(task.id, { assigneeType: 'agent', assigneeId: agentId })
  const run = startRun(workspace, {
    agent,
    startedBy: person.id,
    input,
    triggeredBy: 'user',
    taskId: task.id,
    script,
  })
  let workflowRunId = ''
  agenda.add(end - 5 * HOUR, () => {
    const started = { workflow, startedBy: person.id, input, test: false, groupId: null }
    workflowRunId = startWorkflow(workspace, started).id
  })
  agenda.run()
  const [approval] = tables.approvals.range('oldest', 'workflow_gate|status:pending')
  return {
    key: key.secret,
    personId: person.id,
    agentId,
    runId: run.id,
    chatId: run.chatId,
    taskId: task.id,
    boardId,
    workflowId,
    workflowRunId,
    approvalId: approval?.id ?? '',
    knowledgeBaseId,
    clientId,
  }
}

const PROOFREADER = {
  handle: 'proofreader',
  name: 'Proofreader',
  description: 'Finds mistakes and proposes corrections.',
  systemPrompt: 'You proofread manuscripts by the house style and propose corrections line by line.',
  model: 'aw-medium',
  tags: ['books'],
  script: [
    { do: 'work', seconds: 80 },
    { do: 'finish', summary: 'All corrections are listed.' },
  ],
} as const
