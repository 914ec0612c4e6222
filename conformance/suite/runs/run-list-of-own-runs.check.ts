/** The list of runs filtered to our own runs, whose agent is known from their start. */

import { wholeList } from '../../engine/list-pages.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { refIn, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { Missing } from '../../requirements/missing.ts'

interface Ended {
  id: string
  agent: string
  status: string
}

export const ownRunScenario = scenario({
  id: 'runs/list-own',
  title: 'Runs of ours are listed under their agent and their status, alone and together, and under no other',
  requirements: ['RUN-14', 'RUN-15', 'RUN-16'],
  needs: { capability: 'runs', scopes: ['runs:read'] },
  cost: { requests: 20 },
  alone: true,
  async run(t) {
    const ended = endedRuns(t)
    const [one] = ended
    const stranger = ended.find(({ agent }) => agent !== one?.agent)
    if (!one || !stranger) return t.notExercised(['RUN-14', 'RUN-16'], 'ended runs of our own, of two agents')
    await narrows(t, 'RUN-14', { agent_id: one.agent }, one, stranger)
    const other = ended.find(({ status, agent }) => status !== one.status && agent === one.agent)
    const unlike = other ?? ended.find(({ status }) => status !== one.status)
    if (!unlike) return t.notExercised(['RUN-15', 'RUN-16'], 'ended runs of our own in two statuses')
    await narrows(t, 'RUN-15', { status: one.status }, one, unlike)
    const both = { agent_id: one.agent, status: one.status }
    await narrows(t, 'RUN-16', both, one, unlike)
    await narrows(t, 'RUN-16', both, one, stranger)
  },
})

/** Ended runs as last read; the newest of each agent and status, because lists usually start with the newest. */
function endedRuns(t: Trial): Ended[] {
  const runs = t.context.ownRecords.histories().flatMap(({ kind, id, views }) => {
    const last = views.findLast(({ exchange }) => exchange.operation === 'getRun')?.record
    const status = wordIn(last)
    const agent = views.map(({ record }) => refIn(record, 'agent')).find(one => one !== undefined)
    const over = status !== undefined && phaseOf(status, Boolean(last?.summary)) === 'ended'
    return kind === 'run' && over && agent !== undefined ? [{ id, agent, status }] : []
  })
  const kinds = Map.groupBy(runs.toReversed(), ({ agent, status }) => `${agent} ${status}`)
  return [...kinds.values()].flatMap(group => group.slice(0, 1))
}

/** With these filters, the list contains the first run and not the second. */
async function narrows(
  t: Trial,
  requirement: string,
  query: Record<string, string>,
  inside: Ended,
  outside: Ended,
) {
  const name = new URLSearchParams(query).toString()
  const found = await t.until(`the run under ${name}`, t.target.pace.lateSeconds, async () => {
    const ids = (await wholeList(t, 'listRuns', { query }))?.keys()
    if (!ids) throw new Missing(`a list of runs of fewer pages under ${name}`)
    const listed = new Set(ids)
    return listed.has(inside.id) || listed.has(outside.id) ? listed : undefined
  })
  const describe = ({ id, agent, status }: Ended) => `the run ${id} of agent ${agent}, which is ${status}`
  if (found?.has(outside.id))
    return t.violated('filter-satisfied', requirement, `${name} lists ${describe(outside)}`)
  const sentence = `${name} ${found ? 'lists' : 'leaves out'} ${describe(inside)}`
  t.expect('filter-complete', requirement, found !== undefined, sentence)
}
