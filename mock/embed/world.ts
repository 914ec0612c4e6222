import {
  changeWorld,
  deleteEntry,
  type Entry,
  listEntries,
  readEntry,
  type WorldChanges,
  worldFileOf,
} from '../control/world.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { Workspace } from '../world/workspace.ts'
import type { WorldKind, WorldSource } from '../world-file/index.ts'

/** A part of a world; null deletes an entry. */
export type WorldPart = {
  readonly [Member in keyof WorldSource]: NonNullable<WorldSource[Member]> extends Readonly<
    Record<string, infer Entry>
  >
    ? Readonly<Record<string, Entry | null>>
    : WorldSource[Member]
}

/** What there is in a workspace, as a world file declares it. */
export interface MockWorld {
  /** The workspace as the text of a world file. */
  text(): Promise<string>
  /** The entries of a kind, each with its id. */
  list(kind: WorldKind): Entry[]
  /** An entry by its handle or id. */
  get(kind: WorldKind, handle: string): Entry
  /**
   * Creates or changes entries, everything or nothing. Members that are left out stay as they are; null deletes an entry.
   *
   * @example workspace.world.put({ agents: { 'quote-writer': { script: 'work 5s; fail No price list.' } } })
   */
  put(part: WorldPart, options?: { readonly force?: boolean }): WorldChanges
  /** Deletes an entry that nothing uses; with `force`, its users let it go first, as they would in the app. */
  delete(kind: WorldKind, handle: string, options?: { readonly force?: boolean }): void
}

/** The world of the workspace that `settled` returns, in which everything due has happened. */
export function worldHandle(registry: WorkspaceRegistry, settled: () => Workspace): MockWorld {
  return {
    text: () => worldFileOf(settled()),
    list: kind => listEntries(settled(), kind),
    get: (kind, handle) => readEntry(settled(), kind, handle),
    put: (part, { force } = {}) => changeWorld(registry, settled(), part, force),
    delete: (kind, handle, { force = false } = {}) => deleteEntry(registry, settled(), kind, handle, force),
  }
}
