// What the specification states of replies, and no twin can change.
import type { OperationId, Schema } from '#openapi'

/** Refusals with a stated status. */
export const STATED_CODES: ReadonlySet<string> = new Set(['request_invalid', 'role_insufficient'])

/** Rules of requests with stated bounds (section 8); `days` alone would change them, too. */
export const STATED_BOUNDS: ReadonlySet<string> = new Set([
  'days',
  ...['getAgentStats', 'getUsageByUser', 'getUsageByTeam'].map(id => `${id} days`),
])

/** The members that the specification names, by operation; whatever is around them is open. */
export const STATED_MEMBERS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  startRun: ['run_id', 'chat_id', 'status'],
  getRun: ['status', 'cost_euros'],
  listRuns: ['next_cursor'],
  createTask: ['id', 'last_run_status'],
  getTask: ['last_run_status'],
  startWorkflowRun: ['shared_chat_id'],
}

export function problemsOfStated(id: OperationId, schema: Schema): string[] {
  const names = namesIn(schema)
  return (STATED_MEMBERS[id] ?? [])
    .filter(name => !names.has(name))
    .map(name => `the member ${name} of ${id} is stated and must be there`)
}

function namesIn(schema: Schema): Set<string> {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf]
  return new Set([...Object.keys(properties), ...inner.flatMap(part => [...namesIn(part)])])
}
