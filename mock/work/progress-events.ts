// The `run.progress` events of a chat. They follow from the work, so nothing is planned or written for them: whoever
// reads the chat, now or later, gets the same events.
import { decisions } from '../profile/decisions.ts'
import type { ChatRow, NewChatEvent, WorkShown } from '../world/chats.ts'
import type { RunRow } from '../world/runs.ts'
import { addUse, chargedMs, usedBy } from '../world/work-stretch.ts'
import type { EventHandlers, Workspace } from '../world/workspace.ts'
import { lengthOf } from './steps.ts'

/** A step shows its progress at most this often, at whole seconds, and when its work ends. */
const MAX_EVENTS = 20

/** How many milliseconds of a step that takes so long are between two events. */
export function progressEvery(length: number): number {
  return Math.max(1000, Math.ceil(length / MAX_EVENTS / 1000) * 1000)
}

/** How many events the work has shown by an instant. */
export function shownBy({ work, every }: WorkShown, instant: number): number {
  const done = chargedMs(work, instant)
  if (done === work.doneMs) return 0
  const full = Math.floor(done / every) - Math.floor(work.doneMs / every)
  const hasEnded = work.to !== null && instant >= work.to
  return hasEnded && done % every !== 0 ? full + 1 : full
}

/** One of the events that work shows, counted from 0, with the instant at which it does. */
export function progressEvent(
  { runId, work, every, before }: WorkShown,
  index: number,
): { readonly at: number; readonly event: NewChatEvent } {
  const tick = instantOf(work, every, index)
  const at = work.to === null ? tick : Math.min(tick, work.to)
  const { micros, tokensIn: input, tokensOut: output } = addUse(before, usedBy(work, at))
  const tokens = { input, output, total: input + output }
  return { at, event: { type: 'run.progress', run_id: runId, cost_euros: micros / 1e6, tokens } }
}

/** The work that is under way in a chat, if its progress shows; gap `cost-before-end`. */
export function workIn(workspace: Workspace, chat: ChatRow): WorkShown | undefined {
  const { tables, profile } = workspace
  if (!decisions.showsCostWhileRunning(profile)) return undefined
  const run = tables.runs.get(runIn(workspace, chat) ?? '')
  return run && workOf(run)
}

/** Lets those who follow the run's chat hear of its progress. */
export function planProgress(workspace: Workspace, run: RunRow): void {
  const { feed, simulation, profile } = workspace
  if (!feed.hasListeners(run.chatId) || !decisions.showsCostWhileRunning(profile)) return
  simulation.cancelWhere(run.chatId, 'chat.progress')
  const shown = workOf(run)
  if (!shown) return
  // A clock that was moved far ahead passes many events at once; they are read at once, too.
  const next = shownBy(shown, Math.max(workspace.now(), simulation.clock.now()))
  simulation.plan(instantOf(shown.work, shown.every, next), 'chat.progress', run.chatId, null, true)
}

/** The same for a chat that somebody begins to follow. */
export function planProgressIn(workspace: Workspace, chatId: string): void {
  const chat = workspace.tables.chats.get(chatId)
  const run = chat && workspace.tables.runs.get(runIn(workspace, chat) ?? '')
  if (run) planProgress(workspace, run)
}

export const progressEvents: EventHandlers = {
  'chat.progress': (workspace, { subject: chatId }) => {
    workspace.feed.announce(chatId)
    planProgressIn(workspace, chatId)
  },
}

function runIn({ tables }: Workspace, { kind, subjectId }: ChatRow): string | null {
  if (kind === 'run') return subjectId
  const steps = kind === 'workflow-run' ? tables.workflowRuns.get(subjectId)?.steps : undefined
  return steps?.find(step => step.finishedAt === null && step.runId !== null)?.runId ?? null
}

function workOf({ id: runId, progress, micros, tokensIn, tokensOut }: RunRow): WorkShown | undefined {
  if (!progress?.work) return undefined
  const every = progressEvery(lengthOf(progress.script[progress.at]))
  return {
    type: 'work',
    runId,
    work: progress.work,
    every,
    before: { micros, savedMicros: 0, tokensIn, tokensOut },
  }
}

/** When the event of that index comes, unless the work ends before. */
function instantOf({ from, doneMs }: WorkShown['work'], every: number, index: number): number {
  return from + (Math.floor(doneMs / every) + 1 + index) * every - doneMs
}
