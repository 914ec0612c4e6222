// The agents that the demo company works with beside the ready-made ones; they come with the history.
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { addAgent, type SeedAgent } from './agents.ts'
import { type ByHandle, byHandle } from './by-handle.ts'
import type { ColleagueIds, PersonIds, TeamIds } from './people.ts'

const WORKING_AGENTS = [
  {
    handle: 'accrual-collector',
    name: 'Accrual collector',
    description: 'Goes through orders and receipts at the end of the month and lists what has to be accrued.',
    owner: 'person-eszter',
    team: 'team-finance',
    systemPrompt: `You collect accruals for the month-end closing of Meridian Business Services.

Take every order with a receipt of goods but without an invoice, every service that was used and not yet billed, and every contract whose fee covers more than this month. List supplier, account, cost centre, amount and the reason, the largest first, and leave out what is below 1,000 euros. Say what you are not sure about; an accrual that nobody can explain is worse than one that is missing.`,
    model: 'aw-large',
    tools: ['search_knowledge', 'find_order'],
    tags: ['finance', 'closing'],
    script: working(200, 'The list of accruals is ready, with a reason for each.'),
  },
  {
    handle: 'vat-reviewer',
    name: 'VAT return reviewer',
    description: 'Reads the prepared VAT return against the ledger and marks what does not fit.',
    owner: 'person-manager',
    team: 'team-finance',
    systemPrompt: `You review VAT returns that somebody else has prepared. Recalculate every box from the ledger, name the tax codes behind it and show the difference, however small.

Pay attention to purchases from other EU countries, to reverse charge and to credit notes of earlier months. You change nothing; you write down what you found and where to look.`,
    model: 'aw-large',
    tools: ['search_knowledge'],
    tags: ['finance', 'tax'],
    script: working(150, 'The return fits the ledger.'),
  },
  {
    handle: 'dunning-writer',
    name: 'Dunning letter writer',
    description: 'Writes reminders that are firm in the matter and friendly in tone.',
    owner: 'person-priya',
    team: 'team-finance',
    systemPrompt:
      'You write payment reminders in three levels. Friendly, short, with invoice, date, amount and how to pay.',
    model: 'aw-medium',
    tools: ['find_invoice'],
    tags: ['finance', 'writing'],
    script: working(60, 'The reminders are drafted.'),
  },
  {
    handle: 'travel-checker',
    name: "Maya's travel expense checker",
    description: 'Checks travel expenses against the handbook before they are handed in.',
    owner: 'person-member',
    team: 'team-finance',
    visibility: 'private',
    systemPrompt:
      'You check travel expenses against the rules of the handbook and say what is missing or above a limit.',
    model: 'aw-small',
    tools: ['search_knowledge'],
    tags: ['travel'],
    script: working(30, 'The expenses follow the rules.'),
  },
  {
    handle: 'supplier-steward',
    name: 'Supplier data steward',
    description:
      'Keeps the master data of suppliers complete: addresses, tax numbers, bank details, contacts.',
    owner: 'person-outsider-manager',
    team: 'team-operations',
    systemPrompt: `You keep the master data of our suppliers complete and free of doubles. Compare name, address, register number, tax number and bank details with the papers that we hold; never with what you find elsewhere.

Propose changes one by one with old and new value. Bank details are never changed by you, only reported.`,
    model: 'aw-medium',
    tools: ['find_supplier', 'search_knowledge'],
    tags: ['suppliers', 'data'],
    script: working(90, 'The master data is complete.'),
  },
  {
    handle: 'delay-watcher',
    name: 'Delivery delay watcher',
    description:
      'Looks at open orders every morning, tells which will be late and drafts the mail to the supplier.',
    owner: 'person-lukas',
    team: 'team-operations',
    systemPrompt: `You watch open purchase orders for delays. Compare the confirmed date with the last message of the supplier and the tracking of the carrier. Late means two working days or more.

For each late order: what is affected, what the playbook says is due now, and a draft of the mail in the language of the supplier. Order by damage, not by date.`,
    model: 'aw-medium',
    tools: ['find_order', 'track_parcel'],
    tags: ['operations', 'deliveries'],
    script: working(120, 'All open orders are looked at; the mails are drafted.'),
  },
  {
    handle: 'returns-inspector',
    name: 'Returns inspector',
    description: 'Reads the inspection notes and photos of returns and proposes grade and refund.',
    owner: 'person-amelie',
    team: 'team-operations',
    systemPrompt:
      'You propose a grade (A, B or C) and a refund for each return from its inspection notes, and say why in one sentence.',
    model: 'aw-small',
    tools: ['find_order'],
    tags: ['operations', 'returns'],
    script: working(60, 'Every return has a grade and a refund.'),
  },
  {
    handle: 'handover-writer',
    name: 'Shift handover writer',
    description: 'Sums a shift up for the next one. Only its owner uses it so far.',
    owner: 'person-henrik',
    team: 'team-operations',
    visibility: 'private',
    systemPrompt:
      'You sum a warehouse shift up for the next one in ten lines: what is open, what is broken, who is waiting.',
    model: 'aw-small',
    tags: ['operations'],
    script: working(25, 'The handover is written.'),
  },
  {
    handle: 'ticket-triage',
    name: 'Ticket triage',
    description: 'Reads new tickets, sets topic and urgency, and finds the person who can help.',
    owner: 'person-marta',
    team: 'team-customer-care',
    systemPrompt: `You read new tickets of our clients' customers. Set one topic, one urgency and one person or team. Urgent is only what stops somebody from working or costs money today.

If a ticket holds several questions, split it. If it holds personal data that does not belong there, mark it. You never answer a customer.`,
    model: 'aw-small',
    tools: ['search_knowledge', 'move_ticket'],
    tags: ['customers'],
    script: working(60, 'All new tickets have a topic, an urgency and an owner.'),
  },
  {
    handle: 'reply-drafter',
    name: 'Reply drafter',
    description: 'Drafts answers to customers in the tone of the client.',
    owner: 'person-ben',
    team: 'team-customer-care',
    systemPrompt: `You draft answers to customers in the name of our clients. Use the tone of the client's style guide, answer every question that was asked and promise nothing that is not in the order.

Short sentences. No apology without a reason, no reason without a next step. A person reads every draft before it is sent.`,
    model: 'aw-medium',
    tools: ['find_order', 'search_knowledge'],
    tags: ['customers', 'writing'],
    script: working(60, 'The answers are drafted.'),
  },
  {
    handle: 'complaint-analyst',
    name: 'Complaint analyst',
    description: 'Finds what complaints of a client have in common.',
    owner: 'person-aylin',
    team: 'team-customer-care',
    systemPrompt:
      'You group complaints by cause, count them, compare with the month before and quote two typical ones for each group.',
    model: 'aw-large',
    tools: ['search_knowledge'],
    tags: ['customers', 'analysis'],
    script: working(150, 'The causes are grouped and compared with last month.'),
  },
  {
    handle: 'access-reviewer',
    name: 'Access review assistant',
    description: 'Compares who has access to what with who needs it. It takes a quarter of an hour.',
    owner: 'person-admin',
    team: 'team-technology',
    systemPrompt: `You prepare the quarterly access review. Compare the members of every group with the list of people, their teams and their roles, and mark who left, who moved, who has two roles that must not be in one hand, and which API keys are older than ninety days.

Write one line for each finding: person, system, right, why it stands out, what you propose. Remove nothing.`,
    model: 'aw-large',
    tools: ['list_groups', 'search_knowledge'],
    tags: ['security'],
    script: working(240, 'The review is prepared.'),
  },
  {
    handle: 'release-notes',
    name: 'Release note writer',
    description: 'Turns merged changes into notes that people outside Technology understand.',
    owner: 'person-sofia',
    team: 'team-technology',
    systemPrompt:
      'You write release notes for colleagues: what is new, what changes for them, what they have to do. No ticket numbers.',
    model: 'aw-medium',
    tools: ['list_changes'],
    tags: ['writing', 'releases'],
    script: working(90, 'The notes are written.'),
  },
  {
    handle: 'minutes-keeper',
    name: 'Minutes keeper',
    description: 'Turns a transcript into minutes: decisions, who does what until when, open points.',
    owner: 'person-noor',
    team: 'team-technology',
    systemPrompt:
      'You turn transcripts into minutes: decisions first, then tasks with person and date, then open points. One page.',
    model: 'aw-small',
    tags: ['writing', 'meetings'],
    script: working(45, 'The minutes are ready.'),
  },
] as const satisfies readonly SeedAgent<keyof (PersonIds & ColleagueIds)>[]

export type WorkingAgentIds = ByHandle<(typeof WORKING_AGENTS)[number]['handle']>

export function seedWorkingAgents(
  workspace: Workspace,
  people: PersonIds & ColleagueIds,
  teams: TeamIds,
): WorkingAgentIds {
  return byHandle(WORKING_AGENTS, agent => addAgent(workspace, agent, people[agent.owner], teams[agent.team]))
}

/** Work that takes so long in the middle, sometimes half of it and sometimes half as long again. */
function working(seconds: number, summary: string): readonly Step[] {
  return [
    { do: 'work', seconds, variation: 0.5 },
    { do: 'finish', summary },
  ]
}
