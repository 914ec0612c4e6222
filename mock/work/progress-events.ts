// The `run.progress` events of a chat. They are computed from the work and never stored, so everyone who reads the
// chat, now or later, gets the same events.
import { decisions } from '../profile/decisions.ts'
import type { ChatRow, NewChatEvent, Posted, WorkShown } from '../world/chats.ts'
import { euros } from '../world/money.ts'
import type { EventHandlers } from '../world/planned-events.ts'
import type { RunRow } from '../world/runs.ts'
import { chargedMs, usedBy } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'
import { lengthOf } from './steps.ts'

/** The maximum of progress events per step. They come at whole seconds and when the work ends. */
const MAX_EVENTS = 20

/** The interval between two progress events of a step with this length, in milliseconds. */
function progressEvery(length: number): number {
  return Math.max(1000, Math.ceil(length / MAX_EVENTS / 1000) * 1000)
}

/** The number of progress events that the work has shown by an instant; it may have ended. */
export function shownBy(
  { work, every }: Pick<WorkShown, 'work' | 'every'>,
  instant: number,
  end?: number,
): number {
  const done = chargedMs(work, instant, end)
  if (done === work.doneMs) return 0
  const full = Math.floor(done / every) - Math.floor(work.doneMs / every)
  const hasEnded = end !== undefined && instant >= end
  return hasEnded && done % every !== 0 ? full + 1 : full
}

/** The progress event with this index, from 0, and its instant. */
export function progressEvent(
  { runId, work, every, micros, tokensIn, tokensOut }: WorkShown,
  index: number,
  end?: number,
): { readonly at: number; readonly event: NewChatEvent } {
  const tick = instantOf(work, every, index)
  const at = end === undefined ? tick : Math.min(tick, end)
  const used = usedBy(work, at, end)
  const [input, output] = [tokensIn + used.tokensIn, tokensOut + used.tokensOut]
  const tokens = { input, output, total: input + output }
  return {
    at,
    event: { type: 'run.progress', run_id: runId, cost_euros: euros(micros + used.micros), tokens },
  }
}

/** The work under way in a chat, if the profile shows its progress; gap `cost-before-end`. */
export function workIn(workspace: Workspace, chat: ChatRow): WorkShown | undefined {
  if (!decisions.showsCostWhileRunning(workspace.profile)) return undefined
  const run = runIn(workspace, chat)
  return run && workShown(run)
}

/** Plans the next progress event for open streams of the run's chat. */
export function planProgress(workspace: Workspace, run: RunRow): void {
  const { feed, simulation, profile } = workspace
  if (!feed.hasListeners(run.chatId) || !decisions.showsCostWhileRunning(profile)) return
  simulation.cancelWhere(run.chatId, 'chat.progress')
  const shown = workShown(run)
  if (!shown) return
  // When the clock has jumped ahead, the events in between are read together, so only the next one is planned.
  const next = shownBy(shown, Math.max(workspace.now(), simulation.clock.now()))
  simulation.plan(instantOf(shown.work, shown.every, next), 'chat.progress', run.chatId, null, true)
}

/** The same for a chat that a stream has just opened. */
export function planProgressIn(workspace: Workspace, chatId: string): void {
  const chat = workspace.tables.chats.get(chatId)
  const run = chat && runIn(workspace, chat)
  if (run) planProgress(workspace, run)
}

export const progressEvents = {
  'chat.progress': (workspace, { subject: chatId }) => {
    workspace.feed.announce(chatId)
    planProgressIn(workspace, chatId)
  },
} satisfies Partial<EventHandlers>

function runIn({ tables }: Workspace, { kind, subjectId }: ChatRow): RunRow | undefined {
  if (kind === 'run') return tables.runs.get(subjectId)
  const steps = kind === 'workflow-run' ? tables.workflowRuns.get(subjectId)?.steps : undefined
  return tables.runs.get(steps?.find(step => step.finishedAt === null && step.runId !== null)?.runId ?? '')
}

/** The work under way of a run, or work that now comes to its `end`, with the number of its events. */
export function workShown({ id, progress, micros, tokensIn, tokensOut }: RunRow, end?: number) {
  if (!progress?.work) return undefined
  const { script, at, work } = progress
  const every = progressEvery(lengthOf(script[at]))
  const count = end === undefined ? 0 : shownBy({ work, every }, end, end)
  return { type: 'work', runId: id, work, every, micros, tokensIn, tokensOut, count } satisfies Posted
}

/** The instant of the event with this index, unless the work ends earlier. */
function instantOf({ from, doneMs }: WorkShown['work'], every: number, index: number): number {
  return from + (Math.floor(doneMs / every) + 1 + index) * every - doneMs
}
