import type { Schemas } from '#openapi'
import { namesAtClosing } from '../../work/subscription.ts'
import { planOf } from '../../world/plans.ts'
import type { Workspace } from '../../world/workspace.ts'
import { euros } from '../time.ts'
import type { Teams } from '../visibility.ts'
import { ALL_SPENDING, countRuns, countRunsBy, type Spending, spentBy } from './figures.ts'
import { largestFirst, nameOf } from './listed.ts'
import type { Month } from './window.ts'

type Line = Schemas['MonthlyStatement']['lines'][number]

/** A line in micro-euros, so that amounts add up exactly. */
interface Item extends Omit<Line, 'amount_euros'> {
  micros: number
  quantity: number
}

/** The kinds with a usage line of their own; the rest is the subscription and runs of agents. */
const USAGE: Record<Exclude<Spending, 'run' | 'workflow' | 'subscription'>, string> = {
  'chat-completion': 'Chat completions',
  adjustment: 'Adjustments',
}

/**
 * The statement of a month. The headline has the sums of the lines, and its total is all spending of the month. The
 * agents that the caller must not see have one line together. A run that goes on after the month's end keeps it open.
 */
export function statement(
  workspace: Workspace,
  month: Month,
  teams: Teams,
  hiddenAgents: ReadonlySet<string>,
): Schemas['MonthlyStatement'] {
  const items = itemsOf(workspace, month, teams, hiddenAgents)
  const { running, paused } = countRuns(workspace, { ...month, teams: 'all' })
  const sum = (kind?: Line['kind']) =>
    euros(items.reduce((micros, item) => micros + (!kind || item.kind === kind ? item.micros : 0), 0))
  return {
    month: month.name,
    status: month.isOver && running + paused === 0 ? 'closed' : 'open',
    currency: 'EUR',
    headline: {
      total_euros: sum(),
      subscription_euros: sum('subscription'),
      usage_euros: sum('usage'),
      agent_runs_euros: sum('agent_runs'),
    },
    lines: items.map(({ micros, ...line }) => ({ ...line, amount_euros: euros(micros) })),
  }
}

function itemsOf(
  workspace: Workspace,
  month: Month,
  teams: Teams,
  hiddenAgents: ReadonlySet<string>,
): Item[] {
  const { tables } = workspace
  const selection = { ...month, teams }
  const names = namesAtClosing(workspace, month.name)
  const [fees, usage, byAgent]: [Items, Items, Items] = [new Map(), new Map(), new Map()]
  const addAgent = (id: string | null, quantity: number, micros: number) => {
    if (id === null) add(byAgent, id, 'agent_runs', 'Workflows', quantity, micros)
    else if (hiddenAgents.has(id)) add(byAgent, '', 'agent_runs', 'Private agents', quantity, micros)
    else add(byAgent, id, 'agent_runs', String(names[id] ?? nameOf(tables, 'agentId', id)), quantity, micros)
  }
  const spent = spentBy(workspace, ['kind', 'agentId'], selection, ALL_SPENDING)
  for (const { key, micros, entries } of spent) {
    const kind = key.kind as Spending
    if (kind === 'run' || kind === 'workflow') addAgent(key.agentId, 0, micros)
    else if (kind === 'subscription')
      for (const { planId, micros } of workspace.ledger.fees(month))
        add(fees, planId!, 'subscription', `${planOf(planId!).name} plan`, 1, micros)
    else add(usage, kind, 'usage', USAGE[kind], entries, micros)
  }
  const runs = countRunsBy(workspace, ['agentId'], selection, group => group.agentId)
  for (const [agentId, { total }] of runs) addAgent(agentId, total, 0)
  return [
    ...fees.values(),
    ...usage.values(),
    ...largestFirst([...byAgent], ([agentId, item]) => [item.micros, agentId]).map(([, item]) => item),
  ]
}

type Items = Map<string | null, Item>

/** Adds to the item about that, or appends one. */
function add(
  items: Items,
  about: string | null,
  kind: Item['kind'],
  description: string,
  quantity: number,
  micros: number,
): void {
  const item = items.get(about) ?? { kind, description, quantity: 0, micros: 0 }
  items.set(about, item)
  item.quantity += quantity
  item.micros += micros
}
