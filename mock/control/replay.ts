// Replays recorded calls against new workspaces of the same mock, once for each key.
import { callsOfArchive, callsOfJournal } from '../replay/recording.ts'
import { type Replay, replay } from '../replay/replay.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { ExchangeFilter } from './generated/control.gen.ts'
import { createKey } from './new-key.ts'
import { ControlRefusal } from './refusal.ts'
import type { Workspaces } from './workspace-store.ts'

/** What to replay, and with which keys. */
export interface ReplayOrder {
  /** Which exchanges of the journal. Default: all. */
  readonly exchanges?: ExchangeFilter
  /** An archive instead of the journal. */
  readonly har?: unknown
  /** Names of keys. `itself`, the default, stands for the key of each call, `everybody` for every key of the workspace. */
  readonly as?: readonly string[]
}

export type ReplayAs = Replay & { readonly as: string }

export async function replayAs(
  workspaces: Workspaces,
  hosted: HostedWorkspace,
  baseUrl: string,
  order: ReplayOrder,
): Promise<ReplayAs[]> {
  const { workspace, journal } = hosted
  const calls = order.har ? callsOfArchive(order.har) : callsOfJournal(journal.find(order.exchanges ?? {}))
  if (!calls)
    throw new ControlRefusal(
      'har_invalid',
      'body.har is no HTTP archive: it needs log.entries, each with request and response.',
      'body.har',
    )
  const from = workspaces.originOf(workspace.id)
  const clock = { mode: workspace.simulation.clock.mode, at: calls[0]?.at ?? workspace.now() }
  const results: ReplayAs[] = []
  for (const as of principals(hosted, order.as ?? ['itself'])) {
    const fresh = workspaces.create({ from, profile: workspace.profile, clock })
    try {
      const secrets = secretsIn(workspace, fresh)
      const replayed = await replay(calls, {
        baseUrl,
        keyFor: call => secrets.get(as === 'itself' ? (call.key ?? '') : as),
        pass: ms => fresh.workspace.simulation.advance(ms),
      })
      results.push({ as, ...replayed })
    } finally {
      workspaces.remove(fresh.workspace.id)
    }
  }
  return results
}

/** Secrets by name. Keys that were added to the workspace are created again. */
function secretsIn(workspace: HostedWorkspace['workspace'], fresh: HostedWorkspace): Map<string, string> {
  const { keys, people } = fresh.workspace.tables
  const known = new Set(keys.range('listed', null).map(({ name }) => name))
  for (const { name, personId, scopes } of workspace.tables.keys.range('listed', null))
    if (!known.has(name) && people.get(personId))
      createKey(fresh.workspace, { name, person: personId, scopes: [...scopes] })
  return new Map(keys.range('listed', null).map(({ name, secret }) => [name, secret]))
}

function principals({ workspace }: HostedWorkspace, as: readonly string[]): string[] {
  const names = workspace.tables.keys.range('listed', null).map(({ name }) => name)
  const unknown = as.find(name => name !== 'itself' && name !== 'everybody' && !names.includes(name))
  if (unknown !== undefined)
    throw new ControlRefusal(
      'key_unknown',
      `body.as names '${unknown}'; there are itself, everybody, ${names.join(', ')}.`,
      'body.as',
    )
  return [...new Set(as.flatMap(name => (name === 'everybody' ? names : [name])))]
}
