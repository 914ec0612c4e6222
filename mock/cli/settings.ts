// All settings of the mock, in the order of the help.
import { gaps } from '#openapi'
import { readSecret } from '../../flags/files.ts'
import {
  type FlagTable,
  fileFlag,
  flag,
  inGroup,
  readBoolean,
  readChoice,
  readCount,
  readText,
  toggle,
  type ValuesOf,
} from '../../flags/flag.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import {
  clockIn,
  gapAnswerIn,
  originListIn,
  originsIn,
  peersIn,
  portIn,
  secondsIn,
  shardIn,
  teamKeyIn,
  urlIn,
} from './setting-values.ts'

const text = { type: 'string', minLength: 1 } as const

export const settings = {
  ...inGroup('Service', {
    port: flag('<n>', 'the port to listen on; 0 takes any free one', portIn, {
      short: 'p',
      default: '4010',
      schema: { type: 'integer', minimum: 0, maximum: 65_535 },
    }),
    host: textSetting('<address>', 'the address to listen on', { default: '127.0.0.1' }),
    https: toggleSetting('HTTPS and HTTP/2, with a certificate made for this machine'),
    cert: textSetting('<file>', 'HTTPS with this certificate (PEM); needs --key'),
    key: textSetting('<file>', 'the private key of the certificate (PEM)'),
    seed: flag('<text>', 'determines ids, chance and data', readText, {
      default: 'demo',
      schema: { type: ['string', 'number'] },
    }),
    world: textSetting('<file>', 'the world of new workspaces: a world file, or a folder of them', {
      default: 'the demo',
    }),
    'from-snapshot': textSetting(
      '<file>',
      'go on from this snapshot file, as the console and GET …/snapshots/{id}/file write it',
    ),
    clock: flag(
      '<how>',
      'real, x60 (a minute a second), frozen, or frozen at a time: 2026-11-20T09:00:00Z',
      clockIn,
      { default: 'real', schema: text },
    ),
  }),
  ...inGroup('Answers where the specification is silent', {
    twin: textSetting('<file>', 'answer like a deployment, by a file that agent-work learn writes'),
    'twin-violations': toggleSetting(
      'violate the specification where the twin says that the deployment does',
    ),
    pace: toggleSetting('let replies take as long as the twin says, except on a frozen clock'),
    gap: flag('<id>=<answer>', 'the answer to a gap; may be repeated, and wins over the twin', gapAnswerIn, {
      many: true,
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          gaps.map(({ id, answers }) => [id, { enum: answers.map(({ id }) => id) }]),
        ),
        additionalProperties: false,
      },
    }),
    gaps: flag(
      '[vary]',
      'list the gaps with their answers; with a word, explain those that contain it; vary: start, with random answers in each workspace',
      (text: string) => text,
      { schema: { const: 'vary' } },
    ),
  }),
  ...inGroup('Who may call', {
    cors: flag('<origins>', 'origins of web pages that may call the service, * or none', originsIn, {
      many: true,
      default: '*',
      schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    }),
    'control-origin': flag(
      '<origins>',
      'origins of web pages elsewhere that may use /_mock; their host names are names for the mock, too',
      (text: string) => originListIn(text),
      { many: true, default: 'none', schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] } },
    ),
    'control-key': flag(
      '<text>',
      'what /_mock requires in X-Mock-Control-Key: a text, or file:PATH',
      readSecret,
      { default: 'none on a loopback address, otherwise generated and printed', schema: text },
    ),
    'team-key': flag(
      '<team>=<text>',
      'a control key for a team, whose workspaces are counted together; may be repeated',
      teamKeyIn,
      { many: true, schema: { type: 'object', additionalProperties: text } },
    ),
  }),
  ...inGroup('Keeping and sharing', {
    keep: textSetting('<file>', 'keep all workspaces in this SQLite file across restarts'),
    'keep-sync': {
      placeholder: '<what>',
      description: 'what changes survive: process (kill -9) or machine (also power failures; slower)',
      default: 'process',
      ...oneOf('process', 'machine'),
    },
    recover: toggle('with --keep: write what is sound of a damaged file to <file>.recovered, and exit'),
    shard: flag('<name>', 'the name of this process among several behind a proxy, such as s2', shardIn, {
      schema: { type: 'string', pattern: '^s\\d+$' },
    }),
    peers: flag(
      '<list or file>',
      'all shards, such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, or a file of them, whose changes need no restart',
      peersIn,
      { schema: text },
    ),
  }),
  ...inGroup('Limits', {
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
  }),
  ...inGroup('Service', {
    log: {
      placeholder: '<form>',
      description: 'a line for each request: pretty, json or off',
      default: 'pretty on a terminal, else json',
      ...oneOf('pretty', 'json', 'off'),
    },
    grace: flag('<seconds>', 'how long replies in flight may take after a signal to stop', secondsIn, {
      fallback: '10',
      schema: { type: 'number', minimum: 0 },
    }),
    console: flag('<on|off>', 'serve the web console at /_mock/console/', readBoolean, {
      fallback: 'on',
      schema: { type: 'boolean' },
    }),
  }),
  ...inGroup('Editing the contract', {
    fill: toggleSetting('make up required fields that the mock does not provide yet'),
    contract: fileFlag(
      'serve another contract: an OpenAPI document in one file of JSON, with --fill; see docs/clients.md',
    ),
  }),
  ...inGroup('Service', {
    // Not --env-file: Node takes that flag for its own, even after the name of a script.
    'write-env': textSetting(
      '<file>',
      'write AGENT_WORK_URL, AGENT_WORK_KEY_ADMIN and the other keys into this file, such as .env.mock',
    ),
  }),
  traces: toggleSetting('make a span of OpenTelemetry of each request; see docs/running.md'),
  ...inGroup('In front of a deployment', {
    'in-front-of': flag('<url>', 'no mock, but a proxy in front of this deployment (docs/proxy.md)', urlIn, {
      schema: text,
    }),
    record: textSetting('<file>', 'with --in-front-of: write what passes into this file, without keys'),
    report: textSetting(
      '<file>',
      'with --in-front-of: write a report into this file at the end, JSON or .html',
    ),
  }),
  ...inGroup('Service', {
    watch: toggleSetting('begin anew when the config file or the world file changes'),
    config: fileFlag('settings in YAML or JSON, by the names of the flags', {
      default: 'agent-work-mock.yaml, .yml or .json here',
    }),
  }),
  ...inGroup('Print or check, and end', {
    check: flag(
      '<file or folder>',
      'say whether clients would work with these settings (docs/clients.md); exits with 1 if one might not',
      readText,
    ),
    'world-check': fileFlag('list the mistakes of a world file; exits with 1 if there are some'),
    types: fileFlag('with --world: write the handles as TypeScript types, and exit'),
    'print-target': toggle('print a target file for the conformance suite, and end'),
  }),
} as const satisfies FlagTable

/** The same, for names that stand in a file or in the environment. */
export const settingsByName: FlagTable = { ...settings }

export type Values = ValuesOf<typeof settings>

/** A setting with a text as its value, such as a file. */
function textSetting<const More extends { default?: string } = object>(
  placeholder: string,
  description: string,
  more?: More,
) {
  return { ...flag(placeholder, description, readText, more), schema: text }
}

function oneOf<const Word extends string>(...choices: readonly Word[]) {
  return { schema: { enum: choices }, choices, read: readChoice(...choices) } as const
}

function toggleSetting(description: string) {
  return toggle(description, { schema: { type: 'boolean' } })
}

function limitSetting(limit: keyof Limits, description: string) {
  const more = { default: String(defaultLimits[limit]), schema: { type: 'integer', minimum: 1 } }
  return flag('<n>', description, readCount, more)
}
