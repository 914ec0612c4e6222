// A company day by day: each morning plans what begins on that day, in the history of a world and, where it says
// `goes_on`, afterwards. Nothing happens in a world without a history.
import { DAY, HOUR } from '../simulation/duration.ts'
import { balanceMicros } from '../work/accounts.ts'
import { chatEvents } from '../work/chats.ts'
import { topUp } from '../work/funds.ts'
import { policyEvents } from '../work/policies.ts'
import { runEvents } from '../work/runs.ts'
import { spendingEvents } from '../work/spending-limits.ts'
import { streamDelayEvents } from '../work/stream-delay.ts'
import { subscriptionEvents } from '../work/subscription.ts'
import { taskEvents } from '../work/tasks.ts'
import { workflowEvents } from '../work/workflows.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import type { EventHandler, Workspace } from '../world/workspace.ts'
import { perform } from './acts.ts'
import { startOfUtcDay } from './calendar.ts'
import { planCareForAll } from './care.ts'
import { COMPANY, Company } from './company.ts'
import { actsOn } from './days.ts'

/** Before anybody works. */
const MORNING = 5 * HOUR

/** Of a longer time that nobody watched, only the last part happens, so that no request can ask for centuries of work. */
const UNWATCHED = 401 * DAY

/** Below this balance, somebody tops the wallet up. */
const LOW_MICROS = 50_000_000
const TOP_UP_MICROS = 200_000_000

/** Plans the first morning of the history. */
export function beginDays({ simulation }: Workspace, from: number): void {
  simulation.plan(startOfUtcDay(from) + MORNING, 'company.morning', COMPANY, { inherits: false }, true)
}

/** Ends the history: what is unfinished is left so, until the next morning of a company that goes on. */
export function endHistory(workspace: Workspace, goesOn: boolean): void {
  workspace.simulation.cancelWhere(COMPANY)
  if (goesOn) planMorning(workspace, true)
}

const companyEvents = {
  'company.morning': (workspace, { payload: { inherits } }, instant) => {
    const company = Company.of(workspace)
    if (!company) return
    planMorning(workspace, false)
    const day = startOfUtcDay(instant)
    const random = workspace.random.fork(`company on ${day}`)
    if (inherits) planCareForAll(company, random)
    for (const { at, act } of actsOn(company, random, day)) company.plan(at, act)
    if (!company.isPast && balanceMicros(workspace) < LOW_MICROS) topUp(workspace, TOP_UP_MICROS)
  },

  'company.act': (workspace, { payload }, instant) => {
    const company = Company.of(workspace)
    if (!company) return
    const { what, about } = payload
    try {
      perform(company, payload, workspace.random.fork(`company ${what} ${about} at ${instant}`))
    } catch (error) {
      // After the history an empty wallet or a busy agent is no mistake of the world: the work is left out.
      if (!(error instanceof Refusal) || company.isPast) throw error
    }
  },
} satisfies Partial<EventHandlers>

const handlers: EventHandlers = {
  ...companyEvents,
  ...runEvents,
  ...chatEvents,
  ...workflowEvents,
  ...taskEvents,
  ...spendingEvents,
  ...subscriptionEvents,
  ...policyEvents,
  ...streamDelayEvents,
}

/** Handles a planned event of the service or the company. Every kind that is planned has a handler. */
export const handleEvent: EventHandler = (workspace, event, instant) => {
  const handle = handlers[event.kind as keyof typeof handlers] as EventHandler | undefined
  if (!handle) throw new Error(`nothing knows what to do for a planned ${event.kind} of ${event.subject}`)
  handle(workspace, event, instant)
}

/** Leaves out the first part of a long stretch of time that nobody will watch. */
export function skipUnwatched({ simulation }: Workspace, until: number): void {
  const first = startOfUtcDay(until - UNWATCHED) + MORNING
  for (const { due, payload } of simulation.cancelWhere(COMPANY, 'company.morning'))
    simulation.plan(Math.max(due, first), 'company.morning', COMPANY, payload, true)
}

function planMorning({ simulation }: Workspace, inherits: boolean): void {
  const today = startOfUtcDay(simulation.now()) + MORNING
  const next = today > simulation.now() ? today : today + DAY
  // A running clock shows where such a stretch has ended.
  const first = startOfUtcDay(simulation.clock.now() - UNWATCHED) + MORNING
  simulation.plan(Math.max(next, first), 'company.morning', COMPANY, { inherits }, true)
}
