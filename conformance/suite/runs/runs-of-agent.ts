/** The runs of an agent that only we start: those that are there at first, and those that nobody started. */
import type { Trial } from '../../engine/trial.ts'
import { listIn, nextCursor, rowsOfObjects } from '../../reading/list-rows.ts'
import { idOf } from '../../reading/record.ts'

/** Undefined where there are too many to be sure. */
async function runsOfAgent(t: Trial, agent_id: string): Promise<Set<string> | undefined> {
  const ids = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < 12; page++) {
    const reply = await t.call('listRuns', { query: { agent_id, ...(cursor !== undefined && { cursor }) } })
    if (reply.status !== 200) return undefined
    for (const row of rowsOfObjects(listIn(reply.json, ['runs']) ?? [])) ids.add(idOf(row, 'run') ?? '')
    const next = nextCursor(reply.json)
    if (next === undefined || next === cursor) return ids
    cursor = next
  }
  return undefined
}

const nameOf = (agent: string) => `runs of ${agent} at first`

/** Before anything of ours is started with that agent. */
export const runsAtFirst = (t: Trial, agent: string) => t.once(nameOf(agent), () => runsOfAgent(t, agent))

/** Runs of the agent that came meanwhile and that no request of ours started. */
export async function startedByNobody(t: Trial, agent: string): Promise<string[]> {
  const first = (await t.context.memory.get(nameOf(agent))) as Set<string> | undefined
  const now = first && (await runsOfAgent(t, agent))
  const ours = new Set(t.context.history.stories().flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])))
  return [...(now ?? [])].filter(id => !first?.has(id) && !ours.has(id))
}
