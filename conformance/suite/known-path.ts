/** The path of an operation, with the ids of records that are there. */

import type { Trial } from '../engine/trial.ts'
import { mentions } from '../extract/find-value.ts'
import { operation } from '../requirements/contract.ts'
import { Missing } from '../requirements/missing.ts'
import { pendingApproval } from './approvals/pending-approvals.ts'
import { knownAgent, knownWorkflow } from './discover.ts'
import { anyRun } from './runs/any-run.ts'
import { numbersIn } from './tasks/number.check.ts'
import { sharedTask } from './tasks/own-task.ts'
import { workflowRun } from './workflows/existing-workflow-runs.ts'

/** A record for each parameter; tasks are the suite's own. */
const RECORDS: Readonly<Record<string, (t: Trial) => Promise<string>>> = {
  agent_id: async t => (await knownAgent(t)).id,
  run_id: async t => (await anyRun(t)).id,
  task_id: async t => (await sharedTask(t)).id,
  ref: reference,
  workflow_id: async t => (await knownWorkflow(t)).id,
  approval_id: pendingApproval,
  client_id: async t => t.fixture('agency-client').id,
}

/** The parameters of the path of an operation, the last one names the record. */
export const pathParams = (operationId: string): string[] =>
  operation(operationId).pathParams.map(({ name }) => name)

export async function knownPath(t: Trial, operationId: string): Promise<Record<string, string>> {
  const names = pathParams(operationId)
  if (names.includes('workflow_id') && names.includes('run_id')) return workflowRun(t)
  const path: Record<string, string> = {}
  for (const name of names) path[name] = (await RECORDS[name]?.(t)) ?? ''
  return path
}

async function reference(t: Trial): Promise<string> {
  const { id, record, title } = await sharedTask(t)
  await t.readOnceShown('getTask', { path: { task_id: id } })
  let refused: string | undefined
  for (const text of numbersIn(record)) {
    const reply = await t.call('getTaskByNumber', { path: { ref: text } })
    // Another number may be that of another task.
    if (reply.status === 200 && [id, title].some(one => mentions(reply.json, one))) return text
    if (reply.status === 401 || reply.status === 403) refused ??= text
  }
  // Where no candidate is served, the check itself judges the refusal of the key.
  if (refused === undefined) throw new Missing('the number of a task')
  return refused
}
