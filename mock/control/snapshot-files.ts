// Reads saved workspaces from text, of files and of other shards.
import type { KeptRow } from '../keep/kept-file.ts'
import { readingSnapshotFile, type SnapshotFile, SnapshotFileProblem } from '../keep/snapshot-file.ts'
import { answersIn } from '../profile/answers.ts'
import { defaultProfile, type Profile } from '../profile/profile.ts'
import { contractFor } from '../profile/profiled-contract.ts'
import type { Slices } from '../simulation/slices.ts'
import { ControlRefusal } from './refusal.ts'

/** The answers of a snapshot file; refuses those that no mock has. */
export function profileIn({ profile: { dialect, ...answers } }: SnapshotFile['header']): Profile {
  try {
    const profile = { ...defaultProfile, ...answersIn(answers), ...(dialect ? { dialect } : {}) } as Profile
    contractFor(profile)
    return profile
  } catch (error) {
    throw unusable(error)
  }
}

/** The refusal of a file whose form is right, but in which somebody wrote what no mock writes, such as an unknown answer. */
export function unusable(error: unknown): ControlRefusal {
  if (error instanceof ControlRefusal) return error
  return unusableFile(`cannot be used: ${error instanceof Error ? error.message : String(error)}`)
}

/** Parses such a text; refuses one that is damaged, newer or something else. With `known`, files share equal rows. */
export function* readingSnapshot(text: string, known?: Map<string, KeptRow>): Slices<SnapshotFile> {
  try {
    return yield* readingSnapshotFile(text, known)
  } catch (error) {
    if (!(error instanceof SnapshotFileProblem)) throw error
    throw unusableFile(error.message)
  }
}

export function unusableFile(why: string): ControlRefusal {
  return new ControlRefusal('file_unusable', `The snapshot file ${why}.`, 'body.from.file')
}
