// What the demo company asks its agents for, and what comes out. `{name}` stands for a word that changes each time.
import type { Random } from '../simulation/random.ts'
import type { AgentHandle } from './agents.ts'
import { DAY } from './calendar.ts'
import type { WorkingAgentIds } from './working-agents.ts'

/** What an agent was told, and the summary that it finished with. */
export interface Job {
  readonly task: string
  readonly summary: string
}

type Jobs = readonly (readonly [task: string, summary: string])[]

const JOBS: Readonly<Record<AgentHandle | keyof WorkingAgentIds, Jobs>> = {
  'agent-that-finishes': [
    [
      'Check invoice {invoice} of {supplier} against its purchase order.',
      'Pay. Invoice {invoice} of {supplier} over {amount} euros matches its purchase order in all {few} lines.',
    ],
    [
      'Check invoice {invoice} of {supplier}. They say it was corrected.',
      'Ask. {supplier} corrected the quantity in invoice {invoice}, but line {few} is still {amount} euros above the order.',
    ],
    [
      'Check the {few} invoices of {supplier} that came in yesterday.',
      'Pay. All {few} invoices of {supplier} match, with one accepted difference of less than two percent.',
    ],
    [
      'Check invoice {invoice} of {supplier}; there is no order number on it.',
      'Return. Invoice {invoice} names no purchase order, and none of {supplier} fits its {amount} euros.',
    ],
  ],
  'agent-that-is-slow': [
    [
      'Read the contracts with {supplier} and list every date on which notice can be given.',
      'Of {many} contracts with {supplier}, {few} can be ended this year. The next date is in {days} days.',
    ],
    [
      'Which of our rental contracts in {city} have a price adjustment clause?',
      '{few} of {many} contracts in {city} adjust their price to the index, two of them without an upper limit.',
    ],
  ],
  'agent-that-fails': [
    ['Import the statements of today.', 'Imported {many} lines; {few} are left for a person.'],
    ['Import the statements of yesterday once more.', 'Imported {many} lines; none was new.'],
  ],
  'agent-that-asks-text': [
    [
      'Write the briefing for the review with {client} on Thursday.',
      'The briefing for {client} is ready: one decision, three facts, two options. It stresses what you asked for.',
    ],
    [
      'Write a briefing on our options after the delays of {supplier}.',
      'The briefing names three options for {supplier}; the second source costs {amount} euros more per quarter.',
    ],
  ],
  'agent-that-asks-fields': [
    [
      'Prepare the credit note for the damaged goods of order {order}.',
      'The credit note for order {order} is prepared and waits in the outbox.',
    ],
    [
      'Prepare a credit note for {client}, the freight was charged twice.',
      'The credit note for {client} is prepared; Finance gets a copy.',
    ],
  ],
  'agent-that-asks-decisions': [
    ['Sort the Operations inbox.', 'Moved {many} messages; the unclear ones went where you decided.'],
  ],
  'agent-that-waits-for-approval': [
    [
      'Prepare the payment run of week {week}.',
      'The payment run of week {week} with {many} payments over {large} euros was handed to the bank.',
    ],
    [
      'Prepare the payments to our preferred suppliers for week {week}.',
      '{many} payments over {large} euros were handed to the bank; {few} of them with early payment discount.',
    ],
  ],
  'agent-that-uses-tools': [
    [
      'Where is order {order}? The customer asks for the second time.',
      'Order {order} left {city} yesterday and arrives tomorrow. The answer is drafted.',
    ],
    [
      'Order {order} of {client} should have arrived on Monday.',
      'The parcel of order {order} has been in {city} since Monday; the carrier promises delivery within two days.',
    ],
    [
      'Find out which orders of {client} are still in {city}.',
      '{few} orders of {client} are in {city}; one has been there for {few} days and is reported to the carrier.',
    ],
  ],
  'agent-private-to-other': [
    [
      'Draft the shift plan for week {week}.',
      'The plan for week {week} is drafted; {few} shifts are one person short.',
    ],
  ],
  'accrual-collector': [
    [
      'Collect the accruals of {month}.',
      '{many} accruals over {large} euros for {month}. The largest is {supplier} with {amount} euros; three need a comment.',
    ],
    [
      'Check whether the accruals of {month} were released.',
      'All but {few} accruals of {month} were released; {supplier} has not sent its invoice yet.',
    ],
  ],
  'vat-reviewer': [
    [
      'Review the VAT return of {month}.',
      'The return of {month} fits the ledger but for {few} purchases from abroad, {amount} euros together.',
    ],
    [
      'Why does box 66 of {month} differ from the ledger?',
      'A credit note of {supplier} over {amount} euros was booked without a tax code. With it the box fits.',
    ],
  ],
  'dunning-writer': [
    [
      'Write the second reminder to {client} for invoice {invoice}.',
      'The second reminder over {amount} euros is drafted. {client} has {few} more invoices that are due next week.',
    ],
    [
      'Write first reminders for everything that is {days} days overdue.',
      '{many} first reminders over {large} euros together are drafted, {few} of them in English.',
    ],
  ],
  'travel-checker': [
    [
      'Check my trip to {city}.',
      'The trip to {city} follows the rules but for one hotel night above the limit. The receipt of the taxi is missing.',
    ],
  ],
  'supplier-steward': [
    [
      'Complete the master data of {supplier}.',
      '{supplier} is complete now: {few} fields were filled in from the framework agreement. The bank details fit.',
    ],
    [
      'Look for suppliers that exist twice.',
      '{few} suppliers exist twice. {supplier} is the clearest case: same tax number, two addresses in {city}.',
    ],
    [
      'Check the papers of {supplier} for the onboarding.',
      'The register extract of {supplier} is older than six months; everything else is there.',
    ],
  ],
  'delay-watcher': [
    [
      'Which open orders will be late this week?',
      '{few} of {many} open orders will be late. The one with {supplier} stops the packing line from Thursday on.',
    ],
    [
      'What is the matter with the order at {supplier}?',
      '{supplier} waits for material since {days} days and confirms the new date on Friday. The second source could deliver at once.',
    ],
  ],
  'returns-inspector': [
    [
      'Grade the returns of yesterday.',
      '{many} returns: most are grade A, {few} grade B and two grade C. Refunds come to {amount} euros.',
    ],
    [
      'Grade the return of order {order}; the customer complains about the refund.',
      'Grade B is right for order {order}: the packaging is missing. I propose a refund of {amount} euros as goodwill.',
    ],
  ],
  'handover-writer': [
    [
      'Write the handover of the late shift.',
      'Dock {few} is out of order, {few} deliveries wait for papers, the rest is done.',
    ],
  ],
  'ticket-triage': [
    [
      'Sort the new tickets of {client}.',
      '{many} new tickets of {client}: {few} urgent, most about deliveries. Two hold personal data and are marked.',
    ],
    [
      'Sort the tickets of the weekend.',
      '{many} tickets are sorted; {few} went to Technology, the rest to Customer Care.',
    ],
  ],
  'reply-drafter': [
    [
      'Draft the answer to the customer of order {order}.',
      'The answer explains the delay of order {order} and offers a new date or the money back.',
    ],
    [
      'Draft answers to the {few} oldest tickets of {client}.',
      '{few} answers are drafted in the tone of {client}; one needs a price from {supplier} before it can be sent.',
    ],
    [
      'Draft an answer to the complaint about {city}.',
      'The answer takes the complaint seriously, names the cause and the next step, and promises a call until Friday.',
    ],
  ],
  'complaint-analyst': [
    [
      'What did customers of {client} complain about in {month}?',
      'Of {many} complaints in {month} nearly half are about delivery times. Damaged packaging has doubled, nearly all of it from {city}.',
    ],
  ],
  'access-reviewer': [
    [
      'Prepare the access review of the quarter.',
      '{many} findings: {few} people who moved teams kept their old rights, two API keys are older than ninety days.',
    ],
    [
      'Who can release payments?',
      '{few} people can; one of them moved to Customer Care in {month} and should not any more.',
    ],
  ],
  'release-notes': [
    [
      'Write the notes for the release of week {week}.',
      'The notes cover {few} changes. Only one asks people to do something: to sign in again after the update.',
    ],
  ],
  'minutes-keeper': [
    [
      'Turn the transcript of the meeting with {client} into minutes.',
      '{few} decisions, {many} tasks. {client} sends its forecast until Friday; the price of {supplier} is still open.',
    ],
    [
      'Minutes of the weekly team meeting, please.',
      '{few} decisions and {few} tasks, all with a person and a date.',
    ],
  ],
}

/** Something that this agent is asked for at that instant. */
export function pickJob(random: Random, handle: string, instant: number): Job {
  const jobs = JOBS[handle as keyof typeof JOBS]
  if (!jobs) throw new Error(`jobs.ts does not say what ${handle} is asked for`)
  const [task, summary] = random.pick(jobs)
  const words = { ...wordsOf(random), ...wordsAt(instant) }
  return { task: fillWords(task, words), summary: fillWords(summary, words) }
}

/** The words that follow from the date. */
export function wordsAt(instant: number): Readonly<Record<string, string>> {
  const date = new Date(instant)
  const thursday = new Date(instant + (4 - (date.getUTCDay() || 7)) * DAY)
  const week = Math.ceil(((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / DAY + 1) / 7)
  return { month: monthBefore(instant), week: `${week}`, year: `${date.getUTCFullYear()}` }
}

/** The name of the month before. */
export function monthBefore(instant: number): string {
  return MONTHS[(new Date(instant).getUTCMonth() + 11) % 12] ?? ''
}

const SUPPLIERS = [
  'Alster Packaging',
  'Brenner Logistics',
  'Kvist & Moe',
  'Galvano Süd',
  'Ostrava Steelworks',
]
const MORE_SUPPLIERS = [
  'Petit Frères',
  'Harbour Foods',
  'Lumen Electric',
  'Weidmann Print',
  'Sollers Chemicals',
]
const CLIENTS = ['Contoso Retail', 'Fabrikam Foods', 'Northwind Traders']
const CITIES = ['Hannover', 'Rotterdam', 'Graz', 'Lyon', 'Malmö', 'Poznań', 'Antwerp', 'Dresden', 'Turin']
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function wordsOf(random: Random): Readonly<Record<string, string>> {
  return {
    supplier: random.pick([...SUPPLIERS, ...MORE_SUPPLIERS]),
    client: random.pick(CLIENTS),
    city: random.pick(CITIES),
    invoice: `${random.int(2026_0100, 2026_0999)}`.replace(/^(\d{4})/, '$1-'),
    order: `SO-${random.int(20_100, 24_900)}`,
    few: `${random.int(2, 6)}`,
    many: `${random.int(11, 64)}`,
    days: `${random.int(8, 45)}`,
    amount: money(random.int(4_000, 460_000)),
    large: money(random.int(900_000, 6_400_000)),
  }
}

/** As `12,345.60`; by hand, because the first use of a locale costs more time than all the rest of the seed. */
function money(cents: number): string {
  const [euros = '', rest] = (cents / 100).toFixed(2).split('.')
  return `${euros.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

/** The text with a word for each `{name}`. */
export function fillWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? name)
}
