// Opens the file in which a mock keeps its workspaces.

import type { KeepSync } from './database-file.ts'
import { KeepProblem, keepProblem } from './keep-problem.ts'
import { Keeper } from './keeper.ts'
import { KeptFile } from './kept-file.ts'

export interface KeepOptions {
  /** The path of the SQLite file, which is created if necessary. */
  readonly file: string
  /** Default: `process`. */
  readonly sync?: KeepSync | undefined
}

/** The settings that a kept world is derived from. An existing file has its own; undefined accepts any. */
export type WorldSettings = Readonly<Record<'seed' | 'clock' | 'answers' | 'shard' | 'world', unknown>>

/** Throws a KeepProblem if the file cannot be used, or was made with other settings. */
export function openKeeper({ file: path, sync }: KeepOptions, given: WorldSettings): Keeper {
  const file = new KeptFile(path, sync)
  try {
    const keeper = new Keeper(file)
    // A failed start, such as for a port in use, leaves a file without workspaces.
    if (file.isNew || file.workspaces().length === 0)
      for (const [name, value] of Object.entries(given)) keeper.write(it => it.setSetting(name, value))
    else requireSettings(path, file.settings(), given)
    return keeper
  } catch (error) {
    file.leave()
    throw keepProblem(path, error)
  }
}

function requireSettings(path: string, made: ReadonlyMap<string, unknown>, given: WorldSettings): void {
  if (made.has('shard') && given.shard === undefined)
    throw new KeepProblem(
      path,
      `is of the shard ${made.get('shard')}; start it with --shard ${made.get('shard')}`,
    )
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || JSON.stringify(value) === JSON.stringify(made.get(name))) continue
    if (name === 'world')
      throw new KeepProblem(
        path,
        'was made from another world, or from an earlier state of that world file; leave the world out to go on with what is kept, or choose another file',
      )
    const was = made.has(name) ? `with ${name} ${JSON.stringify(made.get(name))}` : `with the default ${name}`
    throw new KeepProblem(
      path,
      `was made ${was}, not ${JSON.stringify(value)}; leave that setting out, or choose another file`,
    )
  }
}
