// A company that goes on by itself: every working morning plans what agents do by schedule, and people take care of what
// has waited since the day before. Nothing happens where the world's history does not say `goes_on`.
import { DAY, HOUR, MINUTE } from '../simulation/duration.ts'
import type { Random } from '../simulation/random.ts'
import { balanceMicros } from '../work/accounts.ts'
import { charge, topUp } from '../work/funds.ts'
import { handleEvent as handleWork } from '../work/handle-event.ts'
import { moveRun, startRun } from '../work/runs.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import { Refusal } from '../world/refusal.ts'
import type { RunRow } from '../world/runs.ts'
import type { EventHandler, Workspace } from '../world/workspace.ts'
import type { History } from '../world-file/index.ts'
import { atOfficeHour, isWeekend, nextWorking, startOfUtcDay } from './calendar.ts'
import { Company } from './company.ts'
import { pickJob } from './jobs.ts'
import { endingOf, scriptFor } from './past-runs.ts'
import { answerTo } from './people-at-work.ts'

/** When people look at what waits. */
const MORNING = 7 * HOUR

/** Of a longer time that nobody watched, only the last part happens, so that no request can ask for centuries of work. */
const UNWATCHED = 75 * DAY

/** What the events of the company are about. */
const COMPANY = 'company'

/** Below this balance, somebody tops the wallet up. */
const LOW_MICROS = 50_000_000

/** Marks the runs that the company starts by itself. */
const BY_SCHEDULE = 'schedule'

/** Plans the first morning after the history. */
export function goOn(workspace: Workspace, history: History): void {
  if (history.goes_on) planMorning(workspace)
}

/** Handles planned events of the service and of the company. */
export const handleEvent: EventHandler = (workspace, event, instant) => {
  const handle = companyEvents[event.kind as keyof typeof companyEvents] as EventHandler | undefined
  if (handle) handle(workspace, event, instant)
  else handleWork(workspace, event, instant)
}

const companyEvents = {
  'company.morning': (workspace, _, instant) => {
    planMorning(workspace)
    const company = companyOf(workspace)
    if (!company) return
    const { history, began } = company
    const day = startOfUtcDay(instant)
    const random = workspace.random.fork(`company on ${day}`)
    planDay(workspace, random, history, day)
    if (isWeekend(day)) return
    resumePaused(workspace, began)
    planDecisions(workspace, random, history, began)
    if (balanceMicros(workspace) < LOW_MICROS) topUp(workspace, company.topUpMicros)
  },

  'company.act': (workspace, { payload: { what, index } }, instant) => {
    const company = companyOf(workspace)
    if (!company) return
    const random = workspace.random.fork(`company ${what} ${index} on ${startOfUtcDay(instant)}`)
    try {
      if (what === 'run') startJob(workspace, random, company.history)
      else chat(workspace, random, company.history)
    } catch (error) {
      // An empty wallet or a busy agent: the work is left out.
      if (!(error instanceof Refusal)) throw error
    }
  },
} satisfies Partial<EventHandlers>

/** Leaves out the first part of a long stretch of time that nobody will watch. */
export function skipUnwatched({ simulation }: Workspace, until: number): void {
  const first = startOfUtcDay(until - UNWATCHED) + MORNING
  for (const { due } of simulation.cancelWhere(COMPANY, 'company.morning'))
    simulation.plan(Math.max(due, first), 'company.morning', COMPANY, null, true)
}

function planMorning({ simulation }: Workspace): void {
  const today = startOfUtcDay(simulation.now()) + MORNING
  const next = today > simulation.now() ? today : today + DAY
  // A running clock shows where such a stretch has ended.
  const first = startOfUtcDay(simulation.clock.now() - UNWATCHED) + MORNING
  simulation.plan(Math.max(next, first), 'company.morning', COMPANY, null, true)
}

/** How the company is declared; undefined if it no longer goes on. */
function companyOf({ tables }: Workspace) {
  const history = tables.declarations.get('history')?.declared as unknown as History | undefined
  const { began = 0, top_up_euros = 0 } = (tables.declarations.get('company')?.declared ?? {}) as {
    began?: number
    top_up_euros?: number
  }
  if (!history?.goes_on) return undefined
  return { history, began, topUpMicros: Math.max(200, top_up_euros) * 1_000_000 }
}

/** The runs and chats of a day: those of a week on its five working days, and hardly any at weekends. */
function planDay(workspace: Workspace, random: Random, history: History, day: number): void {
  const { runs_per_day, chats_per_day = 0, weekdays = true } = history
  const share = weekdays ? (isWeekend(day) ? 0.04 : 7 / 5) : 1
  for (const [what, perDay] of [
    ['run', runs_per_day],
    ['chat', chats_per_day],
  ] as const) {
    const expected = perDay * share
    const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
    for (let index = 0; index < count; index++) {
      const at = Math.max(atOfficeHour(random, day), workspace.now() + random.int(MINUTE, HOUR))
      workspace.simulation.plan(at, 'company.act', COMPANY, { what, index }, true)
    }
  }
}

function startJob(workspace: Workspace, random: Random, history: History): void {
  const agents = workspace.tables.agents.range('newest', null)
  if (agents.length === 0) return
  const often = (handle: string) => history.agents?.[handle]?.often ?? 1
  const agent = random.weighted(agents.map(agent => [agent, often(agent.handle)] as const))
  const startedBy = new Company(workspace, { agents: {} }, history).pickStarter(random, agent).id
  const job = pickJob(random, agent, history, workspace.now())
  const ending = endingOf(random, agent, history) === 'failed' ? 'failed' : 'completed'
  const script = scriptFor(random, agent, job, ending, history)
  startRun(workspace, {
    agent,
    startedBy,
    input: { task: job.task },
    triggeredBy: BY_SCHEDULE,
    script,
  })
}

function chat(workspace: Workspace, random: Random, history: History): void {
  const tokens = { tokensIn: random.int(200, 6_000), tokensOut: random.int(80, 1_500) }
  const userId = new Company(workspace, { agents: {} }, history).pickPerson(random).id
  const model = random.pick(workspace.tables.models.all()).id
  charge(workspace, { kind: 'chat-completion', model, ...tokens, userId })
}

/** What the company itself has started; what clients start is theirs to care for. */
function isOwn({ createdAt, triggeredBy }: RunRow, began: number): boolean {
  return createdAt < began || triggeredBy === BY_SCHEDULE
}

function resumePaused(workspace: Workspace, began: number): void {
  for (const run of workspace.tables.runs.range('newest', 'status:paused'))
    if (isOwn(run, began) && !run.progress?.question && !run.progress?.approvalId)
      moveRun(workspace, run, 'resume')
}

/** Plans for this working day what people decide and answer. */
function planDecisions(workspace: Workspace, random: Random, history: History, began: number): void {
  const { tables, simulation } = workspace
  const today = () => nextWorking(random, workspace.now() + random.int(10 * MINUTE, 5 * HOUR), history)
  const startedBefore = (row: { readonly createdAt: number } | undefined) =>
    row !== undefined && row.createdAt < began
  for (const approval of tables.approvals.range('oldest', 'status:pending')) {
    const run = tables.runs.get(approval.runId ?? '')
    const isOurs =
      (run && isOwn(run, began)) ||
      startedBefore(tables.tasks.get(approval.taskId ?? '')) ||
      startedBefore(tables.workflowRuns.get(approval.workflowRunId ?? ''))
    if (!isOurs) continue
    const rejects = approval.kind === 'run' && random.chance(history.rejects ?? 0.15)
    const outcome = rejects ? 'rejected' : 'approved'
    const admins = tables.people.range('listed', null).filter(({ role }) => role === 'admin')
    const by = approval.approverIds.length > 0 ? random.pick(approval.approverIds) : admins[0]?.id
    if (by === undefined) continue
    const comment = random.pick(history.comments?.[approval.kind]?.[outcome] ?? [null])
    simulation.plan(today(), 'policy.decide', approval.id, { by, outcome, comment }, true)
  }
  for (const run of tables.runs.range('newest', 'status:paused')) {
    const question = run.progress?.question
    if (!question || !isOwn(run, began)) continue
    const response = answerTo(random, question, history)
    simulation.plan(today(), 'policy.answer', run.id, { questionId: question.id, response }, true)
  }
}
