import type { TargetInput } from '#conformance'
import { UsageError } from '../../flags/flag.ts'
import { listGaps } from '../../mock/cli/gap-list.ts'
import { mockOptions, type ReadSettings, readOptions } from '../../mock/cli/options.ts'
import { serve } from '../../mock/cli/serve.ts'
import { settings } from '../../mock/cli/settings.ts'
import { checkWorld, writeTypes } from '../../mock/cli/world-flag.ts'
import type { RunSuite } from '../../mock/control/conformance-runs.ts'
import { targetFile } from '../../mock/control/target-file.ts'
import { startMock } from '../../mock/index.ts'
import { KeepProblem } from '../../mock/keep/keep-problem.ts'
import { recover } from '../../mock/keep/recover.ts'
import { reachableUrl, urlOf } from '../../platform/own-addresses.ts'
import type { Command } from '../command.ts'

export const command: Command = {
  description: 'Starts the mock: the whole Agent Work Service on your machine.',
  flags: settings,
  notes: `Every setting has an environment variable, such as AGENT_WORK_MOCK_PORT, and
a name in the file, such as port. A flag wins over the environment, the
environment over the file.`,
  /** Ends when the mock is ready, or what was asked for is printed. */
  run: async (args, { env, folder, columns, out }) => {
    const read = () => readOptions(args, env, folder)
    const reading = await read()
    const { check, gaps, keep, types, world, ...values } = reading.values
    if (check !== undefined) {
      const { checkClients } = await import('../check-clients.ts')
      return checkClients(check, reading, out)
    }
    if (values['world-check'] !== undefined) return checkWorld(values['world-check'], out)
    if (values['in-front-of'] !== undefined) {
      const { serveProxy } = await import('../serve-proxy.ts')
      await serveProxy(reading)
    } else if (values.recover) {
      if (keep === undefined) throw new UsageError('--recover needs a file; add --keep world.db.')
      out(recovered(keep))
    } else if (gaps !== undefined && gaps !== 'vary') out(listGaps(columns, gaps).trimEnd())
    else if (types !== undefined) {
      if (!reading.world) throw new UsageError('--types needs a world; add --world world.yaml.')
      writeTypes(reading.world, world ?? '', types)
    } else if (values['print-target']) out((await targetOf(reading)).trimEnd())
    else await serve(reading, read, runSuite)
    return 0
  },
}

/** The conformance suite, for the console of the mock. */
const runSuite: RunSuite = async (target, { only, progress, ...options }) => {
  const { run } = await import('#conformance')
  const { targetIn } = await import('../../conformance/target/target-file.ts')
  const input = typeof target === 'string' ? targetIn(target) : (target as unknown as TargetInput)
  return run(input, {
    ...options,
    ...(only && { only }),
    // Whoever may use the console need not know the variables of the process.
    env: {},
    progress(event) {
      if (event.kind === 'waiting') return
      const { done, total } = event
      progress({ done, total, ...(event.kind === 'begin' && { doing: event.scenario }) })
    },
  })
}

/** The target file of the mock that these settings start, with the address that it will have. */
async function targetOf(settings: ReadSettings): Promise<string> {
  const options = mockOptions(settings)
  const { port, host = '127.0.0.1' } = options
  if (port === 0)
    throw new UsageError(
      'with --port 0 the address is known only after the start; read /_mock/target.yaml from the running mock.',
    )
  // The same seed gives the same ids at every start.
  await using mock = await startMock({ ...options, port: 0, host: '127.0.0.1' })
  return targetFile({
    baseUrl: reachableUrl(urlOf(host, port!)),
    workspace: mock.demo.workspace,
    other: mock.registry.get('second-tenant')?.workspace,
  })
}

/** Recovers a damaged file; returns what to print. */
function recovered(path: string): string {
  try {
    const { file, workspaces, snapshots, changes, lost } = recover(path)
    const written = `Wrote ${file}: ${workspaces} workspaces, ${snapshots} snapshots, ${changes} changes of rows. Start the mock with --keep ${file}.`
    if (lost.length === 0) return `${written}\nNothing is lost.`
    return [written, `Lost (${lost.length}):`, ...lost.map(line => `  ${line}`)].join('\n')
  } catch (error) {
    if (error instanceof KeepProblem) throw new UsageError(`--recover: ${error.message}`)
    throw error
  }
}
