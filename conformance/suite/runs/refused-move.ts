/** Moves that the state table of section 3 does not list: refused without effect on the run. */

import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, type Json, places } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, recordIn } from '../../extract/record.ts'
import { mayWait } from '../../extract/run-status.ts'
import { operation } from '../../requirements/contract.ts'
import { lacks } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import { act, awaitRun, currentRun, type OwnRun, SETTLE, startedRun, startRun } from './own-run.ts'

/** Target status per move: a server may accept a move to the current status, since nothing changes. */
const LEADS_TO: Record<string, string> = { pauseRun: 'paused', resumeRun: 'running', cancelRun: 'cancelled' }

export interface State {
  /** For the report: `a paused run`. */
  name: string
  /** Whether a run with this status is in the state. */
  holds: (status: string | undefined) => boolean
}

export async function refusesMove(
  t: Trial,
  requirement: string,
  run: OwnRun,
  move: string,
  state: State,
  options: CallOptions = {},
): Promise<void> {
  if (!t.wants(requirement)) return
  const before = await currentRun(t, run)
  if (!state.holds(before.status)) {
    return t.notExercised(requirement, `${state.name}: it was ${before.status} by then`, before.exchange)
  }
  if (move === 'retryRun') t.context.budget.takeRun()
  const exchange = await act(t, move, run, options)
  t.refusedByScope(exchange)
  const after = await currentRun(t, run)
  const { method, path } = operation(move)
  const outcome = `${method} ${path} on ${state.name} answered ${exchange.status}`
  const ended =
    before.phase === 'running' && after.phase === 'ended' && (await finishedByItself(t, run, after.summary))
  if (before.status === 'running' && !ended && (await comesTo(t, after.status))) {
    const why = `an agent that is slow enough: it is ${after.status} by itself`
    return t.notExercised(requirement, why, exchange, after.exchange)
  }
  if (after.status !== before.status && !ended) {
    return t.violated(
      requirement,
      `${outcome} and turned ${before.status} into ${after.status}`,
      exchange,
      after.exchange,
    )
  }
  if (ended) {
    const why = 'an agent that is slow enough: the run finished meanwhile'
    return t.notExercised(requirement, why, exchange, after.exchange)
  }
  if (exchange.status >= 500)
    return t.violated(requirement, `${outcome}; a refusal has a status from 400 to 499`, exchange)
  if (exchange.status >= 400) {
    t.observe('status-refused-transition', String(exchange.status), exchange)
    const nevertheless = move === 'retryRun' ? await startedAllTheSame(t, run) : undefined
    if (nevertheless !== undefined)
      return t.violated(requirement, `${outcome}, and yet the run ${nevertheless} started`, exchange)
    return t.met(requirement, `${outcome}; it is still ${after.status}`, exchange, after.exchange)
  }
  const fresh = newRun(exchange, run)
  if (fresh) {
    const key = t.keys.with('agents:run')
    t.context.journal.made(
      t.context.journal.intend({ kind: 'run', mark: 'a retry', key: key.name, parent: run.agent }),
      fresh,
    )
    return t.violated(requirement, `${outcome} and started the run ${fresh}`, exchange)
  }
  const already = LEADS_TO[move] === before.status || (move === 'stopRun' && state.name === STOPPED)
  const sentence = `${outcome}; it is still ${after.status}`
  if (already) t.notExercised(requirement, `${sentence}: no change, and no refusal either`, exchange)
  else t.violated(requirement, `${sentence}, but the call was not refused`, exchange)
}

/** An ended run refuses every form of answer. */
export async function refusesAnswers(t: Trial, run: OwnRun, state: State): Promise<void> {
  const bodies = [
    { answer: 'too late' },
    { values: { late: 'yes' } },
    { decisions: [{ decision: 'approve' }] },
  ]
  for (const body of bodies) await refusesMove(t, 'STATE-48', run, 'respondToRun', state, { body })
}

/** Sends a move that running runs refuse right after the start, because the run may end soon. */
export async function refusesAtOnce(
  t: Trial,
  requirement: string,
  run: OwnRun,
  move: string,
  options: CallOptions = {},
): Promise<void> {
  if (move === 'retryRun') t.context.budget.takeRun()
  const exchange = await act(t, move, run, options)
  t.refusedByScope(exchange)
  const after = await currentRun(t, run)
  const { method, path } = operation(move)
  const sentence = `${method} ${path} on a run that has just started answered ${exchange.status}; it is ${after.status}`
  if (exchange.status >= 500) t.violated(requirement, sentence, exchange)
  else if (exchange.status >= 400 && after.status === 'running')
    t.met(requirement, sentence, exchange, after.exchange)
  else
    t.notExercised(
      requirement,
      lacks.fixture('agent-slow', `an agent that is slow enough: ${sentence}`),
      exchange,
      after.exchange,
    )
}

/** Whether an untouched run of the slow agent comes to wait for a person under that status. */
export async function comesTo(t: Trial, status: string | undefined): Promise<boolean> {
  if (!mayWait(status)) return false
  const untouched = await startRun(t, await runner(t, 'agent-slow'))
  const seen = await t.until('an untouched run', t.target.pace.runSeconds, async () => {
    const now = await currentRun(t, untouched)
    return now.status === status || now.phase === 'ended' ? now : undefined
  })
  return seen?.status === status
}

/** A run that was not stopped has a summary, perhaps a moment after its status shows the end. */
async function finishedByItself(t: Trial, run: OwnRun, summary: unknown): Promise<boolean> {
  if (summary !== undefined) return true
  const view = await awaitRun(t, run, 'its summary', one => one.summary !== undefined, SETTLE)
  return view !== undefined
}

/** Finds a run that names this one as its original although the retry was refused. */
async function startedAllTheSame(t: Trial, run: OwnRun): Promise<string | undefined> {
  const reply = await t.call('listRuns', { query: { agent_id: run.agent } })
  if (reply.status !== 200) return undefined
  const rows = replyRows(reply)
  const repeats = rows.find(row => idOf(row, 'run') !== run.id && run.id.length > 3 && pointsTo(row, run.id))
  return idOf(repeats, 'run')
}

/** A number may be a count of tokens: it is an id only if its member's name mentions a run. */
const pointsTo = (row: Json, id: string): boolean =>
  [...places(row)].some(
    ({ name, value }) =>
      asId(value) === id && (Number.isNaN(Number(id)) || /run|retr|repeat|origin|source|parent/i.test(name)),
  )

export const STOPPED = 'a stopped run'

/** The id of another run, anywhere in the reply. */
export function newRun(
  exchange: Parameters<typeof startedRun>[0],
  run: Pick<OwnRun, 'id' | 'agent' | 'chatId'>,
): string | undefined {
  const record = recordIn(exchange.json, ['run'])
  const ids = [startedRun(exchange, run.agent)?.id, asId(record?.new_run_id), asId(record?.id)]
  return ids.find(id => id !== undefined && id !== run.id && id !== run.chatId)
}
