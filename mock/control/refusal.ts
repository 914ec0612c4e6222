import type { Issue } from '#openapi'
import { ServerAnswer } from '../server/refuse.ts'
import type { ControlSchemas } from './document.ts'

const TYPES = {
  401: 'authentication_failed',
  403: 'permission_denied',
  404: 'not_found',
  409: 'conflict',
  421: 'wrong_shard',
  422: 'validation_failed',
  429: 'rate_limited',
  502: 'internal',
} as const satisfies Record<number, string>

/**
 * A refusal of the control API, in the form of the service's own.
 *
 * @example throw new ControlRefusal(404, 'snapshot_not_found', `There is no snapshot ${id}; there are a, b.`)
 */
export class ControlRefusal extends ServerAnswer {
  readonly code: string
  readonly issues: readonly Issue[]

  constructor(
    status: keyof typeof TYPES,
    code: string,
    message: string,
    more: {
      readonly param?: string
      readonly issues?: readonly Issue[]
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    const { param = null, issues = [], headers } = more
    const error = { type: TYPES[status], code, message, param, issues }
    super(status, { error }, headers, message)
    this.name = 'ControlRefusal'
    this.code = code
    this.issues = issues
  }
}

/** The mock runs but takes no requests now; `body` has the reason. */
export class NotReady extends ServerAnswer {
  constructor(body: ControlSchemas['Readiness']) {
    super(503, body)
  }
}

/** Refuses a field of a body, for rules that a schema cannot express. */
export function invalid(field: string, expected: string, received: unknown): ControlRefusal {
  const shown = typeof received === 'string' ? `'${received}'` : (JSON.stringify(received) ?? 'missing')
  const message = `body.${field} must be ${expected}, but was ${shown}`
  return new ControlRefusal(422, 'request_invalid', `${message}.`, {
    param: `body.${field}`,
    issues: [{ in: 'body', field, message, expected, received: received ?? null }],
  })
}
