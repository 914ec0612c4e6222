// All settings of the mock. A flag wins over the environment, the environment over the file.
import { basename } from 'node:path'
import { gaps } from '#openapi'
import {
  type FlagInputs,
  InvalidValue,
  readBoolean,
  readChoice,
  readText,
  UsageError,
  type ValuesOf,
  valuesOf,
} from '../../cli/flags/flag.ts'
import { readFlags } from '../../cli/flags/read-flags.ts'
import type { ClockChoice, MockOptions } from '../index.ts'
import { AnswerError, answerTo } from '../profile/answers.ts'
import type { Twin } from '../profile/twin/twin.ts'
import { readTwinFile, TwinFileError } from '../profile/twin/twin-file.ts'
import type { Origins } from '../server/cors.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import { isInstant, LARGEST_FACTOR } from '../simulation/calendar.ts'
import type { World, WorldSource } from '../world-file/index.ts'
import { findConfigFile, readConfigFile } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import type { SettingTable } from './setting.ts'
import { worldAt } from './world-file.ts'

export { UsageError } from '../../cli/flags/flag.ts'

const text = { type: 'string', minLength: 1 } as const

/** In the order of the help. */
export const settings = {
  port: {
    group: 'Service',
    short: 'p',
    placeholder: '<n>',
    description: 'the port to listen on; 0 takes any free one',
    default: '4010',
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    read: portIn,
  },
  host: {
    group: 'Service',
    placeholder: '<address>',
    description: 'the address to listen on',
    default: '127.0.0.1',
    schema: text,
    read: readText,
  },
  seed: {
    group: 'Service',
    placeholder: '<text>',
    description: 'determines ids, chance and data',
    default: 'demo',
    schema: { type: ['string', 'number'] },
    read: readText,
  },
  world: {
    group: 'Service',
    placeholder: '<file>',
    description: 'the world of new workspaces: a world file, or a folder of them',
    default: 'the demo',
    schema: text,
    read: readText,
  },
  clock: {
    group: 'Service',
    placeholder: '<how>',
    description: 'real, x60 (a minute a second), frozen, or frozen at a time: 2026-11-20T09:00:00Z',
    default: 'real',
    schema: text,
    read: clockIn,
  },
  twin: {
    group: 'Answers where the specification is silent',
    placeholder: '<file>',
    description: 'answer like the deployment that this file describes, as agent-work learn writes it',
    schema: text,
    read: readText,
  },
  gap: {
    group: 'Answers where the specification is silent',
    placeholder: '<id>=<answer>',
    many: true,
    description: 'the answer to a gap; may be repeated, and wins over the twin',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        gaps.map(({ id, answers }) => [id, { enum: answers.map(({ id }) => id) }]),
      ),
      additionalProperties: false,
    },
    read: gapAnswerIn,
  },
  gaps: {
    group: 'Answers where the specification is silent',
    placeholder: '[vary]',
    description:
      'list the gaps with their answers and exit; with a word, explain those that contain it; with vary, start with random answers in each workspace',
    schema: { const: 'vary' },
    read: (text: string) => text,
  },
  cors: {
    group: 'Who may call',
    placeholder: '<origins>',
    many: true,
    description:
      'web pages that may call the service: * for all, none, or origins such as http://localhost:5173',
    default: '*',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: originsIn,
  },
  'control-origin': {
    group: 'Who may call',
    placeholder: '<origins>',
    many: true,
    description:
      'web pages that may use /_mock beside those of this machine, such as https://ci.example.com; also host names for the mock',
    default: 'none',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: (text: string) => originListIn(text),
  },
  'control-key': {
    group: 'Who may call',
    placeholder: '<text>',
    description: 'require this text in the header X-Mock-Control-Key on /_mock',
    default: 'none on a loopback address, otherwise generated and printed',
    schema: text,
    read: readText,
  },
  'team-key': {
    group: 'Who may call',
    placeholder: '<team>=<text>',
    many: true,
    description:
      'a further control key for a team, whose workspaces are counted by --max-team-workspaces; may be repeated',
    schema: { type: 'object', additionalProperties: text },
    read: teamKeyIn,
  },
  keep: {
    group: 'Keeping and sharing',
    placeholder: '<file>',
    description:
      'keep all workspaces in this SQLite file; a restart with it continues where the mock stopped',
    schema: text,
    read: readText,
  },
  'keep-sync': {
    group: 'Keeping and sharing',
    placeholder: '<what>',
    description:
      'what saved changes survive: process (crashes, kill -9) or machine (also power failures; slower)',
    default: 'process',
    schema: { enum: ['process', 'machine'] },
    choices: ['process', 'machine'],
    read: readChoice('process', 'machine'),
  },
  shard: {
    group: 'Keeping and sharing',
    placeholder: '<name>',
    description: 'the name of this process among several behind a proxy, such as s2',
    schema: { type: 'string', pattern: '^s\\d+$' },
    read: shardIn,
  },
  peers: {
    group: 'Keeping and sharing',
    placeholder: '<list>',
    description: 'all shards with their addresses, such as s1=10.0.0.1:4010,s2=10.0.0.2:4010',
    schema: text,
    read: peersIn,
  },
  'max-workspaces': limitSetting('workspaces', 'how many workspaces there may be'),
  'max-team-workspaces': limitSetting('teamWorkspaces', 'how many workspaces a team may have'),
  'max-team-rows': limitSetting('teamRows', 'how many rows the workspaces of a team may have'),
  'max-snapshots': limitSetting('snapshots', 'how many snapshots a workspace may have'),
  'max-workspace-bytes': limitSetting('workspaceBytes', 'how many bytes of bodies a workspace takes'),
  'max-field-length': limitSetting(
    'fieldLength',
    'how many characters a text in a body of the service may have',
  ),
  'max-body-bytes': limitSetting('bodyBytes', 'how many bytes a body of the service may have'),
  'max-body-values': limitSetting(
    'bodyValues',
    'how many lists, objects and single values a body of the service may have',
  ),
  log: {
    group: 'Service',
    placeholder: '<form>',
    description: 'a line for each request: pretty, json or off',
    default: 'pretty on a terminal, else json',
    schema: { enum: ['pretty', 'json', 'off'] },
    choices: ['pretty', 'json', 'off'],
    read: readChoice('pretty', 'json', 'off'),
  },
  grace: {
    group: 'Service',
    placeholder: '<seconds>',
    description: 'how long replies in flight may take after a signal to stop',
    default: '10',
    schema: { type: 'number', minimum: 0 },
    read: secondsIn,
  },
  console: {
    group: 'Service',
    placeholder: '<on|off>',
    description: 'serve the web console at /_mock/console/',
    default: 'on',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  fill: {
    group: 'Editing the contract',
    description:
      'make up fields that the contract requires and the mock does not provide yet; npm run dev does',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  // Not --env-file: Node takes that flag for its own, even behind the name of a script.
  'write-env': {
    group: 'Service',
    placeholder: '<file>',
    description:
      'write the address and the keys by role into this file, such as .env.mock: AGENT_WORK_URL, AGENT_WORK_KEY_ADMIN, …',
    schema: text,
    read: readText,
  },
  traces: {
    description: 'make a span of OpenTelemetry of each request; see docs/running.md',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  'in-front-of': {
    group: 'In front of a deployment',
    placeholder: '<url>',
    description:
      'no mock, but a proxy in front of this deployment: it passes calls on, and judges both directions; see docs/proxy.md',
    schema: text,
    read: urlIn,
  },
  record: {
    group: 'In front of a deployment',
    placeholder: '<file>',
    description: 'with --in-front-of: write what passes into this file, without keys',
    schema: text,
    read: readText,
  },
  report: {
    group: 'In front of a deployment',
    placeholder: '<file>',
    description: 'with --in-front-of: write a report into this file at the end, JSON or .html',
    schema: text,
    read: readText,
  },
  watch: {
    group: 'Service',
    description: 'begin anew when the config file or the world file changes',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  config: {
    group: 'Service',
    placeholder: '<file>',
    description: 'settings in YAML or JSON; their names are those of the flags',
    default: 'agent-work-mock.yaml, .yml or .json here',
    read: readText,
  },
  'world-check': {
    group: 'Print or check, and end',
    placeholder: '<file>',
    description: 'check a world file, list its mistakes, and exit; its status is 1 if there are some',
    read: readText,
  },
  types: {
    group: 'Print or check, and end',
    placeholder: '<file>',
    description: 'with --world: write the handles as TypeScript types, and exit',
    read: readText,
  },
  'print-target': {
    group: 'Print or check, and end',
    description: 'print a target file for the conformance suite, and end',
    read: readBoolean,
  },
} as const satisfies SettingTable

export type Values = ValuesOf<typeof settings>

/** The settings from all sources. */
export interface Reading {
  readonly values: Values
  /** What is in the twin file. */
  readonly twin: Twin | undefined
  /** The world of `--world`. */
  readonly world: World | undefined
  /** The files that were read, to be watched. */
  readonly files: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads the command line, the environment and the file. Throws `UsageError` with the place of the mistake. */
export async function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<Reading> {
  const flags = readFlags(args, settings)
  const { said, warnings } = readEnvironment(env, settings)
  const asked = flags.config?.at(-1)?.text ?? said.config?.at(-1)?.text
  const file = asked ?? findConfigFile(folder)
  const inFile: FlagInputs =
    file === undefined ? {} : await readConfigFile(file, settings, asked ?? basename(file))
  const values = valuesOf(settings, { ...inFile, ...said, ...flags })
  const { twin: path } = values
  const twin = path === undefined ? undefined : await twinOf(path)
  const read = values.world === undefined ? undefined : await worldAt(values.world)
  const files = [file, path, ...(read?.files ?? [])].filter(path => path !== undefined)
  return { values, twin, world: read?.world, files, warnings }
}

/** The options of `startMock`. */
export function mockOptions({ values, twin, world }: Omit<Reading, 'files' | 'warnings'>): MockOptions {
  const { port, host, seed, clock, gap, gaps, cors, fill, traces, 'control-key': controlKey } = values
  const { keep, 'keep-sync': sync, shard, peers } = values
  const { console: hasConsole = true } = values
  const controlOrigins = values['control-origin'].flat()
  const limits: Partial<Limits> = Object.fromEntries(
    Object.entries({
      workspaces: values['max-workspaces'],
      teamWorkspaces: values['max-team-workspaces'],
      teamRows: values['max-team-rows'],
      snapshots: values['max-snapshots'],
      workspaceBytes: values['max-workspace-bytes'],
      fieldLength: values['max-field-length'],
      bodyBytes: values['max-body-bytes'],
      bodyValues: values['max-body-values'],
    }).filter(([, value]) => value !== undefined),
  )
  return {
    port: port ?? 4010,
    clock: clock ?? 'real',
    profile: Object.fromEntries(gap),
    ...(twin === undefined ? {} : { twin }),
    vary: gaps === 'vary',
    fill: fill ?? false,
    traces: traces ?? false,
    console: hasConsole,
    cors: cors.at(-1) === undefined ? 'any' : allOrigins(cors),
    controlOrigins,
    limits,
    ...(host === undefined ? {} : { host }),
    ...(seed === undefined ? {} : { seed }),
    ...(world === undefined ? {} : { world: world as WorldSource }),
    ...(controlKey === undefined ? {} : { controlKey }),
    ...(values['team-key'].length === 0 ? {} : { teamKeys: Object.fromEntries(values['team-key']) }),
    ...(shard === undefined ? {} : { shard }),
    ...(peers === undefined ? {} : { peers }),
    ...(keep === undefined ? {} : { keep: { file: keep, sync } }),
  }
}

async function twinOf(path: string): Promise<Twin> {
  try {
    return await readTwinFile(path)
  } catch (error) {
    if (error instanceof TwinFileError) throw new UsageError(error.message)
    throw error
  }
}

function limitSetting(limit: keyof Limits, description: string) {
  return {
    placeholder: '<n>',
    group: 'Limits',
    description,
    default: String(defaultLimits[limit]),
    schema: { type: 'integer', minimum: 1 },
    read: countIn,
  } as const
}

function countIn(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && Number.isSafeInteger(count)) return count
  throw new InvalidValue(`takes a whole number from 1 on, not '${text}'.`)
}

function urlIn(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new InvalidValue(`takes an address such as https://agents.example.com, not '${text}'.`)
}

function portIn(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidValue(`takes a number from 0 to 65535, not '${text}'.`)
}

function clockIn(text: string): ClockChoice {
  if (text === 'real') return 'real'
  const scale = Number(/^x(\d+(?:\.\d+)?)$/.exec(text)?.[1])
  if (scale > 0 && scale <= LARGEST_FACTOR) return { scale }
  if (scale > 0) throw new InvalidValue(`takes at most x${LARGEST_FACTOR}, not '${text}'.`)
  if (text === 'frozen') return { frozen: 'now' }
  if (/^\d{4}-\d\d/.test(text) && isInstant(Date.parse(text))) return { frozen: text }
  throw new InvalidValue(`takes real, x60, frozen, or a time such as 2026-11-20T09:00:00Z, not '${text}'.`)
}

function teamKeyIn(text: string): [team: string, key: string] {
  const [, team, key] = /^([\w.-]+)=(.+)$/.exec(text) ?? []
  if (team !== undefined && key !== undefined) return [team, key]
  throw new InvalidValue(`takes a team and its key, such as billing=sesame, not '${text}'.`)
}

function shardIn(text: string): string {
  if (/^s\d+$/.test(text)) return text
  throw new InvalidValue(`takes s and a number, such as s1, not '${text}'.`)
}

/** Shards by name, each with its address. */
export function peersIn(text: string): Record<string, string> {
  const peers = text.split(',').map(part => {
    const [name = '', address = ''] = part.trim().split('=')
    const url = /^https?:/.test(address) ? address : `http://${address}`
    if (!/^s\d+$/.test(name) || address === '' || !URL.canParse(url))
      throw new InvalidValue(`takes shards such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, not '${part.trim()}'.`)
    return [name, url.replace(/\/+$/, '')] as const
  })
  const twice = peers.find(([name], index) => peers.findIndex(([other]) => other === name) < index)
  if (twice) throw new InvalidValue(`takes each shard once, and ${twice[0]} is there twice.`)
  return Object.fromEntries(peers)
}

function secondsIn(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidValue(`takes seconds, such as 10 or 0.5, not '${text}'.`)
}

function originsIn(text: string): Origins {
  if (text === '*') return 'any'
  if (text === 'none') return 'none'
  return originListIn(text, '*, none, or ')
}

function originListIn(text: string, others = ''): string[] {
  return text.split(',').map(part => {
    const origin = part.trim()
    if (origin === 'null' || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin
    throw new InvalidValue(
      `takes ${others}origins such as http://localhost:5173 (no path, no slash at the end), not '${origin}'.`,
    )
  })
}

/** Joins several lists. `*` and `none` stand alone; the last of them counts. */
function allOrigins(said: readonly Origins[]): Origins {
  const last = said.at(-1)
  return typeof last === 'string' ? last : said.flatMap(one => (typeof one === 'string' ? [] : one))
}

/** Reads a gap and its answer, such as `error-body=problem`. */
function gapAnswerIn(text: string): [gap: string, answer: string] {
  const [id = '', answer = ''] = text.split('=', 2)
  try {
    return answerTo(id, answer)
  } catch (error) {
    if (error instanceof AnswerError) throw new InvalidValue(`${text}: ${error.message}.`)
    throw error
  }
}
