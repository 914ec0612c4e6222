// What a run costs while it works, and when it is next looked at.
import type { RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import type { Workspace } from '../world/workspace.ts'
import { post } from './chats.ts'
import { charge } from './funds.ts'
import { change, withProgress } from './run-changes.ts'

/** Tokens that a second of work reads and writes unless the script says otherwise. */
const TOKENS_PER_SECOND = 160
const READ_SHARE = 0.75
const CACHED_SHARE = 0.4

/** A step is charged in at most this many parts, at least a second apart. */
const MOST_CHARGES = 20

/** The least milliseconds of work that a look at a run is charged for. */
const LOOK_MS = 1000

/**
 * A working run for somebody who looks at it: its cost is at most a second old. Each look would else be a charge, and
 * whoever polls would fill the ledger.
 */
export function chargeForLook(workspace: Workspace, run: RunRow): RunRow {
  const since = run.progress?.since
  return since == null || workspace.now() - since < LOOK_MS ? run : chargeUpToNow(workspace, run)
}

/** Brings cost, tokens and time of a working run up to this instant; other runs are returned as they are. */
export function chargeUpToNow(workspace: Workspace, run: RunRow): RunRow {
  const { progress } = run
  const now = workspace.now()
  if (progress?.since == null) return run
  const step = progress.script[progress.at]
  const length = lengthOf(step)
  const doneMs = Math.min(length, progress.doneMs + (now - progress.since))
  const worked = doneMs - progress.doneMs
  if (worked === 0) return run
  const perSecond = step?.do === 'work' ? (step.tokensPerSecond ?? TOKENS_PER_SECOND) : TOKENS_PER_SECOND
  const tokens = Math.floor((perSecond * doneMs) / 1000) - Math.floor((perSecond * progress.doneMs) / 1000)
  const tokensIn = Math.round(tokens * READ_SHARE)
  const row = charge(workspace, {
    kind: 'run',
    model: run.model,
    tokensIn,
    tokensOut: tokens - tokensIn,
    cachedTokens: Math.floor(tokensIn * CACHED_SHARE),
    agentId: run.agentId,
    userId: run.startedBy,
    teamId: run.teamId,
    runId: run.id,
    workflowRunId: run.workflowRunId,
  })
  const charged = change(workspace, run, {
    micros: run.micros + row.micros,
    tokensIn: run.tokensIn + row.tokensIn,
    tokensOut: run.tokensOut + row.tokensOut,
    workedMs: run.workedMs + worked,
    ...withProgress(run, { doneMs, since: now }),
  })
  // Gap `cost-before-end`: whoever tells the cost at the end only does not tell it here.
  if (workspace.profile['cost-before-end'] === 'at-end') return charged
  post(workspace, run.chatId, {
    type: 'run.progress',
    run_id: run.id,
    cost_euros: charged.micros / 1e6,
    tokens: {
      input: charged.tokensIn,
      output: charged.tokensOut,
      total: charged.tokensIn + charged.tokensOut,
    },
  })
  return charged
}

/** Plans when the run is next looked at: at the next charge, or at the end of its step. */
export function planNext(workspace: Workspace, run: RunRow): void {
  const { progress } = run
  if (!progress) return
  const length = lengthOf(progress.script[progress.at])
  const every = Math.max(1000, Math.ceil(length / MOST_CHARGES / 1000) * 1000)
  const wait = Math.min(every - (progress.doneMs % every), length - progress.doneMs)
  workspace.simulation.plan(workspace.now() + Math.max(0, wait), 'run.step', run.id)
}

/** How long a step takes, in milliseconds. */
export function lengthOf(step: Step | undefined): number {
  return step?.do === 'work' || step?.do === 'tool' ? Math.round(step.seconds * 1000) : 0
}
