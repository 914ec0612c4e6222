// Opens the file that a mock keeps its workspaces in.

import { KeepProblem } from './keep-problem.ts'
import { Keeper } from './keeper.ts'
import { type KeepSync, KeptFile } from './kept-file.ts'

export interface KeepOptions {
  /** The path of the SQLite file. It is created when it does not exist. */
  readonly file: string
  /** Default: `process`. */
  readonly sync?: KeepSync | undefined
}

/** What a kept world follows from. A file that exists has its own; undefined accepts whatever that is. */
export type WorldSettings = Readonly<Record<'seed' | 'clock' | 'answers' | 'shard' | 'world', unknown>>

/** Throws a KeepProblem when the file cannot be used, or was made with other settings than those given. */
export function openKeeper({ file: path, sync }: KeepOptions, given: WorldSettings): Keeper {
  const file = new KeptFile(path, sync)
  const keeper = new Keeper(file)
  // A start that failed, such as for a port in use, leaves a file without workspaces.
  if (file.isNew || file.workspaces().length === 0) {
    for (const [name, value] of Object.entries(given)) keeper.write(it => it.setSetting(name, value))
    return keeper
  }
  const made = file.settings()
  if (made.has('shard') && given.shard === undefined) {
    file.close()
    throw new KeepProblem(
      path,
      `is of the shard ${made.get('shard')}; start it with --shard ${made.get('shard')}`,
    )
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || JSON.stringify(value) === JSON.stringify(made.get(name))) continue
    file.close()
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
  return keeper
}
