// All settings of the mock, in the order of the help.
import { gaps } from '#openapi'
import { readSecret } from '../../flags/files.ts'
import { inGroup, readBoolean, readChoice, readCount, readText, type ValuesOf } from '../../flags/flag.ts'
import { defaultLimits, type Limits } from '../server/limits.ts'
import type { SettingTable } from './setting.ts'
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
    port: {
      short: 'p',
      placeholder: '<n>',
      description: 'the port to listen on; 0 takes any free one',
      default: '4010',
      schema: { type: 'integer', minimum: 0, maximum: 65_535 },
      read: portIn,
    },
    host: { ...value('<address>', 'the address to listen on'), default: '127.0.0.1' },
    https: toggle('HTTPS and HTTP/2, with a certificate made for this machine'),
    cert: value('<file>', 'HTTPS with this certificate (PEM); needs --key'),
    key: value('<file>', 'the private key of the certificate (PEM)'),
    seed: {
      placeholder: '<text>',
      description: 'determines ids, chance and data',
      default: 'demo',
      schema: { type: ['string', 'number'] },
      read: readText,
    },
    world: {
      ...value('<file>', 'the world of new workspaces: a world file, or a folder of them'),
      default: 'the demo',
    },
    'from-snapshot': value(
      '<file>',
      'go on from this snapshot file, as the console and GET …/snapshots/{id}/file write it',
    ),
    clock: {
      placeholder: '<how>',
      description: 'real, x60 (a minute a second), frozen, or frozen at a time: 2026-11-20T09:00:00Z',
      default: 'real',
      schema: text,
      read: clockIn,
    },
  }),
  ...inGroup('Answers where the specification is silent', {
    twin: value('<file>', 'answer like a deployment, by a file that agent-work learn writes'),
    'twin-violations': toggle('violate the specification where the twin says that the deployment does'),
    pace: toggle('let replies take as long as the twin says, except on a frozen clock'),
    gap: {
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
      placeholder: '[vary]',
      description:
        'list the gaps with their answers; with a word, explain those that contain it; vary: start, with random answers in each workspace',
      schema: { const: 'vary' },
      read: (text: string) => text,
    },
  }),
  ...inGroup('Who may call', {
    cors: {
      placeholder: '<origins>',
      many: true,
      description: 'origins of web pages that may call the service, * or none',
      default: '*',
      schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
      read: originsIn,
    },
    'control-origin': {
      placeholder: '<origins>',
      many: true,
      description:
        'origins of web pages elsewhere that may use /_mock; their host names are names for the mock, too',
      default: 'none',
      schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
      read: (text: string) => originListIn(text),
    },
    'control-key': {
      placeholder: '<text>',
      description: 'what /_mock requires in X-Mock-Control-Key: a text, or file:PATH',
      default: 'none on a loopback address, otherwise generated and printed',
      schema: text,
      read: readSecret,
    },
    'team-key': {
      placeholder: '<team>=<text>',
      many: true,
      description: 'a control key for a team, whose workspaces are counted together; may be repeated',
      schema: { type: 'object', additionalProperties: text },
      read: teamKeyIn,
    },
  }),
  ...inGroup('Keeping and sharing', {
    keep: value('<file>', 'keep all workspaces in this SQLite file across restarts'),
    'keep-sync': {
      placeholder: '<what>',
      description: 'what changes survive: process (kill -9) or machine (also power failures; slower)',
      default: 'process',
      ...oneOf('process', 'machine'),
    },
    recover: {
      description: 'with --keep: write what is sound of a damaged file to <file>.recovered, and exit',
      read: readBoolean,
    },
    shard: {
      placeholder: '<name>',
      description: 'the name of this process among several behind a proxy, such as s2',
      schema: { type: 'string', pattern: '^s\\d+$' },
      read: shardIn,
    },
    peers: {
      placeholder: '<list or file>',
      description:
        'all shards, such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, or a file of them, whose changes need no restart',
      schema: text,
      read: peersIn,
    },
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
  }),
  ...inGroup('Editing the contract', {
    fill: toggle('make up required fields that the mock does not provide yet'),
    contract: {
      placeholder: '<file>',
      description:
        'serve another contract: an OpenAPI document in one file of JSON, with --fill; see docs/clients.md',
      read: readText,
    },
  }),
  ...inGroup('Service', {
    // Not --env-file: Node takes that flag for its own, even after the name of a script.
    'write-env': value(
      '<file>',
      'write AGENT_WORK_URL, AGENT_WORK_KEY_ADMIN and the other keys into this file, such as .env.mock',
    ),
  }),
  traces: toggle('make a span of OpenTelemetry of each request; see docs/running.md'),
  ...inGroup('In front of a deployment', {
    'in-front-of': {
      placeholder: '<url>',
      description: 'no mock, but a proxy in front of this deployment (docs/proxy.md)',
      schema: text,
      read: urlIn,
    },
    record: value('<file>', 'with --in-front-of: write what passes into this file, without keys'),
    report: value('<file>', 'with --in-front-of: write a report into this file at the end, JSON or .html'),
  }),
  ...inGroup('Service', {
    watch: toggle('begin anew when the config file or the world file changes'),
    config: {
      placeholder: '<file>',
      description: 'settings in YAML or JSON, by the names of the flags',
      default: 'agent-work-mock.yaml, .yml or .json here',
      read: readText,
    },
  }),
  ...inGroup('Print or check, and end', {
    check: {
      placeholder: '<file or folder>',
      description:
        'say whether clients would work with these settings (docs/clients.md); exits with 1 if one might not',
      read: readText,
    },
    'world-check': {
      placeholder: '<file>',
      description: 'list the mistakes of a world file; exits with 1 if there are some',
      read: readText,
    },
    types: {
      placeholder: '<file>',
      description: 'with --world: write the handles as TypeScript types, and exit',
      read: readText,
    },
    'print-target': {
      description: 'print a target file for the conformance suite, and end',
      read: readBoolean,
    },
  }),
} as const satisfies SettingTable

export type Values = ValuesOf<typeof settings>

/** A setting with a text as its value, such as a file. */
function value<const Name extends string>(placeholder: Name, description: string) {
  return { placeholder, description, schema: text, read: readText } as const
}

function oneOf<const Word extends string>(...choices: readonly Word[]) {
  return { schema: { enum: choices }, choices, read: readChoice(...choices) } as const
}

function toggle(description: string) {
  return { description, schema: { type: 'boolean' }, read: readBoolean } as const
}

function limitSetting(limit: keyof Limits, description: string) {
  return {
    placeholder: '<n>',
    description,
    default: String(defaultLimits[limit]),
    schema: { type: 'integer', minimum: 1 },
    read: readCount,
  } as const
}
