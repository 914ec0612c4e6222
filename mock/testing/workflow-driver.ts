// Common actions in tests of workflows and approvals.

import type { Schemas } from '#openapi'
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
  readonly query?: string
  readonly body?: Record<string, unknown>
}

/** Asks to start a workflow, by default as the member. */
export function tryStart(
  kit: TestKit,
  handle: WorkflowHandle,
  { key = 'member', query = '', body }: Start = {},
) {
  return kit.ask(`POST /workflows/${kit.roles.workflows[handle]}/run?${query}`, body, key)
}

/** Starts a workflow, and returns what is needed to read the run. */
export async function start(kit: TestKit, handle: WorkflowHandle, how: Start = {}) {
  const { status, body } = await tryStart(kit, handle, how)
  if (status !== 202) throw new Error(`the start of ${handle} answered ${status}`)
  const path: RunPath = { workflow_id: kit.roles.workflows[handle], run_id: body.run_id }
  return { path, chatId: body.shared_chat_id as string, reply: body }
}

const read = async (kit: TestKit, { workflow_id, run_id }: RunPath, end = '') =>
  (await kit.ask(`GET /workflows/${workflow_id}/runs/${run_id}${end}`, undefined, 'member')).body

export const readRun = (kit: TestKit, path: RunPath): Promise<Schemas['WorkflowRun']> => read(kit, path)

export const readSteps = async (kit: TestKit, path: RunPath): Promise<Schemas['WorkflowRunStep'][]> =>
  (await read(kit, path, '/steps')).data

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
