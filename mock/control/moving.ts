// Moves a workspace to another shard, as a restart would bring it back: with everything that is kept of it.

import type { KeptRow } from '../keep/kept-file.ts'
import type { SnapshotFile } from '../keep/snapshot-file.ts'
import { MOVES } from '../server/moves.ts'
import { nameIn } from '../server/name-in-request.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { machineDate } from '../simulation/machine-time.ts'
import { inTurns, type Slices } from '../simulation/slices.ts'
import { shardIn } from '../world/shard.ts'
import type { SavedWorkspace } from '../world/workspace.ts'
import type { ControlFunctions } from './control-function.ts'
import type { MovingWorkspace } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { profileIn, readingSnapshot, unusableFile } from './snapshot-files.ts'
import type { Workspaces } from './workspace-store.ts'

/** How long a move waits for calls that have begun. */
const DRAIN_MS = 10_000

/** The request that asks for the move is one of its workspace. */
const THIS_REQUEST = 1

export const moving = {
  async moveWorkspace({ body: { to } }, { workspaces, hosted, peers }) {
    const { registry, transfers } = workspaces
    const { workspace } = hosted
    const { id } = workspace
    requireMovable(id, registry.shard)
    if (to === registry.shard) return { id, shard: to }
    peers.require(to, 'body.to')
    const names = namesOf(workspaces, hosted)
    const release = registry.moves.hold(names)
    // A call keeps it from expiring.
    hosted.use.open += 1
    try {
      workspace.feed.close()
      const isDrained = await registry.traffic.drain(
        ({ request }) => names.includes(nameIn(request) ?? ''),
        THIS_REQUEST,
        DRAIN_MS,
      )
      if (!isDrained)
        throw new ControlRefusal(
          'workspace_busy',
          `Calls to ${id} have not ended within ${DRAIN_MS / 1000} seconds. Move it when they have.`,
        )
      const sent = await inTurns(movingOf(workspaces, hosted))
      const transfer = { id, to, sentAt: sent.sent_at }
      transfers.begin(transfer)
      await registry.keeper?.beforeReply()
      try {
        await peers.send(to, '/_mock/arrivals', sent)
      } catch (error) {
        // Only the reply may have been lost.
        void transfers.settle(peers)
        throw error
      }
      transfers.went(transfer)
      registry.moves.went(id, { to, names })
      registry.keeper?.settings.set(MOVES, registry.moves.save())
      workspaces.remove(id)
      // Before anybody is served there, the file must know that nobody is served here.
      await registry.keeper?.beforeReply()
    } finally {
      hosted.use.open -= 1
      release()
    }
    return { id, shard: to }
  },

  async receiveWorkspace({ body }, { workspaces }) {
    await inTurns(receiving(body, workspaces))
  },

  takeWorkspaceBack({ path: { workspace_id: id }, query: { sent_at } }, { workspaces }) {
    if (workspaces.transfers.takeBack(id, sent_at)) workspaces.remove(id)
  },
} satisfies Partial<ControlFunctions>

function* receiving(body: MovingWorkspace, workspaces: Workspaces): Slices<void> {
  const { registry } = workspaces
  const { id, lease, faults, keep } = body
  requireMovable(id, registry.shard)
  const rows = new Map<string, KeptRow>()
  function* read(text: string): Slices<SnapshotFile> {
    const file = yield* readingSnapshot(text, rows)
    if (file.header.keys === 'included') return file
    throw unusableFile('has no keys')
  }
  const now = yield* read(body.now)
  const { saved: beginning } = yield* read(body.beginning)
  const snapshots: { view: MovingWorkspace['snapshots'][number]['view']; saved: SavedWorkspace }[] = []
  for (const { view, file } of body.snapshots) snapshots.push({ view, saved: (yield* read(file)).saved })
  const release = keep ? yield* workspaces.writingAhead(beginning) : undefined
  try {
    workspaces.transfers.requireWanted(id, body.sent_at)
    // It has moved here before, and the shard that sent it does not know.
    workspaces.remove(id)
    const { name, origin } = body
    const saved = goneOn(now.saved, body.sent_at)
    const state = { id, name, origin, profile: profileIn(now.header), saved, beginning, faults, lease }
    workspaces.receive(state, { keep, exchanges: body.exchanges })
    for (const { view, saved } of snapshots) workspaces.snapshots.receive(view, saved, beginning)
    workspaces.transfers.arrived(id, body.sent_at)
    registry.moves.came(id)
    registry.keeper?.settings.set(MOVES, registry.moves.save())
  } finally {
    release?.()
  }
}

function requireMovable(id: string, shard: string | undefined): void {
  if (shard !== undefined && shardIn(id) !== undefined) return
  const why =
    shard === undefined
      ? 'This mock is no shard; start it with --shard and --peers to move workspaces'
      : `The workspace ${id} stays on its shard, because its names are those of every shard`
  throw new ControlRefusal('not_movable', `${why}.`)
}

function namesOf({ snapshots }: Workspaces, { workspace }: HostedWorkspace): string[] {
  const { id, tables } = workspace
  const secrets = tables.keys.range('listed', null).map(({ secret }) => secret)
  return [id, ...snapshots.of(id).map(({ id }) => id), ...secrets]
}

/** Everything that is kept of a workspace. */
function* movingOf(
  workspaces: Workspaces,
  { workspace, faults, journal }: HostedWorkspace,
): Slices<MovingWorkspace> {
  workspace.simulation.settle()
  const { id, name } = workspace
  const { keeper } = workspaces.registry
  const fileOf = (snapshot: string) => workspaces.writingFile(id, snapshot, true)
  const snapshots: MovingWorkspace['snapshots'] = []
  for (const view of workspaces.snapshots.of(id)) snapshots.push({ view, file: yield* fileOf(view.id) })
  return {
    id,
    name,
    origin: workspaces.originOf(id),
    keep: keeper === undefined || keeper.keeps(id),
    sent_at: machineDate(),
    exchanges: journal.count,
    now: yield* fileOf('now'),
    beginning: yield* fileOf('beginning'),
    snapshots,
    faults: faults.save(),
    lease: (workspaces.leases.get(id) ?? {}) as MovingWorkspace['lease'],
  }
}

/** A real clock has gone on meanwhile; any other goes on where it was. */
function goneOn(saved: SavedWorkspace, sentAt: number): SavedWorkspace {
  const { clock } = saved
  if (clock.mode.kind !== 'real') return saved
  return { ...saved, clock: { ...clock, at: clock.at + Math.max(0, machineDate() - sentAt) } }
}
