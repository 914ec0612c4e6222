// All settings of the mock, in the order of the help.
import { gaps } from '#openapi'
import { readSecret } from '../../flags/files.ts'
import { readBoolean, readChoice, readCount, readText, type ValuesOf } from '../../flags/flag.ts'
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
  https: {
    group: 'Service',
    description: 'HTTPS and HTTP/2, with a certificate made for this machine',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  cert: {
    group: 'Service',
    placeholder: '<file>',
    description: 'HTTPS with this certificate (PEM); needs --key',
    schema: text,
    read: readText,
  },
  key: {
    group: 'Service',
    placeholder: '<file>',
    description: 'the private key of the certificate (PEM)',
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
  'from-snapshot': {
    group: 'Service',
    placeholder: '<file>',
    description: 'go on from this snapshot file, as the console and GET …/snapshots/{id}/file write it',
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
    description: 'answer like a deployment, by a file that agent-work learn writes',
    schema: text,
    read: readText,
  },
  'twin-violations': {
    group: 'Answers where the specification is silent',
    description: 'violate the specification where the twin says that the deployment does',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  pace: {
    group: 'Answers where the specification is silent',
    description: 'let replies take as long as the twin says, except on a frozen clock',
    schema: { type: 'boolean' },
    read: readBoolean,
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
      'list the gaps with their answers; with a word, explain those that contain it; vary: start, with random answers in each workspace',
    schema: { const: 'vary' },
    read: (text: string) => text,
  },
  cors: {
    group: 'Who may call',
    placeholder: '<origins>',
    many: true,
    description: 'origins of web pages that may call the service, * or none',
    default: '*',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: originsIn,
  },
  'control-origin': {
    group: 'Who may call',
    placeholder: '<origins>',
    many: true,
    description:
      'origins of web pages elsewhere that may use /_mock; their host names are names for the mock, too',
    default: 'none',
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1 }] },
    read: (text: string) => originListIn(text),
  },
  'control-key': {
    group: 'Who may call',
    placeholder: '<text>',
    description: 'what /_mock requires in X-Mock-Control-Key: a text, or file:PATH',
    default: 'none on a loopback address, otherwise generated and printed',
    schema: text,
    read: readSecret,
  },
  'team-key': {
    group: 'Who may call',
    placeholder: '<team>=<text>',
    many: true,
    description: 'a control key for a team, whose workspaces are counted together; may be repeated',
    schema: { type: 'object', additionalProperties: text },
    read: teamKeyIn,
  },
  keep: {
    group: 'Keeping and sharing',
    placeholder: '<file>',
    description: 'keep all workspaces in this SQLite file across restarts',
    schema: text,
    read: readText,
  },
  'keep-sync': {
    group: 'Keeping and sharing',
    placeholder: '<what>',
    description: 'what changes survive: process (kill -9) or machine (also power failures; slower)',
    default: 'process',
    schema: { enum: ['process', 'machine'] },
    choices: ['process', 'machine'],
    read: readChoice('process', 'machine'),
  },
  recover: {
    group: 'Keeping and sharing',
    description: 'with --keep: write what is sound of a damaged file to <file>.recovered, and exit',
    read: readBoolean,
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
    placeholder: '<list or file>',
    description:
      'all shards, such as s1=10.0.0.1:4010,s2=10.0.0.2:4010, or a file of them, whose changes need no restart',
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
    description: 'make up required fields that the mock does not provide yet',
    schema: { type: 'boolean' },
    read: readBoolean,
  },
  contract: {
    group: 'Editing the contract',
    placeholder: '<file>',
    description:
      'serve another contract: an OpenAPI document in one file of JSON, with --fill; see docs/clients.md',
    read: readText,
  },
  // Not --env-file: Node takes that flag for its own, even after the name of a script.
  'write-env': {
    group: 'Service',
    placeholder: '<file>',
    description:
      'write AGENT_WORK_URL, AGENT_WORK_KEY_ADMIN and the other keys into this file, such as .env.mock',
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
    description: 'no mock, but a proxy in front of this deployment (docs/proxy.md)',
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
    description: 'settings in YAML or JSON, by the names of the flags',
    default: 'agent-work-mock.yaml, .yml or .json here',
    read: readText,
  },
  check: {
    group: 'Print or check, and end',
    placeholder: '<file or folder>',
    description:
      'say whether clients would work with these settings (docs/clients.md); exits with 1 if one might not',
    read: readText,
  },
  'world-check': {
    group: 'Print or check, and end',
    placeholder: '<file>',
    description: 'list the mistakes of a world file; exits with 1 if there are some',
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

function limitSetting(limit: keyof Limits, description: string) {
  return {
    placeholder: '<n>',
    group: 'Limits',
    description,
    default: String(defaultLimits[limit]),
    schema: { type: 'integer', minimum: 1 },
    read: readCount,
  } as const
}
