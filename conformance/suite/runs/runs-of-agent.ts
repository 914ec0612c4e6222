/** The runs of an agent that only the suite starts: those at first, and those that no request started. */

import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { wholeList } from '../list-pages.ts'

const runsOfAgent = async (t: Trial, agent_id: string) =>
  (await wholeList(t, 'listRuns', { query: { agent_id } }))?.keys()

const nameOf = (agent: string) => `runs of ${agent} at first`

/** The agent's runs before the suite starts it. */
export const runsAtFirst = (t: Trial, agent: string) =>
  t.once(nameOf(agent), async () => {
    const ids = await runsOfAgent(t, agent)
    return ids && new Set(ids)
  })

/** New runs that no request of ours started and that contain our mark: others may use the agent as well. */
export async function startedByNobody(t: Trial, agent: string): Promise<string[]> {
  const first = (await t.context.memory.get(nameOf(agent))) as Set<string> | undefined
  const now = first && (await runsOfAgent(t, agent))
  const ours = new Set(
    t.context.ownRecords.histories().flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
  )
  const strange = [...(now ?? [])].filter(id => !first?.has(id) && !ours.has(id)).slice(0, 12)
  const replies = await Promise.all(strange.map(run_id => t.call('getRun', { path: { run_id } })))
  return strange.filter((_, n) => mentions(replies[n]?.json, t.context.nonce, true))
}
