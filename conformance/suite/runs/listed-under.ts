/** A run that rests in a state, in the list of runs under the status that its record shows. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import { inList } from './finish.check.ts'
import { act, bodyFor, currentRun, type OwnRun, startedRun, tryStart, working } from './own-run.ts'

/** A run that rests in a state is in the list under the status that its record shows, whatever it rests for. */
export async function listedUnder(t: Trial, run: Pick<OwnRun, 'id' | 'agent'>, status: string) {
  if (!t.wants('RUN-15') || t.isDecided('RUN-15')) return
  const look = (query: Record<string, string>) => inList(t, run.id, query).catch(ignoreMissing)
  const under = () => look({ status })
  const listed = await t.settled('the run under its status', under, one => one !== false)
  const now = await currentRun(t, run)
  if (listed === undefined || now.status !== status) return
  const sentence = `status=${status} ${listed ? 'lists' : 'leaves out'} the run ${run.id}, which is ${status}`
  if (listed) {
    t.met('filter-complete', 'RUN-15', sentence)
    if (status !== 'paused') return
    await leavesRunning(t, run)
    await showsPaused(t, run).catch(ignoreMissing)
  }
  // That it is listed at all is another requirement.
  else if (await look({ agent_id: run.agent }))
    t.violated('filter-complete', 'RUN-15', sentence, now.exchange)
}

/** A paused run comes to be listed under status=running no more. */
async function leavesRunning(t: Trial, run: Pick<OwnRun, 'id' | 'agent'>) {
  const query = { status: 'running', agent_id: run.agent }
  const isRow = (row: Json) => idOf(row, 'run') === run.id
  const under = () => inList(t, run.id, query, isRow).catch(ignoreMissing)
  if ((await t.settled('the run to leave status=running', under, one => one !== true)) !== true) return
  const look = () => currentRun(t, run)
  const last = await t.settled('the run to go on', look, one => one.status !== 'paused')
  const sentence = `status=running lists the run ${run.id}, which is paused`
  if (last.status === 'paused') t.violated('filter-satisfied', 'RUN-15', sentence, last.exchange)
}

/** Words that section 3 has for states other than paused. */
const NOT_PAUSED = ['running', 'cancelled']

/**
 * Rows under status=paused show no other word of section 3. Those that do may lag behind: it is wrong for the run, which
 * rests, or for one that works and was never paused, where it stays so for as long as that may take.
 */
async function showsPaused(t: Trial, run: Pick<OwnRun, 'id' | 'agent'>) {
  const look = async () => {
    const page = await t.need('listRuns', { query: { status: 'paused' } })
    const words = replyRows(page).map(row => [idOf(row, 'run'), wordIn(row) ?? ''] as const)
    return { page, strange: new Map(words.filter(([, word]) => NOT_PAUSED.includes(word))) }
  }
  const { strange } = await look()
  if (strange.size === 0) return
  const other = strange.has(run.id) ? undefined : await anotherAtWork(t)
  const judged = other ?? run
  const before = await currentRun(t, judged)
  const read = async () => ({ ...(await look()), now: await currentRun(t, judged) })
  const isRight = (one: Awaited<ReturnType<typeof read>>) =>
    !one.strange.has(judged.id) || one.now.status !== before.status
  const last = await t.settled('the rows under status=paused to be paused', read, isRight)
  const { page, now } = last
  const sentence = `status=paused lists the run ${judged.id} as ${last.strange.get(judged.id)}; its record says ${now.status}`
  const rule = now.status === 'paused' ? 'same-record' : 'filter-satisfied'
  if (!isRight(last) && (now.status === 'paused' || now.status === 'running'))
    t.violated(rule, 'RUN-15', sentence, page, now.exchange)
  if (other) await act(t, 'stopRun', other)
}

/** A run at work that nobody has paused, where an agent is free for it. */
async function anotherAtWork(t: Trial): Promise<OwnRun | undefined> {
  const agent = await runner(t, 'agent-slow')
  const run = startedRun(await tryStart(t, agent.id, bodyFor(t, agent), {}, 0), agent.id)
  if (run) await working(t, run)
  return run
}
