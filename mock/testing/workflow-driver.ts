// Common actions in tests of workflows and approvals.

import type { Roles } from '../seed/index.ts'
import { decideApproval } from '../work/approvals.ts'
import type { Outcome } from '../world/planned-events.ts'
import type { KeyName, TestKit } from './test-kit.ts'

export type WorkflowHandle = keyof Roles['workflows']

/** The ids in the path of a workflow run. */
export interface RunPath {
  readonly workflow_id: string
  readonly run_id: string
}

interface Start {
  readonly key?: KeyName
  readonly query?: { readonly test?: boolean; readonly group_id?: string }
  readonly body?: Record<string, unknown>
}

/** Starts a workflow, by default as the member, and returns what is needed to read the run. */
export async function start(
  kit: TestKit,
  handle: WorkflowHandle,
  { key = 'member', query = {}, body }: Start = {},
) {
  const path = { workflow_id: kit.roles.workflows[handle] }
  const options = { params: { path, query }, ...(body ? { body } : {}) }
  const { data, response } = await kit.as(key).POST('/workflows/{workflow_id}/run', options)
  if (!data) throw new Error(`the start of ${handle} answered ${response.status}`)
  return { path: { ...path, run_id: data.run_id ?? '' }, chatId: data.shared_chat_id, reply: data, response }
}

/** The run, or what was answered instead. */
export async function readRun(kit: TestKit, path: RunPath) {
  const { data, response } = await kit
    .as('member')
    .GET('/workflows/{workflow_id}/runs/{run_id}', { params: { path } })
  if (!data) throw new Error(`reading the run ${path.run_id} answered ${response.status}`)
  return data
}

export async function readSteps(kit: TestKit, path: RunPath) {
  const url = '/workflows/{workflow_id}/runs/{run_id}/steps'
  const { data, response } = await kit.as('member').GET(url, { params: { path } })
  if (!data) throw new Error(`reading the steps of ${path.run_id} answered ${response.status}`)
  return data.data
}

/** Lets a run come to its gate, and returns the gate's approval. */
export async function comeToGate(kit: TestKit, path: RunPath): Promise<string> {
  kit.untilIdle()
  const gate = (await readSteps(kit, path)).find(step => step.status === 'waiting')
  if (!gate?.approval_id) throw new Error(`the run ${path.run_id} stands at no gate`)
  return gate.approval_id
}

/** A person decides in the app. */
export function decide(kit: TestKit, approvalId: string, outcome: Outcome, more: { comment?: string } = {}) {
  decideApproval(kit.workspace, approvalId, { by: kit.roles.people['person-manager'], outcome, ...more })
  kit.untilIdle()
}

/** The events of a chat that has ended. */
export const eventsOf = (kit: TestKit, chatId: string) => Array.fromAsync(kit.stream('member', chatId))
