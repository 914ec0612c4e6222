/** Workflow runs that the deployment already has. */

import { type Paging, pagesOf } from '../../engine/list-pages.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, findNamed, type Json } from '../../extract/find-value.ts'
import { replyRows } from '../../extract/list-rows.ts'
import { idOf, wordIn } from '../../extract/record.ts'
import { endOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { workflows } from '../discover.ts'

/** The runs of the first few workflows, longest history first. Not memoized until there is a run, nor where it must be new. */
export async function histories(t: Trial, isNew = false) {
  const known = isNew ? [] : await t.once('workflow-histories', () => readHistories(t))
  if (known.some(({ runs }) => runs.length > 0)) return known
  t.context.memory.delete('workflow-histories')
  return t.once('workflow-histories', () => readHistories(t))
}

async function readHistories(t: Trial) {
  const found: { workflow: string; runs: Json[] }[] = []
  for (const workflow of await someWorkflows(t)) {
    const reply = await t.need('listWorkflowRuns', { path: { workflow_id: workflow } })
    found.push({ workflow, runs: replyRows(reply) })
  }
  return found.toSorted((a, b) => b.runs.length - a.runs.length)
}

/** The first few workflows, those that the target names before others. */
export async function someWorkflows(t: Trial): Promise<string[]> {
  const named = ['workflow-history', 'workflow-objection', 'workflow', 'workflow-with-gate'] as const
  const fixtures = named.flatMap(name => t.target.fixtures.get(name)?.id || [])
  const listed = (await workflows(t).catch(() => [])).map(({ id }) => id)
  return [...new Set([...fixtures, ...listed])].slice(0, 8)
}

export const workflowRunId = (row: Json) => idOf(row, 'run') ?? idOf(row, 'workflow_run')

/** The path of a workflow run; an ended one if possible, because its figures no longer change. */
export async function workflowRun(t: Trial): Promise<{ workflow_id: string; run_id: string }> {
  const known = await histories(t)
  const all = pathsIn(known)
  const { path } = all.find(({ row }) => hasFinished(row)) ?? all[0] ?? {}
  if (path) return path
  const isEmpty = known.every(({ runs }) => runs.length === 0)
  throw new Missing(isEmpty ? 'a run of a workflow: no workflow has one' : lacks.id('run'))
}

/** The runs that have an id, with their paths. */
export const pathsIn = (known: Awaited<ReturnType<typeof histories>>) =>
  known.flatMap(({ workflow: workflow_id, runs }) =>
    runs.flatMap(row => {
      const run_id = workflowRunId(row)
      return run_id === undefined ? [] : [{ row, path: { workflow_id, run_id } }]
    }),
  )

export const hasFinished = (row: Json) => endOf(wordIn(row)) === 'finished'

/** Starts a workflow within the budget and returns any reply. */
export function beginWorkflow(
  t: Trial,
  workflow: string,
  query: Record<string, boolean | string>,
  body: unknown,
  key = t.keys.with('workflows:run'),
) {
  t.context.budget.takeRun()
  const options = { key, path: { workflow_id: workflow }, query, ...(body !== undefined && { body }) }
  const send = () => t.call('startWorkflowRun', options)
  const chatIn = ({ json }: Exchange) => asId(findNamed(json, 'shared_chat_id')?.value)
  return t.make('workflow-run', `run of workflow ${workflow}`, key, send, chatIn, workflow)
}

/** All runs that match these filters, page by page; `ended` where that reached the end of the list. */
export async function listedRuns(
  t: Trial,
  path: Record<string, string>,
  query: Record<string, string | boolean> = {},
) {
  const all: Json[] = []
  let first: Exchange | undefined
  const ask = (paging: Paging) => t.call('listWorkflowRuns', { path, query: { ...query, ...paging } })
  let ended = false
  for await (const { rows, exchange, isLast } of pagesOf(40, ask)) {
    if (exchange.status !== 200) return { rows: all, exchange, ended: false }
    first ??= exchange
    ended = isLast
    all.push(...rows)
  }
  return { rows: all, exchange: first as Exchange, ended }
}

export const runIds = (rows: readonly Json[]) => rows.flatMap(row => workflowRunId(row) ?? [])
