/** A filter that matches nothing returns nothing, also beside an offset: rows show that it is not applied. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyList } from '../../extract/list-rows.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { operation } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { capabilityOf, knownAgent } from '../discover.ts'
import { knownPath } from '../known-path.ts'
import { queryText } from '../query-text.ts'
import { sharedTask } from '../tasks/own-task.ts'
import { OF_LISTS } from './parameters.check.ts'

const FILTERS = OF_LISTS.filter(([, name]) => name === 'status' || name.endsWith('_id'))

/** A value that matches no record. */
async function nobodys(t: Trial, name: string): Promise<string> {
  if (name === 'status') return 'no-such-status'
  if (name === 'agent_id') return unknownLike((await knownAgent(t)).id)
  // Not the id that checks of creating send: some services keep it, and then a task fits.
  return unknownLike((await sharedTask(t)).id).replace(/.$/, '8')
}

export const unfittingFilterScenarios: readonly Scenario[] = [
  ...Map.groupBy(FILTERS, ([list]) => capabilityOf(list)),
].map(([capability, rows]) =>
  scenario({
    id: `unfitting/${capability}`,
    title: `A filter that nothing fits leaves the lists of ${capability} empty`,
    requirements: rows.map(([, , requirement]) => requirement),
    needs: { capability },
    cost: { requests: 3 * rows.length },
    writes: capability === 'tasks',
    // Runs that other checks start might match the filter.
    ...(capability === 'workflows' && { turn: 'alone' as const }),
    async run(t) {
      for (const [list, name, requirement] of rows)
        if (t.wants(requirement)) await leavesNothing(t, list, name, requirement).catch(ignoreMissing)
    },
  }),
)

async function leavesNothing(t: Trial, list: string, name: string, requirement: string) {
  const filter = { [name]: await nobodys(t, name) }
  const path = await knownPath(t, list)
  for (const query of [filter, { ...filter, offset: 0 }]) {
    const exchange = await t.call(list, { query, path })
    const rows = exchange.status === 200 ? (replyList(exchange) ?? []) : []
    const sentence = `${operation(list).path} with ${queryText(query)}, which nothing fits, answered ${exchange.status} with ${rows.length} rows`
    if (exchange.status === 500) t.violated('stated-status', requirement, sentence, exchange)
    else if (rows.length > 0) t.violated('filter-satisfied', requirement, sentence, exchange)
    else t.notExercised(requirement, `something that fits: ${sentence}`, exchange)
  }
}
