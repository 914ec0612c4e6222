import { renameSync } from 'node:fs'
import { readUsages } from '#openapi/usage'
import { suiteFlags, targetOf } from '../../conformance/commands/cli-options.ts'
import { readTarget } from '../../conformance/target/target.ts'
import { didYouMean } from '../../flags/did-you-mean.ts'
import { readSecret, writeFile } from '../../flags/files.ts'
import { fileFlag, flag, reader, readText, toggle, UsageError, type ValuesOf } from '../../flags/flag.ts'
import { portIn } from '../../mock/cli/setting-values.ts'
import { settings } from '../../mock/cli/settings.ts'
import { whyNotListening } from '../../mock/node/why-not-listening.ts'
import { MINUTE, millisecondsIn } from '../../mock/simulation/duration.ts'
import { readTwinFile } from '../../mock/twin/twin-file.ts'
import {
  type Deployment,
  History,
  junitOf,
  pageOf,
  serveWatch,
  summaryOf,
  viewOf,
  Watch,
} from '../../watch/index.ts'
import { defineCommand, type Terminal } from '../command.ts'

/** The shortest time between passes: the windows of the stated rate limits are a minute long. */
const MIN_EVERY = 2 * MINUTE

const every = reader('a duration from 2m on, such as 30m, 1h or 1d', text => {
  const ms = millisecondsIn(text)
  return ms >= MIN_EVERY ? ms : undefined
})

const duration = (description: string, fallback: string) =>
  flag('<duration>', description, every, { fallback, group: 'When' })

const flags = {
  target: {
    ...suiteFlags.target,
    description: 'a deployment, as the suite takes it (docs/conformance.md); may be repeated',
    many: true,
  },
  store: fileFlag('the SQLite file with the history', { fallback: 'verdicts.db', group: 'Where' }),
  clients: { ...suiteFlags.clients, group: 'Where' },
  every: duration('how often to read, which costs nothing', '1h'),
  'full-every': duration('how often to ask everything', '1d'),
  'repeat-after': duration('how soon to look again at what changed or is down', '5m'),
  'read-only': { ...suiteFlags['read-only'], description: 'never ask more than reads', group: 'When' },
  'on-deploy': flag(
    '<[target=]url>',
    'ask everything when this URL, or with #/build/commit that member of it, answers something else; may be repeated',
    readText,
    { many: true, group: 'When' },
  ),
  twin: flag(
    '<[target=]file>',
    'compare what it answers with this twin, and report what changes; may be repeated',
    readText,
    { many: true, group: 'Where' },
  ),
  once: toggle('one pass of each deployment, then exit, for cron', { group: 'When' }),
  webhook: flag(
    '<url>',
    'send alerts there; env:VARIABLE or file:PATH for an address that is a secret',
    readSecret,
    { group: 'Tell' },
  ),
  export: fileFlag('write the page there after each pass; without --target, only that', { group: 'Tell' }),
  junit: fileFlag('write the verdicts there after each pass, as JUnit XML', { group: 'Tell' }),
  quiet: { ...suiteFlags.quiet, description: 'no line for each pass', group: 'Tell' },
  port: flag('<n>', 'the port of the page; 0 takes any free one', portIn, {
    short: 'p',
    fallback: '4020',
    group: 'Page',
  }),
  host: flag('<address>', settings.host.description, readText, { fallback: '127.0.0.1', group: 'Page' }),
  'control-key': {
    ...settings['control-key'],
    description: 'what it requires in X-Mock-Control-Key or as a bearer token: a text, or file:PATH',
    group: 'Page',
  },
} as const

type Flags = ValuesOf<typeof flags>

export const command = defineCommand({
  description: 'Checks deployments again and again, and reports what changed (docs/watch.md).',
  flags,
  notes: `Exit status of --once: 0 nothing is violated, 1 something is, 2 usage, 4 a
deployment is down, 5 the store could not be written`,
  async run({ flags: values }, terminal) {
    const { target: files, store, export: page } = values
    if (files.length > 0) return watch(values, terminal)
    if (page === undefined) throw new UsageError('name a deployment: --target FILE.')
    using history = new History(store, true)
    writeWhole(page, pageOf(viewOf(history, await clientsIn(values), Date.now())))
    return 0
  },
})

async function watch(values: Flags, terminal: Terminal): Promise<number> {
  const { env, out, note } = terminal
  const stop = stopping(terminal)
  const clients = await clientsIn(values)
  using watching = new Watch({
    deployments: await deploymentsIn(values, env),
    store: values.store,
    clients,
    webhook: webhookIn(values.webhook, env),
    pace: {
      every: values.every,
      fullEvery: values['full-every'],
      repeatAfter: values['repeat-after'],
      readOnly: values['read-only'] ?? false,
    },
    env,
    signal: stop,
    onPass: line => {
      if (!values.quiet) note(`${new Date().toISOString().slice(0, 19)}Z ${line}`)
    },
  })
  const { history } = watching
  const view = () => viewOf(history, clients, Date.now())
  const write = () => {
    if (values.export !== undefined) writeWhole(values.export, pageOf(view()))
    if (values.junit !== undefined) writeWhole(values.junit, junitOf(view()))
  }
  /** A file that cannot be written, perhaps because the disk is full, does not end the watch. */
  const writeOrNote = () => {
    try {
      write()
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      note(error.message)
    }
  }
  if (values.once) {
    await watching.once()
    write()
    const { text, exit } = summaryOf(view())
    out(text)
    return watching.problem === undefined ? exit : 5
  }
  const { port, host, 'control-key': controlKey } = values
  await using served = await serveWatch(watching, { port, host, controlKey }).catch((error: Error) => {
    throw new UsageError(whyNotListening(error, { port, host }) ?? error.message)
  })
  out(`Watching; the page is at ${served.url}`)
  if (controlKey === undefined && served.controlKey !== undefined)
    out(`Control key (X-Mock-Control-Key): ${served.controlKey}`)
  await watching.follow(stop, writeOrNote)
  return 0
}

/** The first signal ends the passes, which remove what they have created; the second exits at once. */
function stopping({ signal, note }: Terminal): AbortSignal {
  const stop = new AbortController()
  signal?.addEventListener('abort', () => stop.abort())
  const onSignal = (_: NodeJS.Signals, code: number) => {
    if (stop.signal.aborted) process.exit(128 + code)
    note('Stopping; what was created is removed first. Once more stops at once.')
    stop.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return stop.signal
}

async function clientsIn({ clients }: Flags) {
  return clients === undefined ? [] : readUsages(clients)
}

async function deploymentsIn(
  { target: files, 'on-deploy': urls, twin: twins }: Flags,
  env: Terminal['env'],
): Promise<Deployment[]> {
  const deployments = files.map(file => {
    const target = targetOf({ target: file }, env)
    return { file, target, name: readTarget(target, env).name }
  })
  const names = deployments.map(one => one.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new UsageError(
      `two targets are called ${twice}; give each a name of its own, as \`name\` in the target file.`,
    )
  const versions = new Map(urls.map(text => valueFor('--on-deploy', text, names)))
  for (const url of versions.values()) requireUrl('--on-deploy', url)
  const read = twins.map(text => valueFor('--twin', text, names))
  const twinOf = new Map(
    await Promise.all(read.map(async ([name, file]) => [name, await readTwinFile(file)] as const)),
  )
  return deployments.map(one => ({
    ...one,
    versionUrl: versions.get(one.name),
    twin: twinOf.get(one.name),
  }))
}

/** The value of a flag that names its target where there are several: `staging=https://…`. */
function valueFor(flag: string, text: string, names: readonly string[]): [name: string, value: string] {
  const [, name = names[0]!, value = ''] = /^(?:(?!https?:)(.*?)=)?(.*)$/s.exec(text) ?? []
  const isNamed = name !== names[0] || text.startsWith(`${name}=`)
  if (!isNamed && names.length > 1)
    throw new UsageError(`${flag} must name its target where there are several: ${flag} ${names[0]}=${text}`)
  if (!names.includes(name))
    throw new UsageError(
      `${flag} names no target called '${name}'${didYouMean(name, names) || `; there are ${names.join(', ')}.`}`,
    )
  return [name, value]
}

function webhookIn(text: string | undefined, env: Terminal['env']): string | undefined {
  const [, variable] = /^env:(.+)$/.exec(text ?? '') ?? []
  const url = variable === undefined ? text : env[variable]
  if (variable !== undefined && !url)
    throw new UsageError(`--webhook: the environment variable ${variable} is not set; export it.`)
  if (url !== undefined) requireUrl('--webhook', url)
  return url
}

function requireUrl(flag: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`${flag} takes an http or https address, not '${url}'.`)
}

/** A reader sees the old file or the new one. */
function writeWhole(path: string, text: string): void {
  writeFile(`${path}.new`, text, { name: path })
  renameSync(`${path}.new`, path)
}
