/** The list of runs filtered to our own runs, whose agent is known from their start. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refIn, wordIn } from '../../extract/record.ts'
import { phaseOf } from '../../extract/run-status.ts'
import { type Paging, pagesOf } from '../list-pages.ts'

interface Ended {
  id: string
  agent: string
  status: string
}

const PAGES = 12

const ownRuns = scenario({
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
  let found = false
  const ask = (paging: Paging) => t.call('listRuns', { query: { ...query, ...paging } })
  for await (const { exchange: reply, isLast } of pagesOf(PAGES, ask)) {
    if (reply.status !== 200) return t.notExercised(requirement, `${name} answered ${reply.status}`, reply)
    const ids = replyIds(reply)
    if (ids.includes(outside.id)) {
      const sentence = `${name} lists the run ${outside.id} of agent ${outside.agent}, which is ${outside.status}`
      return t.violated(requirement, sentence, reply)
    }
    found ||= ids.includes(inside.id)
    if (isLast) {
      const sentence = `${name} ${found ? 'lists' : 'leaves out'} the run ${inside.id} of agent ${inside.agent}, which is ${inside.status}`
      return void t.expect(requirement, found, sentence, reply)
    }
  }
  t.notExercised(requirement, `a list of runs of fewer than ${PAGES} pages under ${name}`)
}

export const ownRunScenarios: readonly Scenario[] = [ownRuns]
