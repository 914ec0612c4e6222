// The clock of a workspace: read, set and advanced; what is planned, and what happened.
import { DAY } from '../simulation/duration.ts'
import type { ScheduledEvent } from '../simulation/scheduled-event.ts'
import type { Fired } from '../simulation/simulation.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Workspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import { eventView, record } from './event-views.ts'
import type { Advance, Planned, TimePassed } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { clockStart, clockView, MAX_FIRED, moveTo, settingClock } from './set-clock.ts'
import { durationOf, instantOf, iso } from './time.ts'

export const clock = {
  readClock: (_, { hosted }) => clockView(hosted.workspace),

  setClock: ({ body }, { hosted }) => settingClock(hosted.workspace, clockStart(body, 'at')),

  /** The next events that will happen by themselves. */
  readAgenda({ query }, { hosted: { workspace } }) {
    const entries = workspace.simulation.schedule.entries().sort((a, b) => a.due - b.due || a.seq - b.seq)
    return {
      data: entries.slice(0, query.limit).map(entry => planned(workspace, entry)),
      planned: entries.length,
    }
  },

  /** The latest events, oldest first. */
  listTransitions({ query: { since, subject, limit } }, { hosted: { workspace, events } }) {
    const from = since === undefined ? undefined : instantOf(since, 'query.since')
    const fitting = events
      .all()
      .filter(
        ({ id, parent, at }) =>
          (from === undefined || at >= from) &&
          (subject === undefined || id === subject || parent === subject),
      )
    return { data: fitting.slice(-limit).map(event => eventView(workspace, event)) }
  },

  /** Slices are of at most a day with events. */
  *advanceClock({ body: how }, { hosted: { workspace } }): Slices<TimePassed> {
    const from = workspace.now()
    const { transitions, leftOut, stop } = record(workspace, how.limit)
    const fired: Fired[] = []
    let complete: boolean
    try {
      complete = yield* pass(workspace, how, fired)
    } finally {
      stop()
    }
    const months = fired
      .filter(({ kind }) => kind === 'wallet.month-begins')
      .map(({ at }) => ({
        at: iso(at),
        kind: 'wallet.month_begun',
        subject: workspace.id,
        says: `${iso(at).slice(0, 7)} began: the plan's fee was paid.`,
      }))
    return {
      from: iso(from),
      now: iso(workspace.now()),
      idle: workspace.simulation.schedule.nextDue('foreground') === null,
      complete,
      fired: fired.length,
      transitions: [...transitions, ...months].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
      left_out: leftOut(),
    }
  },
} satisfies Partial<ControlFunctions>

/** An event as people read it. */
export function planned(workspace: Workspace, entry: ScheduledEvent): Planned {
  const { due, kind, subject, background } = entry
  return {
    at: iso(Math.max(due, workspace.now())),
    kind,
    subject,
    says: wordsFor(workspace, entry),
    housekeeping: background,
  }
}

function wordsFor({ tables }: Workspace, { kind, subject, payload }: ScheduledEvent): string {
  const run = tables.runs.get(subject)
  const agent = tables.agents.get(run?.agentId ?? '')?.name
  const task = tables.tasks.get(subject)
  const approval = tables.approvals.get(subject)
  const workflow = tables.workflows.get(tables.workflowRuns.get(subject)?.workflowId ?? '')?.name
  const { by, outcome } = (payload ?? {}) as { by?: string; outcome?: string }
  const person = tables.people.get(by ?? '')?.name ?? 'Somebody'
  switch (kind) {
    case 'run.step':
      return `${agent ?? 'A run'} takes its next step.`
    case 'policy.decide':
      return `${person} decides ${approval?.title ?? subject}: ${outcome}.`
    case 'policy.answer':
      return `${person} answers what ${agent ?? subject} asks.`
    case 'task.run-held':
      return `${task?.reference ?? 'A task'} has room for its next run.`
    case 'wallet.month-begins':
      return 'A month begins: the wallet is topped up, and the plan’s fee is paid.'
    case 'chat.heartbeat':
      return 'An open stream gives a sign of life.'
    default:
      return `${workflow ?? task?.reference ?? agent ?? subject}: ${kind.replace(/[.-]/g, ' ')}.`
  }
}

function pass(
  workspace: Workspace,
  { by, to, until_idle, within = 365 * DAY }: Advance,
  fired: Fired[],
): Slices<boolean> {
  requireOne({ by, to, until_idle })
  const now = workspace.simulation.clock.now()
  if (by !== undefined) return moveTo(workspace, now + durationOf(by, 'by'), fired)
  if (to !== undefined) return moveTo(workspace, instantOf(to, 'to'), fired)
  return rest(workspace, now + durationOf(within, 'within'), fired)
}

function requireOne(ways: Readonly<Record<'by' | 'to' | 'until_idle', unknown>>): void {
  const given = Object.entries(ways).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.length === 1) return
  const found = given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`
  throw new ControlRefusal('request_invalid', `Say exactly one of by, to and until_idle; ${found}.`, 'body')
}

/** Advances until only background events are planned; false if that takes longer than allowed. */
function* rest({ simulation }: Workspace, until: number, fired: Fired[]): Slices<boolean> {
  const { schedule } = simulation
  for (;;) {
    const next = schedule.nextDue('foreground')
    if (next === null) return true
    if (next > until || fired.length >= MAX_FIRED) return false
    simulation.untilIdle(Math.min(until, next + DAY), fired)
    yield
  }
}
