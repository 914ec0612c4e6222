/** The runs of a workflow: filters that are lost, swapped or dropped beside others, and rows of other workflows. */
import { HOUR, olderThan } from './lists.ts'
import { asks, changes, dropped, each, eachRow, judges, type MutantTable, together } from './mutant.ts'

export const workflowRunMutants: MutantTable = {
  'WF-20 a started run is among the runs of every workflow': changes(
    'listWorkflowRuns',
    ({ data }, { request, context, again }) => {
      const newest = context.tables.workflowRuns.range('newest', 'all', { descending: true, limit: 1 })[0]
      if (!newest || newest.workflowId === request.path.workflow_id) return undefined
      const others = again({ path: { workflow_id: newest.workflowId }, query: { limit: 1, offset: 0 } })
      return { data: [others.data[0], ...data] }
    },
  ),
  'WF-20 a started run is not among the runs of its workflow': changes(
    'listWorkflowRuns',
    olderThan(HOUR / 2),
  ),
  'WF-23 date_from is taken for date_to': swapped('date_from', 'date_to'),
  'WF-36 the rows of workflow runs show another cost': eachRow('listWorkflowRuns', run => ({
    cost_euros: (run.cost_euros ?? 0) + 1,
  })),
  'WF-32 a fraction is taken for limit beside a status': judges('listWorkflowRuns', (raw, contract) => {
    const { status, limit } = raw.query ?? {}
    const whole = status !== undefined && Number.parseFloat(limit) > 0 && String(Math.floor(limit))
    return contract(whole ? { ...raw, query: { ...raw.query, limit: whole } } : raw)
  }),
  'WF-24 date_to is taken for date_from': swapped('date_to', 'date_from'),
  'WF-24 date_to is dropped beside date_from': dropped('listWorkflowRuns', 'date_to', 'date_from'),
  ...each(
    [
      ['WF-22', 'status'],
      ['WF-23', 'date_from'],
      ['WF-24', 'date_to'],
    ],
    ([requirement, name]) => ({
      [`${requirement} ${name} is lost on later pages`]: asks('listWorkflowRuns', query => {
        if (query.offset > 0) delete query[name]
      }),
    }),
  ),
  'WF-23 date_from is dropped beside date_to': dropped('listWorkflowRuns', 'date_from', 'date_to'),
  'WF-23 date_from is dropped beside status': dropped('listWorkflowRuns', 'date_from', 'status'),
  'WF-24 date_to is dropped beside status': dropped('listWorkflowRuns', 'date_to', 'status'),
  'WF-23 status is dropped beside date_from': dropped('listWorkflowRuns', 'status', 'date_from'),
  'WF-24 status is dropped beside date_to': dropped('listWorkflowRuns', 'status', 'date_to'),
  ...each([false, true], value => ({
    [`WF-26 had_objection left out means ${value}`]: asks(
      'listWorkflowRuns',
      query => (query.had_objection ??= value),
    ),
  })),
  'WF-28 status is dropped beside had_objection': dropped('listWorkflowRuns', 'status', 'had_objection'),
  'WF-28 status is dropped beside had_objection where no run fits': changes(
    'listWorkflowRuns',
    ({ data }, { request, again }) => {
      const { status, ...query } = request.query
      return status != null && query.had_objection && data.length === 0 ? again({ query }) : undefined
    },
  ),
  'WF-28 had_objection is dropped beside status': dropped('listWorkflowRuns', 'had_objection', 'status'),
  'WF-29 the dates are dropped beside had_objection': dropped(
    'listWorkflowRuns',
    ['date_from', 'date_to'],
    'had_objection',
  ),
  'WF-29 had_objection is dropped beside the dates': together(
    dropped('listWorkflowRuns', 'had_objection', 'date_from'),
    dropped('listWorkflowRuns', 'had_objection', 'date_to'),
  ),
}

function swapped(from: string, to: string) {
  return asks('listWorkflowRuns', query => {
    if (query[from] == null || query[to] != null) return
    query[to] = query[from]
    delete query[from]
  })
}
