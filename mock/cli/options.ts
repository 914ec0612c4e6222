// All settings of the mock. A flag wins over the environment, the environment over the file.
import { basename } from 'node:path'
import { gaps } from '#openapi'
import type { ClockChoice, MockOptions } from '../index.ts'
import { AnswerError, answerTo } from '../profile/answers.ts'
import type { Answers } from '../profile/profile.ts'
import { readProfileFile } from '../profile/profile-file.ts'
import type { Origins } from '../server/cors.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import { isInstant, LARGEST_FACTOR } from '../simulation/calendar.ts'
import { findConfigFile, readConfigFile } from './config-file.ts'
import { readEnvironment } from './environment.ts'
import { readFlags } from './flags.ts'
import {
  InvalidValue,
  readBoolean,
  type Setting,
  type SettingInputs,
  UsageError,
  type ValuesOf,
  valuesOf,
} from './setting.ts'

export { UsageError } from './setting.ts'

const text = { type: 'string', minLength: 1 } as const

/** In the order of the help. */
export const settings = {
  port: {
    placeholder: '<n>',
    description: 'the port to listen on; 0 takes any free one',
    default: '4010',
    schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    read: portIn,
  },
  host: {
    placeholder: '<address>',
    description: 'the address to listen on',
    default: '127.0.0.1',
    schema: text,
    read: wordIn,
  },
  seed: {
    placeholder: '<text>',
    description: 'determines ids, chance and data',
    default: 'demo',
    schema: { type: ['string', 'number'] },
    read: wordIn,
  },
  clock: {
    placeholder: '<how>',
    description: 'real, x60 (a minute a second), frozen, or frozen at a time: 2026-11-20T09:00:00Z',
    default: 'real',
    schema: text,
    read: clockIn,
  },
  profile: {
    placeholder: '<file>',
    description: 'a file of answers to gaps, as the probe of the suite writes it',
    schema: text,
    read: wordIn,
  },
  gap: {
    placeholder: '<id>=<answer>',
    many: true,
    description: 'the answer to a gap; may be repeated, and wins over the profile',
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
    placeholder: '[vary]',
    description:
      'list the gaps with their answers and exit; with a word, explain those that contain it; with vary, start with random answers in each workspace',
    schema: { const: 'vary' },
    read: (text: string) => text,
  },
  cors: {
    placeholder: '<origins>',
    many: true,
    description:
      'web pages that may call the service: * for all, none, or origins such as http://localhost:5173',
    default: '*',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: originsIn,
  },
  'control-origin': {
    placeholder: '<origins>',
    many: true,
    description:
      'web pages that may use /_mock beside those of this machine, such as https://ci.example.com; also host names for the mock',
    default: 'none',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: (text: string) => originListIn(text),
  },
  'control-key': {
    placeholder: '<text>',
    description: 'require this text in the header X-Mock-Control-Key on /_mock',
    default: 'none on a loopback address, otherwise generated and printed',
    schema: text,
    read: wordIn,
  },
  keep: {
    placeholder: '<file>',
    description:
      'keep all workspaces in this SQLite file; a restart with it continues where the mock stopped',
    schema: text,
    read: wordIn,
  },
  'keep-sync': {
    placeholder: '<what>',
    description:
      'what saved changes survive: process (crashes, kill -9) or machine (also power failures; slower)',
    default: 'process',
    schema: { enum: ['process', 'machine'] },
    read: keepSyncIn,
  },
  'max-workspaces': limitSetting('workspaces', 'how many workspaces there may be'),
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
    placeholder: '<form>',
    description: 'a line for each request: pretty, json or off',
    default: 'pretty on a terminal, else json',
    schema: { enum: ['pretty', 'json', 'off'] },
    read: logIn,
  },
  grace: {
    placeholder: '<seconds>',
    description: 'how long replies in flight may take after a signal to stop',
    default: '10',
    schema: { type: 'number', minimum: 0 },
    read: secondsIn,
  },
  console: {
    placeholder: '<on|off>',
    description: 'serve the web console at /_mock/console/',
    default: 'on',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  fill: {
    description:
      'make up fields that the contract requires and the mock does not provide yet; npm run dev does',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  watch: {
    description: 'begin anew when the config file changes',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  config: {
    placeholder: '<file>',
    description: 'settings in YAML or JSON; their names are those of the flags',
    default: 'agent-work-mock.yaml, .yml or .json here',
    read: wordIn,
  },
  'print-target': {
    description: 'print a target file for the conformance suite, and end',
    read: readBoolean,
  },
  version: { description: 'print the version, and end', read: readBoolean },
  help: { description: 'print this text, and end', read: readBoolean },
} as const satisfies Record<string, Setting>

export type Values = ValuesOf<typeof settings>

/** The settings from all sources. */
export interface Reading {
  readonly values: Values
  /** The answers of the profile. */
  readonly answers: Answers
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
  const inFile: SettingInputs =
    file === undefined ? {} : await readConfigFile(file, settings, asked ?? basename(file))
  const values = valuesOf(settings, { ...inFile, ...said, ...flags })
  const { profile } = values
  const answers = profile === undefined ? {} : await answersOf(profile)
  return { values, answers, files: [file, profile].filter(path => path !== undefined), warnings }
}

/** The options of `startMock`. */
export function mockOptions({ values, answers }: Pick<Reading, 'values' | 'answers'>): MockOptions {
  const { port, host, seed, clock, gap, gaps, cors, fill, 'control-key': controlKey } = values
  const { keep, 'keep-sync': sync } = values
  const { console: hasConsole = true } = values
  const controlOrigins = values['control-origin'].flat()
  const limits: Partial<Limits> = Object.fromEntries(
    Object.entries({
      workspaces: values['max-workspaces'],
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
    profile: { ...answers, ...Object.fromEntries(gap) },
    vary: gaps === 'vary',
    fill: fill ?? false,
    console: hasConsole,
    cors: cors.at(-1) === undefined ? 'any' : allOrigins(cors),
    controlOrigins,
    limits,
    ...(host === undefined ? {} : { host }),
    ...(seed === undefined ? {} : { seed }),
    ...(controlKey === undefined ? {} : { controlKey }),
    ...(keep === undefined ? {} : { keep: { file: keep, sync } }),
  }
}

async function answersOf(path: string): Promise<Answers> {
  try {
    return await readProfileFile(path)
  } catch (error) {
    if (error instanceof AnswerError) throw new UsageError(error.message)
    throw error
  }
}

function limitSetting(limit: keyof Limits, description: string) {
  return {
    placeholder: '<n>',
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

function portIn(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidValue(`takes a number from 0 to 65535, not '${text}'.`)
}

function wordIn(text: string): string {
  if (text !== '') return text
  throw new InvalidValue('takes a text that is not empty.')
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

function keepSyncIn(text: string): 'process' | 'machine' {
  if (text === 'process' || text === 'machine') return text
  throw new InvalidValue(`takes process or machine, not '${text}'.`)
}

function logIn(text: string): 'pretty' | 'json' | 'off' {
  if (text === 'pretty' || text === 'json' || text === 'off') return text
  throw new InvalidValue(`takes pretty, json or off, not '${text}'.`)
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
