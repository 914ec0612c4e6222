// The ready-made agents, each named by the one thing that it does in every run.

import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import { DAY } from './calendar.ts'
import type { PersonIds, TeamIds } from './people.ts'
import { PROMPTS } from './prompts.ts'

/** An agent as the seed describes it. */
export interface SeedAgent<Person extends string = string> {
  readonly handle: string
  readonly name: string
  readonly description: string
  readonly owner: Person
  readonly team: keyof TeamIds
  readonly visibility?: 'private'
  readonly systemPrompt: string
  readonly model: 'aw-large' | 'aw-medium' | 'aw-small'
  readonly tools?: readonly string[]
  readonly tags: readonly string[]
  readonly script: readonly Step[]
}

const AGENTS = [
  {
    handle: 'agent-that-finishes',
    name: 'Invoice checker',
    description: 'Compares an invoice with its purchase order and says whether it can be paid.',
    owner: 'person-manager',
    team: 'team-finance',
    systemPrompt: PROMPTS.invoices,
    model: 'aw-large',
    tools: ['search_knowledge'],
    tags: ['finance', 'invoices'],
    script: [
      { do: 'work', seconds: 2 },
      { do: 'say', text: 'I have read the documents and compare them line by line.' },
      { do: 'work', seconds: 4 },
      {
        do: 'finish',
        summary: 'Done: {{input.task}} All lines match their purchase order; nothing is open.',
      },
    ],
  },
  {
    handle: 'agent-that-is-slow',
    name: 'Contract archive reader',
    description: 'Reads whole folders of contracts and lists what ends when. It takes about ten minutes.',
    owner: 'person-admin',
    team: 'team-technology',
    systemPrompt: PROMPTS.contracts,
    model: 'aw-medium',
    tags: ['contracts'],
    script: [
      { do: 'say', text: 'I start with the oldest folder.' },
      { do: 'work', seconds: 60 },
      { do: 'say', text: 'The first folder is read; nothing in it ends soon.' },
      { do: 'work', seconds: 240 },
      { do: 'say', text: 'Half of the folders are read.' },
      { do: 'work', seconds: 300 },
      { do: 'finish', summary: 'I have read 412 contracts. 17 of them end within the next six months.' },
    ],
  },
  {
    handle: 'agent-that-fails',
    name: 'Bank feed importer',
    description: 'Imports the bank statements of the day. The bank does not answer at the moment.',
    owner: 'person-admin',
    team: 'team-technology',
    systemPrompt: PROMPTS.bank,
    model: 'aw-small',
    tools: ['fetch_statement'],
    tags: ['finance', 'import'],
    script: [
      { do: 'work', seconds: 4 },
      {
        do: 'fail',
        code: 'tool_failed',
        message: 'The bank did not answer within thirty seconds, three times in a row.',
      },
    ],
  },
  {
    handle: 'agent-that-asks-text',
    name: 'Briefing writer',
    description: 'Writes a one-page briefing and asks what it should stress.',
    owner: 'person-outsider-manager',
    team: 'team-operations',
    systemPrompt: PROMPTS.briefing,
    model: 'aw-large',
    tools: ['ask_user'],
    tags: ['writing'],
    script: [
      { do: 'work', seconds: 3 },
      { do: 'ask', prompt: 'What should the briefing stress?' },
      { do: 'work', seconds: 3 },
      { do: 'finish', summary: 'The briefing is ready. As you asked, it stresses: {{answer}}' },
    ],
  },
  {
    handle: 'agent-that-asks-fields',
    name: 'Credit note assistant',
    description: 'Prepares a credit note and asks for its amount, currency and reason.',
    owner: 'person-manager',
    team: 'team-finance',
    systemPrompt: PROMPTS.creditNotes,
    model: 'aw-medium',
    tools: ['ask_user', 'create_credit_note'],
    tags: ['finance'],
    script: [
      { do: 'work', seconds: 3 },
      {
        do: 'ask-fields',
        prompt: 'Which credit note should I prepare?',
        fields: [
          { name: 'amount', label: 'Amount', type: 'number', required: true },
          {
            name: 'currency',
            label: 'Currency',
            type: 'choice',
            required: true,
            options: ['EUR', 'USD', 'CHF'],
          },
          { name: 'booked_on', label: 'Booking date', type: 'date', required: false },
          { name: 'notify', label: 'Tell the customer', type: 'boolean', required: false },
          { name: 'reason', label: 'Reason', type: 'text', required: false },
        ],
      },
      { do: 'work', seconds: 3 },
      { do: 'finish', summary: 'The credit note over {{values.amount}} {{values.currency}} is prepared.' },
    ],
  },
  {
    handle: 'agent-that-asks-decisions',
    name: 'Inbox sorter',
    description: 'Sorts a shared inbox and proposes what to do with each unclear message.',
    owner: 'person-outsider-manager',
    team: 'team-operations',
    systemPrompt: PROMPTS.inbox,
    model: 'aw-small',
    tools: ['ask_user', 'move_message'],
    tags: ['mail'],
    script: [
      { do: 'work', seconds: 3 },
      {
        do: 'ask-decisions',
        prompt: 'Two messages are unclear. May I do this?',
        actions: [
          {
            name: 'archive_newsletter',
            label: 'Archive the newsletter of a supplier',
            type: 'choice',
            required: true,
            options: ['approve', 'reject'],
          },
          {
            name: 'forward_complaint',
            label: 'Forward a complaint to Customer Care',
            type: 'choice',
            required: true,
            options: ['approve', 'reject'],
          },
        ],
      },
      { do: 'work', seconds: 3 },
      {
        do: 'finish',
        summary: 'The inbox is sorted: 38 messages moved, the two unclear ones as you decided.',
      },
    ],
  },
  {
    handle: 'agent-that-waits-for-approval',
    name: 'Payment run preparer',
    description: 'Collects what is due and prepares the payment run; a person releases it.',
    owner: 'person-manager',
    team: 'team-finance',
    systemPrompt: PROMPTS.payments,
    model: 'aw-large',
    tools: ['create_payment_run'],
    tags: ['finance', 'payments'],
    script: [
      { do: 'work', seconds: 3 },
      {
        do: 'await-approval',
        title: 'Release the payment run of this week',
        description: '23 payments to 19 suppliers, 18,240.55 euros in total. The largest is 4,180.00 euros.',
      },
      { do: 'work', seconds: 3 },
      {
        do: 'finish',
        summary: 'The payment run with 23 payments over 18,240.55 euros was handed to the bank.',
      },
    ],
  },
  {
    handle: 'agent-that-uses-tools',
    name: 'Order status finder',
    description:
      'Looks an order up in the warehouse and with the carrier, and writes the answer to the customer.',
    owner: 'person-outsider-manager',
    team: 'team-operations',
    systemPrompt: PROMPTS.orders,
    model: 'aw-medium',
    tools: ['find_order', 'track_parcel'],
    tags: ['operations', 'customers'],
    script: [
      {
        do: 'tool',
        name: 'find_order',
        arguments: { reference: 'SO-20418' },
        result: { reference: 'SO-20418', status: 'shipped', parcel: 'PX-77120-4' },
        seconds: 1,
      },
      {
        do: 'tool',
        name: 'track_parcel',
        arguments: { parcel: 'PX-77120-4' },
        result: { status: 'in transit', place: 'Hannover', expected: 'tomorrow' },
        seconds: 2,
      },
      { do: 'work', seconds: 3 },
      {
        do: 'finish',
        summary: 'Order SO-20418 is on its way from Hannover and arrives tomorrow. The answer is drafted.',
      },
    ],
  },
  {
    handle: 'agent-private-to-other',
    name: "Tomasz's shift planner",
    description: 'Drafts the shift plan of the warehouse. Nobody but its owner sees it.',
    owner: 'person-other',
    team: 'team-operations',
    visibility: 'private',
    systemPrompt:
      'You draft the weekly shift plan of the warehouse from the list of people and their wishes.',
    model: 'aw-small',
    tags: ['planning'],
    script: [
      { do: 'work', seconds: 6 },
      { do: 'finish', summary: 'The plan for next week is drafted; two shifts are one person short.' },
    ],
  },
] as const satisfies readonly SeedAgent<keyof PersonIds>[]

export type AgentHandle = (typeof AGENTS)[number]['handle']
export type AgentIds = ByHandle<AgentHandle>

export function seedAgents(workspace: Workspace, people: PersonIds, teams: TeamIds): AgentIds {
  return byHandle(AGENTS, agent => addAgent(workspace, agent, people[agent.owner], teams[agent.team]))
}

/** Adds an agent that was made some months ago and changed since. */
export function addAgent(
  workspace: Workspace,
  agent: Omit<SeedAgent, 'owner' | 'team'>,
  ownerId: string,
  teamId: string,
): string {
  const { tables, ids } = workspace
  const random = workspace.random.fork(`agent ${agent.handle}`)
  const createdAt = workspace.now() - random.int(100 * DAY, 190 * DAY)
  return tables.agents.insert({
    id: ids.next('agt'),
    handle: agent.handle,
    name: agent.name,
    description: agent.description,
    visibility: agent.visibility ?? 'shared',
    ownerId,
    teamId,
    systemPrompt: agent.systemPrompt,
    model: agent.model,
    tools: agent.tools ?? [],
    temperature: random.pick([0, 0.2, 0.3, 0.7]),
    maxSteps: random.pick([10, 20, 30]),
    tags: agent.handle.startsWith('agent-that-') ? [...agent.tags, agent.handle] : agent.tags,
    createdAt,
    updatedAt: createdAt + random.int(DAY, 90 * DAY),
    script: agent.script,
  }).id
}

export function agentIdsOf({ tables }: Workspace): AgentIds {
  return byHandle(AGENTS, ({ handle }) => {
    const [agent] = tables.agents.range('byHandle', handle, { limit: 1 })
    return found(agent, `the agent ${handle}`).id
  })
}
