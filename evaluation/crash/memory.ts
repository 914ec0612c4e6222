// What a client knows from replies of a mock that may be killed at any moment.

/** Where a caller is: one workspace with the key of its admin. */
export interface Place {
  readonly id: string
  readonly key: string
}

export class Memory {
  /** Acknowledged changes, whatever they were. */
  acknowledged = 0
  /** With the last status that was acknowledged, and those of requests that were never answered. */
  readonly tasks = new Map<string, { readonly place: Place; readonly statuses: Set<string> }>()
  readonly runs = new Map<string, RememberedRun>()
  /** With the events as they were sent, in order. */
  readonly chats = new Map<string, { readonly place: Place; readonly events: string[] }>()
  /** The titles and tasks of runs that were sent, each of which may be there once. */
  readonly sent = new Set<string>()
  /** The latest time that each workspace showed. */
  readonly times = new Map<string, number>()
  readonly snapshots = new Map<string, string>()
  /** How often each fault was applied, by workspace and id. */
  readonly faults = new Map<string, number>()
  readonly workspaces = new Set<string>()
  readonly deleted = new Set<string>()
}

interface RememberedRun {
  readonly place: Place
  readonly path: string
  /** What was read once it had ended: nothing may change any more. */
  ended: string | undefined
  /** The most that it was seen to cost. */
  cost: number
}
