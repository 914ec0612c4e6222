// How much a mock takes in, so that nobody fills the memory that everybody shares.
import { Refusal } from '../world/refusal.ts'

export interface Limits {
  /** Workspaces at a time. */
  readonly workspaces: number
  /** Workspaces of a team at a time. */
  readonly teamWorkspaces: number
  /** Rows of all workspaces of a team, counted when one is made. */
  readonly teamRows: number
  /** Snapshots of a workspace, automatic ones apart. */
  readonly snapshots: number
  /** Bytes of bodies that a workspace takes since it was made or put back. */
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
export function requireShortTexts(body: unknown, most: number): void {
  const field = longTextIn(body, most)
  if (field === undefined) return
  const expected = `at most ${most} characters`
  const message = `body.${field} must be ${expected} long; --max-field-length sets how long`
  throw new Refusal('request_invalid', `${message}.`, {
    issues: [{ in: 'body', field, message, expected, received: null }],
  })
}

/** Where the first text stands that is longer than `most`, such as `messages[0].content`; undefined for none. */
function longTextIn(value: unknown, most: number, at = ''): string | undefined {
  if (typeof value === 'string') return value.length > most ? at : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inside] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`
    const found = longTextIn(inside, most, place)
    if (found !== undefined) return found
  }
  return undefined
}
