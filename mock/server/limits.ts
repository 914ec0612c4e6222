// Limits that protect the shared memory of a mock.
import { Refusal } from '../world/refusal.ts'

export interface Limits {
  /** Simultaneous workspaces. */
  readonly workspaces: number
  /** Simultaneous workspaces of a team. */
  readonly teamWorkspaces: number
  /** Rows in all workspaces of a team, checked when one is created. */
  readonly teamRows: number
  /** Snapshots of a workspace, without automatic ones. */
  readonly snapshots: number
  /** Bytes of bodies that a workspace accepts until it is reset or restored. */
  readonly workspaceBytes: number
  /** Characters of a text in a body of the service. */
  readonly fieldLength: number
  /** Bytes of a body of the service. */
  readonly bodyBytes: number
  /** Lists, objects and single values in a body of the service. */
  readonly bodyValues: number
}

export const defaultLimits: Limits = {
  workspaces: 5_000,
  teamWorkspaces: 5_000,
  teamRows: 10_000_000,
  snapshots: 100,
  workspaceBytes: 256 * 1024 * 1024,
  fieldLength: 256 * 1024,
  bodyBytes: 1024 * 1024,
  bodyValues: 20_000,
}

/** Refuses a body with a text that is too long. */
export function requireShortTexts(body: unknown, max: number): void {
  const field = fieldWithLongText(body, max)
  if (field === undefined) return
  const expected = `at most ${max.toLocaleString('en')} characters`
  const message = `body.${field} must be ${expected} long`
  throw new Refusal('request_invalid', `${message}.`, {
    issues: [{ in: 'body', field, message, expected, received: null }],
    advice: '--max-field-length sets how long a text may be.',
  })
}

/** The path of the first text longer than `max`, such as `messages[0].content`; undefined for none. */
function fieldWithLongText(value: unknown, max: number, at = ''): string | undefined {
  if (typeof value === 'string') return value.length > max ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inside] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
    const found = fieldWithLongText(inside, max, place)
    if (found !== undefined) return found
  }
  return undefined
}
