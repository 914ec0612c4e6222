import { changeWorld, type WorldChanges } from '../control/world-changes.ts'
import type { Entry } from '../control/world-entries.ts'
import type { HostedWorkspace, WorkspaceRegistry } from '../server/workspace-registry.ts'
import type { WorldKind, WorldSource } from '../world-file/index.ts'
import { type Call, checkedRequest } from './call.ts'

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

/** The world of the workspace in which `call` calls. */
export function worldHandle(
  call: Call,
  registry: WorkspaceRegistry,
  hosted: () => HostedWorkspace,
): MockWorld {
  return {
    text: () => call('readWorld'),
    list: kind => call('listEntries', { path: { kind } }).data,
    get: (kind, handle) => call('readEntry', { path: { kind, handle } }),
    // The operation also accepts texts and is therefore asynchronous; this one is not.
    put(part, { force = false } = {}) {
      const { body } = checkedRequest('changeWorld', {
        path: { workspace_id: 'current' },
        query: { force },
        body: part,
      })
      return changeWorld(registry, hosted().workspace, body as object, force)
    },
    delete: (kind, handle, { force = false } = {}) =>
      call('deleteEntry', { path: { kind, handle }, query: { force } }),
  }
}
