// Reads the settings of the mock. A flag wins over the environment, the environment over the file.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type FlagInputs, UsageError, valuesOf } from '../../flags/flag.ts'
import { given } from '../../flags/given.ts'
import { readFlagsAndWords } from '../../flags/read-flags.ts'
import type { MockOptions } from '../index.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import { readTwinFile } from '../twin/twin-file.ts'
import type { WorldSource } from '../world-file/index.ts'
import { findConfigFile, readConfigFile } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import { fileText, httpsFor } from './https-flags.ts'
import { allOrigins } from './setting-values.ts'
import { settings } from './settings.ts'
import { worldAt } from './world-flag.ts'

export type ReadSettings = Awaited<ReturnType<typeof readOptions>>

/** Reads the command line, the environment and the file. Throws `UsageError` with the place of the mistake. */
export async function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
) {
  const { inputs: flags, words } = readFlagsAndWords(args, settings)
  if (words[0] !== undefined)
    throw new UsageError(`'${words[0]}' is not a flag; write settings as --port 4010 or --port=4010.`)
  const { said, warnings } = readEnvironment(env)
  const asked = flags.config?.at(-1)?.text ?? said.config?.at(-1)?.text
  const file = asked ?? findConfigFile(folder)
  const inFile: FlagInputs = file === undefined ? {} : await readConfigFile(file, asked ?? basename(file))
  const values = valuesOf(settings, { ...inFile, ...said, ...flags })
  const { twin: path, 'twin-violations': violations = false, pace = false } = values
  const twin = path === undefined ? undefined : await readTwinFile(path, { violations, pace })
  const read = values.world === undefined ? undefined : await worldAt(values.world)
  const { 'from-snapshot': from } = values
  const https = httpsFor(values, env)
  const snapshot = from === undefined ? undefined : fileText('--from-snapshot', from)
  if (from !== undefined && values.world !== undefined)
    throw new UsageError(
      '--from-snapshot has a world of its own; leave out --world, or make a snapshot of that world.',
    )
  const files = [file, path, ...(read?.files ?? [])].filter(path => path !== undefined)
  const aboutTwin = [violations && '--twin-violations', pace && '--pace'].filter(flag => flag !== false)
  const idle = twin ? [] : aboutTwin.map(flag => `${flag} does nothing without --twin`)
  if (from !== undefined && values.keep !== undefined && existsSync(values.keep))
    idle.push(`--from-snapshot does nothing: the world that ${values.keep} keeps goes on`)
  if (values['in-front-of'] === undefined)
    for (const flag of ['record', 'report'] as const)
      if (values[flag] !== undefined) idle.push(`--${flag} does nothing without --in-front-of`)
  if (pace && twin && Object.keys(twin.dialect?.pace ?? {}).length === 0)
    idle.push(`--pace does nothing: ${path} does not say how long replies take; learn it again`)
  return { values, twin, world: read?.world, snapshot, https, files, warnings: [...warnings, ...idle] }
}

/** The options of `startMock`. */
export function mockOptions({
  values,
  twin,
  world,
  snapshot,
  https,
}: Omit<ReadSettings, 'files' | 'warnings'>): MockOptions {
  const { port = 4010, console, traces = false, gap, gaps, cors, fill, contract, keep } = values
  const { host, seed, clock, shard, peers, 'control-key': controlKey, 'team-key': teamKeys } = values
  return given<MockOptions>({
    ...{ port, console, traces, host, seed, clock, shard, peers, controlKey, twin, https },
    profile: Object.fromEntries(gap),
    vary: gaps === 'vary',
    fill: fill ?? contract !== undefined,
    cors: cors.at(-1) === undefined ? 'any' : allOrigins(cors),
    controlOrigins: values['control-origin'].flat(),
    limits: given<Partial<Limits>>(
      Object.fromEntries(limitNames.map(name => [name, values[limitFlag(name)]])),
    ),
    world: world as WorldSource | undefined,
    from: snapshot === undefined ? undefined : { file: snapshot },
    teamKeys: teamKeys.length === 0 ? undefined : Object.fromEntries(teamKeys),
    keep: keep === undefined ? undefined : { file: keep, sync: values['keep-sync'] },
  })
}

const limitNames = Object.keys(defaultLimits) as (keyof Limits)[]

/** The flag of a limit: `max-team-rows` for `teamRows`. */
function limitFlag(limit: keyof Limits): `max-${string}` & keyof typeof settings {
  return `max-${limit.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}` as never
}
