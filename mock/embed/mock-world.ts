import type { Entry, WorldChanges } from '../control/generated/control.gen.ts'
import type { WorldKind, WorldSource } from '../world-file/index.ts'
import type { Call } from './call.ts'

/** A part of a world; null deletes an entry. */
export type WorldPart = {
  readonly [Member in keyof WorldSource]: NonNullable<WorldSource[Member]> extends Readonly<
    Record<string, infer Entry>
  >
    ? Readonly<Record<string, Entry | null>>
    : WorldSource[Member]
}

/** The content of a workspace, as a world file declares it. */
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
  /** Deletes an unused entry; with `force`, references to it are removed first, as in the app. */
  delete(kind: WorldKind, handle: string, options?: { readonly force?: boolean }): void
}

export function worldHandle(call: Call): MockWorld {
  return {
    text: () => call('readWorld'),
    list: kind => call('listEntries', { path: { kind } }).data,
    get: (kind, handle) => call('readEntry', { path: { kind, handle } }),
    // Only a text is read asynchronously.
    put: (part, { force = false } = {}) =>
      call('changeWorld', { query: { force }, body: part }) as WorldChanges,
    delete: (kind, handle, { force = false } = {}) =>
      call('deleteEntry', { path: { kind, handle }, query: { force } }),
  }
}
