// What a kind of entry of a world file is: how its entries are put into a workspace, read from it and removed.
import type { Workspace } from '../../world/workspace.ts'

/** Whether something has been there for some months, or is made at this instant. */
export type Made = 'earlier' | 'now'

/** The handle of anything by its id; of what is gone, the id. */
export type HandleOf = (id: string) => string

/** Something that uses an entry. */
export interface User {
  /** What it is, such as `task OPS-12`. */
  readonly name: string
  /** Lets the entry go, as the app would. Undefined where nothing else could take its place. */
  readonly letGo?: (() => void) | undefined
}

export interface EntryKind<Entry> {
  /** Puts an entry: a new row, or another in the place of the old one. What the entry names must be there. */
  put(workspace: Workspace, handle: string, entry: Entry, made: Made): void
  /** All entries by handle, as a world file would declare them now. */
  read(workspace: Workspace, handleOf: HandleOf): Record<string, Entry>
  /** What uses the entry with that id. */
  users(workspace: Workspace, id: string): User[]
  /** Removes what belongs to the entry beside its row. */
  removeParts?(workspace: Workspace, id: string): void
}

/** The rows that use an entry. `letGo` returns undefined for a row that cannot do without it. */
export function usersAmong<Row>(
  rows: readonly Row[],
  uses: (row: Row) => boolean,
  name: (row: Row) => string,
  letGo: (row: Row) => User['letGo'],
): User[] {
  return rows.filter(uses).map(row => ({ name: name(row), letGo: letGo(row) }))
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
