// The interface of a kind of world file entries: how they are put into a workspace, read from it and removed.
import type { Workspace } from '../../world/workspace.ts'

/** Whether an entry was made some months ago or is made now. */
export type Made = 'earlier' | 'now'

export interface Place {
  readonly id: string
  readonly handle: string
  readonly made: Made
}

/** Something that refers to an entry. */
export interface User {
  /** Its name in messages, such as `task OPS-12`. */
  readonly name: string
  /** Removes the reference, as the app would. Undefined if it needs the entry. */
  readonly release?: (() => void) | undefined
}

export interface EntryKind<Entry> {
  /** Creates or replaces an entry, which has that id. Everything that the entry refers to must exist. */
  put(workspace: Workspace, place: Place, entry: Entry): void
  /** All entries by handle, as a world file would declare them now. */
  read(workspace: Workspace): Record<string, Entry>
  /** The users of the entry with that id. Default: none. */
  users?(workspace: Workspace, id: string): User[]
  /** Removes what belongs to the entry besides its row. */
  removeParts?(workspace: Workspace, id: string): void
}

/** The rows that refer to an entry. `release` returns undefined for a row that needs it. */
export function usersAmong<Row>(
  rows: readonly Row[],
  uses: (row: Row) => boolean,
  name: (row: Row) => string,
  release: (row: Row) => User['release'],
): User[] {
  return rows.filter(uses).map(row => ({ name: name(row), release: release(row) }))
}

/** Entries by handle. */
export function byHandle<Row extends { readonly handle: string }, Entry>(
  rows: readonly Row[],
  entry: (row: Row) => Entry,
): Record<string, Entry> {
  return Object.fromEntries(rows.map(row => [row.handle, entry(row)]))
}

export function without(ids: readonly string[], id: string): string[] {
  return ids.filter(each => each !== id)
}
