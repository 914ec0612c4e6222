// The ready-made workflows, one for each way that a run of one can go.
import type { WorkflowStepRow } from '../workflows.ts'
import type { Workspace } from '../workspace.ts'
import type { AgentHandle, AgentIds } from './agents.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import type { PersonIds } from './people.ts'

const DAY = 86_400_000

type SeedStep =
  | { readonly name: string; readonly agent: AgentHandle; readonly instruction: string }
  | { readonly name: string; readonly approvers: readonly (keyof PersonIds)[] }

interface SeedWorkflow {
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly status?: 'draft'
  readonly owner: keyof PersonIds
  readonly steps: readonly SeedStep[]
}

const WORKFLOWS = [
  {
    handle: 'workflow-straight',
    name: 'Answer an order question',
    description: 'Checks the invoice of an order, then finds out where its parcel is.',
    owner: 'person-outsider-manager',
    steps: [
      {
        name: 'Check the invoice',
        agent: 'agent-that-finishes',
        instruction: 'Check that the invoice of the order is right.',
      },
      {
        name: 'Find the parcel',
        agent: 'agent-that-uses-tools',
        instruction: 'Find out where the parcel is.',
      },
    ],
  },
  {
    handle: 'workflow-with-gate',
    name: 'Onboard a supplier',
    description: 'Checks the papers of a new supplier, lets Finance decide, and sets the supplier up.',
    owner: 'person-manager',
    steps: [
      {
        name: 'Check the papers',
        agent: 'agent-that-finishes',
        instruction: 'Check register extract, tax number and bank details.',
      },
      { name: 'Finance decides', approvers: ['person-manager'] },
      {
        name: 'Set the supplier up',
        agent: 'agent-that-uses-tools',
        instruction: 'Enter the supplier with the terms that were agreed.',
      },
    ],
  },
  {
    handle: 'workflow-that-fails',
    name: 'Close the day',
    description: 'Checks the invoices of the day and imports the bank statements, which fails at the moment.',
    owner: 'person-admin',
    steps: [
      {
        name: 'Check the invoices',
        agent: 'agent-that-finishes',
        instruction: 'Check the invoices of today.',
      },
      {
        name: 'Import the statements',
        agent: 'agent-that-fails',
        instruction: 'Import the statements of today.',
      },
      { name: 'Report', agent: 'agent-that-finishes', instruction: 'Report what is open.' },
    ],
  },
  {
    handle: 'workflow-that-asks',
    name: 'Prepare a client review',
    description:
      'Writes the briefing for the review of a client, asking what to stress, and checks its figures.',
    owner: 'person-outsider-manager',
    steps: [
      {
        name: 'Write the briefing',
        agent: 'agent-that-asks-text',
        instruction: 'Write the briefing for the review.',
      },
      {
        name: 'Check the figures',
        agent: 'agent-that-finishes',
        instruction: 'Check the figures in the briefing.',
      },
    ],
  },
  {
    handle: 'workflow-in-draft',
    name: 'Quarterly supplier rating',
    description: 'Being drafted; it cannot be started yet.',
    status: 'draft',
    owner: 'person-outsider-manager',
    steps: [
      {
        name: 'Collect the ratings',
        agent: 'agent-that-finishes',
        instruction: 'Collect the ratings of the quarter.',
      },
    ],
  },
] as const satisfies readonly SeedWorkflow[]

export type WorkflowIds = ByHandle<(typeof WORKFLOWS)[number]['handle']>

export function seedWorkflows(workspace: Workspace, agents: AgentIds, people: PersonIds): WorkflowIds {
  const { tables, ids } = workspace
  const random = workspace.random.fork('workflows')
  const all: readonly SeedWorkflow[] = WORKFLOWS
  return byHandle(all, ({ handle, name, description, status, owner, steps }) => {
    const createdAt = workspace.now() - random.int(95 * DAY, 150 * DAY)
    return tables.workflows.insert({
      id: ids.next('wf'),
      handle,
      name,
      description,
      status: status ?? 'active',
      ownerId: people[owner],
      steps: steps.map(step => stepRow(ids.next('step'), step, agents, people)),
      createdAt,
      updatedAt: createdAt + random.int(DAY, 60 * DAY),
    }).id
  }) as WorkflowIds
}

export function workflowIdsOf({ tables }: Workspace): WorkflowIds {
  return byHandle(WORKFLOWS, ({ handle }) => {
    const [workflow] = tables.workflows.range('byHandle', handle, { limit: 1 })
    return found(workflow, `the workflow ${handle}`).id
  })
}

function stepRow(id: string, step: SeedStep, agents: AgentIds, people: PersonIds): WorkflowStepRow {
  const { name } = step
  if ('agent' in step)
    return {
      id,
      kind: 'agent',
      name,
      instruction: step.instruction,
      agentId: agents[step.agent],
      approverIds: [],
    }
  const approverIds = step.approvers.map(approver => people[approver])
  return { id, kind: 'gate', name, instruction: null, agentId: null, approverIds }
}
