// The work of a run: its start and end, its use so far, and its ledger rows.
import { decisions } from '../profile/decisions.ts'
import { hash128 } from '../simulation/hash.ts'
import { madeOncePer } from '../store/on-demand.ts'
import type { Posted } from '../world/chats.ts'
import type { ModelRow, TokenUse } from '../world/models.ts'
import type { Progress, RunRow } from '../world/runs.ts'
import type { Step } from '../world/script.ts'
import { chargedMs, tokensOfWork, usedBy, type WorkRate, type WorkStretch } from '../world/work-stretch.ts'
import type { Workspace } from '../world/workspace.ts'
import { rowOfWork } from './funds.ts'
import { workShown } from './progress-events.ts'
import { lengthOf } from './steps.ts'

/** Starts work on a step, of which `doneMs` were worked before, and plans its end. Returns the progress with that work. */
export function beginWork(
  workspace: Workspace,
  { id, model: modelId }: Pick<RunRow, 'id' | 'model'>,
  progress: Progress,
  { at, doneMs }: Pick<Progress, 'at' | 'doneMs'> = progress,
): Progress {
  const model = workspace.tables.models.get(modelId)
  if (!model) throw new Error(`${id} cannot work: ${modelId} has no prices`)
  const now = workspace.now()
  const step = progress.script[at]
  const work: WorkStretch = {
    from: now,
    doneMs,
    rate: rateAt(progress.rate, step),
    price: pricesOf(model),
  }
  workspace.simulation.plan(now + lengthOf(step) - doneMs, 'run.step', id)
  return { ...progress, at, doneMs, work }
}

/** The prices for work that begins: one object for all work with this model. */
const pricesOf = madeOncePer(({ microsPerTokenIn, microsPerTokenOut, microsPerTokenCached }: ModelRow) => ({
  microsPerTokenIn,
  microsPerTokenOut,
  microsPerTokenCached,
}))

/** Ends the work under way, if there is any: charges it and puts its progress in front of `shown`. */
export function endWork(workspace: Workspace, run: RunRow, shown: Posted[]): RunRow {
  const { progress } = run
  if (!progress?.work) return run
  const { work } = progress
  const now = workspace.now()
  const used = usedBy(work, now, now)
  const doneMs = chargedMs(work, now, now)
  if (doneMs > work.doneMs) {
    workspace.ledger.append(rowOfWork(workspace, run, workspace.ids.next('led'), used))
    // Gap `cost-before-end`: a service that shows the cost only at the end has no progress events.
    const event = decisions.showsCostWhileRunning(workspace.profile) ? workShown(run, now) : undefined
    if (event) shown.unshift(event)
  }
  return {
    ...run,
    micros: run.micros + used.micros,
    tokensIn: run.tokensIn + used.tokensIn,
    tokensOut: run.tokensOut + used.tokensOut,
    workedMs: run.workedMs + doneMs - work.doneMs,
    progress: { ...progress, doneMs, work: null },
  }
}

/** A random rate of reading and writing. By default each run has its own, so that runs of an agent differ. */
export function drawRate({ random, tables }: Workspace, about = `${tables.runs.size}`): WorkRate {
  const chance = hash128(`${random.seed}/${about}`)
  return {
    tokensPerSecond: Math.round(700 + 1400 * (chance[0] / 2 ** 32)),
    readShare: 0.72 + 0.24 * (chance[1] / 2 ** 32),
    cachedShare: 0.2 + 0.5 * (chance[2] / 2 ** 32),
    pace: Math.floor(8 * (chance[3] / 2 ** 32)),
  }
}

/** The script with a duration for each step, random where the agent gives a variation. */
export function timed(
  { random, tables }: Workspace,
  script: readonly Step[],
  about = `${tables.runs.size}`,
): readonly Step[] {
  if (!script.some(step => step.do === 'work' && step.variation)) return script
  const chance = hash128(`${random.seed}/time of ${about}`)
  return script.map((step, index) => {
    if (step.do !== 'work' || !step.variation) return step
    const { variation, ...rest } = step
    const share = (2 * chance[index % 4]!) / 2 ** 32 - 1
    return { ...rest, seconds: Math.round(step.seconds * (1 + variation * share) * 10) / 10 }
  })
}

/** The script as long as runs of the agent take at the deployment, if a twin with `--pace` says so. */
export function paced(
  { profile, random, tables }: Workspace,
  handle: string,
  script: readonly Step[],
): readonly Step[] {
  const runs = profile.dialect?.pace?.startRun?.runs
  const length = runs?.[handle] ?? runs?.['*']
  if (!length?.median) return script
  const scripted = script.reduce((ms, step) => ms + lengthOf(step), 0)
  if (scripted === 0) return script
  const share = random.fork(`length of run ${tables.runs.size}`).float()
  // Log-logistic: it has these quantiles and needs nothing else.
  const quantile = Math.log(share / (1 - share)) / Math.log(0.95 / 0.05)
  const times = (length.median * (length.p95 / length.median) ** quantile) / scripted
  return script.map(step => ('seconds' in step ? { ...step, seconds: step.seconds * times } : step))
}

/** The time and the tokens that a run of the agent takes for these steps; the same each time, as nothing is drawn. */
export function workOf(
  workspace: Workspace,
  agentId: string,
  steps: readonly Step[],
): TokenUse & { readonly ms: number } {
  const drawn = drawRate(workspace, agentId)
  const total = { ms: 0, tokensIn: 0, tokensOut: 0, cachedTokens: 0 }
  for (const step of timed(workspace, steps, agentId)) {
    const ms = lengthOf(step)
    const used = tokensOfWork(ms, rateAt(drawn, step))
    total.ms += ms
    total.tokensIn += used.tokensIn
    total.tokensOut += used.tokensOut
    total.cachedTokens += used.cachedTokens
  }
  return total
}

function rateAt(rate: WorkRate, step: Step | undefined): WorkRate {
  const own = step?.do === 'work' ? step.tokensPerSecond : undefined
  if (own === undefined) return rate
  const { pace: _, ...even } = rate
  return { ...even, tokensPerSecond: own }
}
