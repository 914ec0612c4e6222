// Runs a mock: start screen, log, new settings while it runs, and an orderly stop.
import * as module from 'node:module'
import { resolve } from 'node:path'
import { writeFile } from '../../flags/files.ts'
import { UsageError } from '../../flags/flag.ts'
import { reachableUrl } from '../../platform/own-addresses.ts'
import type { RunSuite } from '../control/conformance-runs.ts'
import { ControlRefusal } from '../control/refusal.ts'
import { KeepProblem, type Mock, startMock, WorldError } from '../index.ts'
import { whyNotListening } from '../node/why-not-listening.ts'
import { afterMachineTime, machineNow } from '../simulation/machine-time.ts'
import { CONFIG_FILES } from './config-file.ts'
import { inCapitals } from './environment.ts'
import { lineWriter, type WriteLine } from './line-writer.ts'
import { type Log, openLog } from './log.ts'
import { mockOptions, type ReadSettings } from './options.ts'
import { announce } from './running-file.ts'
import type { Values } from './settings.ts'
import { startScreen } from './start-screen.ts'
import { stateOf, watchFiles } from './watch-files.ts'
import { mistakes } from './world-flag.ts'

/** Starts the mock, and serves until a signal stops the process. */
export async function serve(first: ReadSettings, readAgain: () => Promise<ReadSettings>, suite: RunSuite) {
  for (const warning of first.warnings) process.stderr.write(`agent-work mock: ${warning}\n`)
  const writeLine = lineWriter(process.stdout)
  const files = first.files.length > 0 ? first.files : CONFIG_FILES
  // Taken before the start, because a file may change until the mock is ready.
  const before = stateOf(files)
  let current = first
  let { log, mock } = await begin(current, writeLine, suite)
  let changing = Promise.resolve()
  stopOnSignal()
  if (first.values.watch)
    watchFiles(files, before, () => {
      changing = changing.then(restart)
    })

  /** Reads the settings again. If they are invalid, the mock keeps the previous ones. */
  async function restart(): Promise<void> {
    if (mock.registry.traffic.isStopping) return
    let wanted: ReadSettings
    try {
      wanted = await readAgain()
    } catch (error) {
      refuse(error)
      return
    }
    // Clients know the port of the first start.
    const port = Number(new URL(mock.url).port)
    if (wanted.values.port === 0) wanted = { ...wanted, values: { ...wanted.values, port } }
    const { controlKey } = mock
    // Clients know the key generated at the first start.
    const madeUp = current.values['control-key'] === undefined ? controlKey : undefined
    await mock.stop({ graceMs: Math.min(graceOf(current.values), 1_000) })
    try {
      ;({ log, mock } = await begin(wanted, writeLine, suite, wanted.values['control-key'] ?? madeUp))
      current = wanted
    } catch (error) {
      refuse(error)
      ;({ log, mock } = await begin(current, writeLine, suite, controlKey))
    }
  }

  function refuse(error: unknown): void {
    if (!(error instanceof UsageError)) throw error
    const { message } = error
    log.happened('settings_refused', { reason: message }, `It goes on as it was. ${message}`)
  }

  function stopOnSignal(): void {
    let stopping = false
    const onSignal = (signal: NodeJS.Signals, number: number) => {
      if (stopping) process.exit(128 + number)
      stopping = true
      log.happened('stopping', { signal }, 'Stopping. Once more stops it at once.')
      // Forces the exit, in case something hangs.
      afterMachineTime(graceOf(current.values) + LAST_RESORT_MS, () => process.exit(1))
      void changing
        .then(() => mock.stop({ graceMs: graceOf(current.values) }))
        .then(() => {
          log.happened('stopped', {}, 'Stopped.')
          process.exit(0)
        })
    }
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  }
}

/** Tells other programs where the mock is: by the file of variables, if requested, and by the file that our commands read. */
async function publishAddress(mock: Mock, { 'write-env': envFile }: Values): Promise<void> {
  const { url, controlKey, certificate, demo } = mock
  const shown = { url: reachableUrl(url), controlKey, certificate }
  const keys = Object.entries(demo.keys).map(([name, secret]) => [`KEY_${inCapitals(name)}`, secret])
  const control = controlKey === undefined ? [] : [['MOCK_CONTROL_KEY', controlKey]]
  const variables = [['URL', shown.url], ...keys, ...control]
  const text = variables.map(([name, value]) => `AGENT_WORK_${name}=${value}\n`).join('')
  try {
    if (envFile !== undefined) writeFile(envFile, text, { name: `--write-env ${envFile}` })
  } catch (error) {
    await mock.stop()
    throw error
  }
  process.once('exit', announce(shown, process))
}

/** Milliseconds after the grace period at which the process is ended by force. */
const LAST_RESORT_MS = 2_000

async function begin(
  settings: ReadSettings,
  writeLine: WriteLine,
  suite: RunSuite,
  controlKey = settings.values['control-key'],
): Promise<{ mock: Mock; log: Log }> {
  const { values } = settings
  const { stdout, stderr } = process
  const began = machineNow()
  const form = values.log ?? (stdout.isTTY ? 'pretty' : 'json')
  const colors = stdout.isTTY && stdout.hasColors()
  const secrets: string[] = []
  const log = openLog(form, writeLine, { width: stdout.columns, colors, secrets })
  const onBug = (error: unknown) => stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  const mock = await listening(settings, {
    onServed: log.served,
    onBug,
    suite,
    ...(controlKey ? { controlKey } : {}),
  })
  await publishAddress(mock, values)
  if (mock.controlKey !== undefined) secrets.push(mock.controlKey)
  const madeUp = values['control-key'] === undefined ? mock.controlKey : undefined
  if (values.log === 'json')
    log.happened(
      'ready',
      {
        url: mock.url,
        kept: values.keep === undefined ? null : resolve(values.keep),
        ms: Math.round(machineNow() - began),
        ...(madeUp === undefined ? {} : { control_key: madeUp }),
      },
      '',
    )
  else {
    const shown = {
      url: reachableUrl(mock.url),
      demo: mock.demo,
      controlKey: madeUp,
      trusted: settings.https?.trusted,
    }
    stdout.write(
      `${startScreen(shown, { width: stdout.columns, colors, set: setIn(values), kept: values.keep && resolve(values.keep) })}\n`,
    )
  }
  // What has run until here is compiled already at the next start, even where this process is killed.
  // Not every runtime has it, and what it lacks must not be imported by name.
  module.flushCompileCache?.()
  return { mock, log }
}

async function listening(settings: ReadSettings, more: Parameters<typeof startMock>[0]): Promise<Mock> {
  const options = { ...mockOptions(settings), ...more }
  try {
    return await startMock(options)
  } catch (error) {
    if (error instanceof WorldError) throw new UsageError(mistakes(error))
    if (error instanceof ControlRefusal)
      throw new UsageError(`--from-snapshot ${settings.values['from-snapshot']}: ${error.message}`)
    if (error instanceof KeepProblem) throw new UsageError(`--keep: ${error.message}`)
    const message = whyNotListening(error as Error, options)
    throw message === undefined ? error : new UsageError(message)
  }
}

function graceOf({ grace }: Values): number {
  return grace * 1000
}

/** The settings that the start screen shows. */
function setIn({ clock, gap, host, seed, world }: Values): string[] {
  const parts = [
    (host === '0.0.0.0' || host === '::') && 'open to other machines',
    world !== undefined && `world ${world}`,
    seed !== undefined && `seed ${seed}`,
    typeof clock === 'object' &&
      ('scale' in clock ? `clock x${clock.scale}` : `clock frozen at ${clock.frozen}`),
    gap.length > 0 && `${gap.length} gaps answered otherwise`,
  ].filter(part => typeof part === 'string')
  return parts.length === 0 ? [] : [parts.join(', ')]
}
