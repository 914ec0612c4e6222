import type { Issue } from '#openapi'
import { ServerAnswer } from '../server/refuse.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'

/** The status and the type of each refusal. */
const KINDS = {
  control_key_needed: [401, 'authentication_failed'],
  host_refused: [403, 'permission_denied'],
  origin_refused: [403, 'permission_denied'],
  agent_not_found: [404, 'not_found'],
  approval_not_found: [404, 'not_found'],
  conformance_run_not_found: [404, 'not_found'],
  entry_not_found: [404, 'not_found'],
  exchange_not_found: [404, 'not_found'],
  fault_not_found: [404, 'not_found'],
  key_not_found: [404, 'not_found'],
  person_not_found: [404, 'not_found'],
  resource_not_found: [404, 'not_found'],
  route_not_found: [404, 'not_found'],
  snapshot_not_found: [404, 'not_found'],
  task_not_found: [404, 'not_found'],
  workspace_not_found: [404, 'not_found'],
  clock_backwards: [409, 'conflict'],
  entry_in_use: [409, 'conflict'],
  key_name_taken: [409, 'conflict'],
  key_secret_taken: [409, 'conflict'],
  key_taken: [409, 'conflict'],
  not_movable: [409, 'conflict'],
  run_asks: [409, 'conflict'],
  situation_needs_agent: [409, 'conflict'],
  snapshot_limit_reached: [409, 'conflict'],
  suite_busy: [409, 'conflict'],
  suite_not_here: [409, 'conflict'],
  workspace_busy: [409, 'conflict'],
  workspace_limit_reached: [409, 'conflict'],
  workspace_needed: [409, 'conflict'],
  wrong_shard: [421, 'wrong_shard'],
  answer_unknown: [422, 'validation_failed'],
  file_unusable: [422, 'validation_failed'],
  filter_invalid: [422, 'validation_failed'],
  har_invalid: [422, 'validation_failed'],
  key_unknown: [422, 'validation_failed'],
  request_invalid: [422, 'validation_failed'],
  rule_unknown: [422, 'validation_failed'],
  shard_unknown: [422, 'validation_failed'],
  world_invalid: [422, 'validation_failed'],
  quota_exceeded: [429, 'rate_limited'],
  shard_unreachable: [502, 'internal'],
} as const satisfies Record<string, readonly [status: number, type: string]>

/**
 * A refusal of the control API, in the form of the service's own.
 *
 * @example throw new ControlRefusal('snapshot_not_found', `There is no snapshot ${id}; there are a, b.`, 'snapshot_id')
 */
export class ControlRefusal extends ServerAnswer {
  readonly code: string
  readonly issues: readonly Issue[]

  constructor(
    code: keyof typeof KINDS,
    message: string,
    param: string | null = null,
    more: {
      readonly issues?: readonly Issue[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    const { issues = [], headers } = more
    const [status, type] = KINDS[code]
    super(status, { error: { type, code, message, param, issues } }, headers, message)
    this.name = 'ControlRefusal'
    this.code = code
    this.issues = issues
  }
}

/** Refuses a field of a body, for rules that a schema cannot express. */
export function invalid(field: string, expected: string, received: unknown): ControlRefusal {
  const shown = typeof received === 'string' ? `'${received}'` : (JSON.stringify(received) ?? 'missing')
  const message = `body.${field} must be ${expected}, but was ${shown}`
  return new ControlRefusal('request_invalid', `${message}.`, `body.${field}`, {
    issues: [{ in: 'body', field, message, expected, received: received ?? null }],
  })
}

/**
 * Refuses a name of another shard, and names the shard. A proxy in front routes by name, so a caller who gets this
 * bypassed the proxy. There is no redirect, because many clients would drop the key.
 */
export function requireOwnShard(registry: WorkspaceRegistry, name: string, what: string): void {
  const shard = registry.otherShard(name)
  if (shard === undefined) return
  throw new ControlRefusal(
    'wrong_shard',
    `${what} is on shard ${shard}; this is ${registry.shard}. Send the request to that shard, or to the proxy in front of them.`,
    null,
    { headers: { 'x-mock-shard': shard } },
  )
}
