/** This month's usage of workflow runs: it comes to include the runs that the suite started. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { places } from '../../extract/find-value.ts'
import type { Exchange } from '../../requirements/exchange.ts'

const NAME = 'usage of workflow runs at first'

/** The usage before the suite's first start. */
export const usageAtFirst = (t: Trial): Promise<Exchange | undefined> =>
  t.once(NAME, async () => (t.wants('WF-11') ? t.call('getWorkflowRunUsage') : undefined))

/** Runs that must be counted; one of the suite's is a test run, which need not count. */
const FEW = 3

/** Seconds that counting may take. */
const LATE = 30

const usage = scenario({
  id: 'workflows/usage',
  title: 'The usage of the month counts the workflow runs that were started',
  requirements: ['WF-11'],
  needs: { capability: 'workflows', scopes: ['workflows:read'] },
  cost: { requests: 2 },
  overall: true,
  async run(t) {
    const before = (await t.context.memory.get(NAME)) as Exchange | undefined
    const started = t.context.observed.accepted.get('startWorkflowRun') ?? 0
    if (before?.status !== 200 || started < FEW)
      return t.notExercised('WF-11', 'a usage that was read before workflows were started')
    const moved = await t.until('the usage of workflow runs to move', LATE, async () => {
      const now = await t.call('getWorkflowRunUsage')
      return figuresOf(now) === figuresOf(before) ? undefined : now
    })
    if (moved) return t.met('WF-11', `the usage moved with ${started} starts`, before, moved)
    const last = await t.call('getWorkflowRunUsage')
    if (last.status === 200)
      t.violated('WF-11', `${started} runs were started, and no figure of the usage has moved`, before, last)
  },
})

/** All figures of the reply, under any name. */
const figuresOf = ({ json }: Exchange): string =>
  JSON.stringify(
    [...places(json)].filter(({ value }) => typeof value === 'number' || /^\d+$/.test(String(value))),
  )

export const workflowUsageScenarios: readonly Scenario[] = [usage]
