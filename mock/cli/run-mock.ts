// `agent-work mock`: reads the settings and starts the mock, or prints what was requested.

import { UsageError } from '../../flags/flag.ts'
import { readFlags } from '../../flags/read-flags.ts'
import type { RunSuite } from '../control/conformance-runs.ts'
import { KeepProblem } from '../keep/keep-problem.ts'
import { recover } from '../keep/recover.ts'
import { listGaps } from './gap-list.ts'
import { readOptions } from './options.ts'
import { serve } from './serve.ts'
import { settings } from './settings.ts'
import { checkWorld, writeTypes } from './world-flag.ts'

/**
 * Runs the command; `suite` runs the conformance suite from the console. It resolves to the exit status when the mock is ready or what was asked for is printed. Throws
 * `UsageError`.
 */
export async function runMock(
  args: readonly string[],
  process: NodeJS.Process,
  suite?: RunSuite,
): Promise<number> {
  const read = () => readOptions(args, process.env, process.cwd())
  const { 'world-check': checked } = readFlags(args, settings)
  if (checked) return checkWorld(String(checked.at(-1)?.text), text => console.log(text))
  const said = await read()
  if (said.values.recover) {
    if (said.values.keep === undefined) throw new UsageError('--recover needs a file; add --keep world.db.')
    console.log(recovered(said.values.keep))
    return 0
  }
  const { gaps, types, world: worldPath = '' } = said.values
  if (gaps !== undefined && gaps !== 'vary') process.stdout.write(listGaps(process.stdout.columns, gaps))
  else if (types !== undefined) {
    if (!said.world) throw new UsageError('--types needs a world; add --world world.yaml.')
    writeTypes(said.world, worldPath, types)
  } else if (said.values['print-target']) {
    const { printedTarget } = await import('./print-target.ts')
    process.stdout.write(await printedTarget(said))
  } else await serve(said, read, process, suite)
  return 0
}

/** Recovers a damaged file; returns what to print. */
function recovered(path: string): string {
  try {
    const { file, workspaces, snapshots, rows, lost } = recover(path)
    const written = `Wrote ${file}: ${workspaces} workspaces, ${snapshots} snapshots, ${rows} rows. Start the mock with --keep ${file}.`
    if (lost.length === 0) return `${written}\nNothing is lost.`
    return [written, `Lost (${lost.length}):`, ...lost.map(line => `  ${line}`)].join('\n')
  } catch (error) {
    if (error instanceof KeepProblem) throw new UsageError(`--recover: ${error.message}`)
    throw error
  }
}
