// The ready-made workflows, one for each way that a run of one can go.

import type { WorkflowStepRow } from '../world/workflows.ts'
import type { Workspace } from '../world/workspace.ts'
import type { AgentHandle, AgentIds } from './agents.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import { DAY } from './calendar.ts'
import type { CompanyIds } from './company.ts'
import type { PersonIds } from './people.ts'

type SeedStep<Agent, Person> =
  | { readonly name: string; readonly agent: Agent; readonly instruction: string }
  | { readonly name: string; readonly approvers: readonly Person[]; readonly instruction?: string }

interface SeedWorkflow<Agent extends string, Person extends string> {
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly status?: 'draft'
  readonly owner: Person
  readonly steps: readonly SeedStep<Agent, Person>[]
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
] as const satisfies readonly SeedWorkflow<AgentHandle, keyof PersonIds>[]

/** Workflows with the agents of the history. */
const MORE_WORKFLOWS = [
  {
    handle: 'month-end-closing',
    name: 'Month-end closing',
    description: 'Collects the accruals, has them approved, and reviews the VAT return of the month.',
    owner: 'person-eszter',
    steps: [
      {
        name: 'Collect the accruals',
        agent: 'accrual-collector',
        instruction: 'Collect the accruals of the month.',
      },
      {
        name: 'Approve the accruals',
        approvers: ['person-manager', 'person-eszter'],
        instruction: 'Are the accruals complete, and can each be explained?',
      },
      {
        name: 'Review the VAT return',
        agent: 'vat-reviewer',
        instruction: 'Review the VAT return of the month.',
      },
    ],
  },
  {
    handle: 'complaint-handling',
    name: 'Handle a complaint',
    description: 'Sorts a complaint, drafts the answer, and lets Customer Care decide whether it is sent.',
    owner: 'person-marta',
    steps: [
      { name: 'Sort the complaint', agent: 'ticket-triage', instruction: 'Set topic, urgency and owner.' },
      { name: 'Draft the answer', agent: 'reply-drafter', instruction: 'Draft the answer to the customer.' },
      {
        name: 'Customer Care decides',
        approvers: ['person-marta', 'person-ben'],
        instruction: 'Can the answer be sent?',
      },
      {
        name: 'Send and note',
        agent: 'agent-that-uses-tools',
        instruction: 'Send the answer and note it in the order.',
      },
    ],
  },
] as const satisfies readonly SeedWorkflow<keyof CompanyIds, keyof CompanyIds>[]

export type WorkflowIds = ByHandle<(typeof WORKFLOWS)[number]['handle']>
export type MoreWorkflowIds = ByHandle<(typeof MORE_WORKFLOWS)[number]['handle']>

export function seedWorkflows(workspace: Workspace, ids: AgentIds & PersonIds): WorkflowIds {
  return byHandle(WORKFLOWS, workflow => addWorkflow(workspace, workflow, ids))
}

export function seedMoreWorkflows(workspace: Workspace, ids: CompanyIds): MoreWorkflowIds {
  return byHandle(MORE_WORKFLOWS, workflow => addWorkflow(workspace, workflow, ids))
}

/** Adds a workflow whose agents and people are in `handles`. */
export function addWorkflow<Agent extends string, Person extends string>(
  workspace: Workspace,
  { handle, name, description, status, owner, steps }: SeedWorkflow<Agent, Person>,
  handles: ByHandle<Agent | Person>,
): string {
  const { tables, ids } = workspace
  const random = workspace.random.fork(`workflow ${handle}`)
  const createdAt = workspace.now() - random.int(95 * DAY, 150 * DAY)
  return tables.workflows.insert({
    id: ids.next('wf'),
    handle,
    name,
    description,
    status: status ?? 'active',
    ownerId: handles[owner],
    steps: steps.map((step): WorkflowStepRow => {
      const { name, instruction = null } = step
      const agentId = 'agent' in step ? handles[step.agent] : null
      const approverIds = 'approvers' in step ? step.approvers.map(approver => handles[approver]) : []
      return {
        id: ids.next('step'),
        kind: agentId ? 'agent' : 'gate',
        name,
        instruction,
        agentId,
        approverIds,
      }
    }),
    createdAt,
    updatedAt: createdAt + random.int(DAY, 60 * DAY),
  }).id
}

export function workflowIdsOf({ tables }: Workspace): WorkflowIds {
  return byHandle(WORKFLOWS, ({ handle }) => {
    const [workflow] = tables.workflows.range('byHandle', handle, { limit: 1 })
    return found(workflow, `the workflow ${handle}`).id
  })
}
