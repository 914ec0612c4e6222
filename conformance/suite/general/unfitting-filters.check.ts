/** A filter that matches nothing returns nothing, also beside an offset: rows show that it is not applied. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { replyList } from '../../extract/list-rows.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { operation } from '../../requirements/contract.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import type { Capability } from '../../target/target-schema.ts'
import { knownAgent } from '../discover.ts'
import { queryText } from '../query-text.ts'
import { sharedTask } from '../tasks/own-task.ts'
import { workflowRun } from '../workflows/existing-workflow-runs.ts'

interface Unfitting {
  operation: string
  /** The requirement that the parameter filters the list. */
  id: string
  /** A value that matches no record. */
  query: (t: Trial) => Promise<Record<string, string>>
}

/** Not the id that checks of creating send: some services keep it, and then a task fits. */
const idLike = async (t: Trial) => unknownLike((await sharedTask(t)).id).replace(/.$/, '8')

const FILTERS: Readonly<Partial<Record<Capability, readonly Unfitting[]>>> = {
  tasks: [
    { operation: 'listTasks', id: 'TASK-13', query: async () => ({ status: 'no-such-column' }) },
    { operation: 'listTasks', id: 'TASK-14', query: async t => ({ project_id: await idLike(t) }) },
    { operation: 'listTasks', id: 'TASK-15', query: async t => ({ board_id: await idLike(t) }) },
    { operation: 'listTasks', id: 'TASK-19', query: async t => ({ assignee_id: await idLike(t) }) },
  ],
  runs: [
    {
      operation: 'listRuns',
      id: 'RUN-14',
      query: async t => ({ agent_id: unknownLike((await knownAgent(t)).id) }),
    },
    { operation: 'listRuns', id: 'RUN-15', query: async () => ({ status: 'no-such-status' }) },
  ],
  workflows: [
    { operation: 'listWorkflowRuns', id: 'WF-22', query: async () => ({ status: 'no-such-status' }) },
  ],
}

const filters = Object.entries(FILTERS).map(([capability, rows]) =>
  scenario({
    id: `unfitting/${capability}`,
    title: `A filter that nothing fits leaves the lists of ${capability} empty`,
    requirements: rows.map(({ id }) => id),
    needs: { capability: capability as Capability },
    cost: { requests: 3 * rows.length },
    writes: capability === 'tasks',
    // Runs that other checks start might match the filter.
    ...(capability === 'workflows' && { turn: 'alone' as const }),
    async run(t) {
      for (const row of rows) if (t.wants(row.id)) await leavesNothing(t, row).catch(ignoreMissing)
    },
  }),
)

async function leavesNothing(t: Trial, { operation: name, id, query: queryFor }: Unfitting) {
  const filter = await queryFor(t)
  const path = name === 'listWorkflowRuns' ? await workflowRun(t) : {}
  for (const query of [filter, { ...filter, offset: 0 }]) {
    const exchange = await t.call(name, { query, path })
    const rows = exchange.status === 200 ? (replyList(exchange) ?? []) : []
    const sentence = `${operation(name).path} with ${queryText(query)}, which nothing fits, answered ${exchange.status} with ${rows.length} rows`
    if (exchange.status === 500) t.violated('stated-status', id, sentence, exchange)
    else if (rows.length > 0) t.violated('filter-satisfied', id, sentence, exchange)
    else t.notExercised(id, `something that fits: ${sentence}`, exchange)
  }
}

export const unfittingFilterScenarios: readonly Scenario[] = filters
