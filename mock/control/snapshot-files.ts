// Saved workspaces as text, for files and for other shards.
import {
  readSnapshotFile,
  type SnapshotFile,
  SnapshotFileProblem,
  writeSnapshotFile,
} from '../keep/snapshot-file.ts'
import { Clock } from '../simulation/clock.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { ControlRefusal } from './refusal.ts'
import { iso } from './time.ts'

/** Serializes a saved workspace. */
export function snapshotFileOf(
  { name: workspace, profile }: Workspace,
  { name, saved }: { readonly name: string; readonly saved: SavedWorkspace },
  withKeys: boolean,
): string {
  const at = iso(Clock.restore(saved.clock).now())
  return writeSnapshotFile(saved, { name, workspace, at, profile, withKeys })
}

/** Parses such a text; refuses one that is damaged, newer or something else. */
export function readSnapshot(text: string): SnapshotFile {
  try {
    return readSnapshotFile(text)
  } catch (error) {
    if (!(error instanceof SnapshotFileProblem)) throw error
    throw unusableFile(error.message)
  }
}

export function unusableFile(why: string): ControlRefusal {
  return new ControlRefusal(422, 'file_unusable', `The snapshot file ${why}.`, { param: 'body.from.file' })
}
