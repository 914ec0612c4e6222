// `agent-work mock`: reads the settings and starts the mock, or prints what was requested.

import { readFlags } from '../../flags/read-flags.ts'
import { listGaps } from './gap-list.ts'
import { readOptions, settings, UsageError } from './options.ts'
import { serve } from './serve.ts'
import { checkWorld, writeTypes } from './world-flag.ts'

/**
 * Runs the command. It resolves to the exit status when the mock is ready or what was asked for is printed. Throws
 * `UsageError`.
 */
export async function runMock(args: readonly string[], process: NodeJS.Process): Promise<number> {
  const read = () => readOptions(args, process.env, process.cwd())
  const { 'world-check': checked } = readFlags(args, settings)
  if (checked) return checkWorld(String(checked.at(-1)?.text), text => console.log(text))
  const said = await read()
  const { gaps, types, world: worldPath = '' } = said.values
  if (gaps !== undefined && gaps !== 'vary') process.stdout.write(listGaps(process.stdout.columns, gaps))
  else if (types !== undefined) {
    if (!said.world) throw new UsageError('--types needs a world; add --world world.yaml.')
    writeTypes(said.world, worldPath, types)
  } else if (said.values['print-target']) {
    const { printedTarget } = await import('./print-target.ts')
    process.stdout.write(await printedTarget(said))
  } else await serve(said, read, process)
  return 0
}
