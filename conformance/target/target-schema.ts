import { SCOPES, type Scope } from '#openapi'
/** The form of the target file: one definition for the reader, editors and the guide. */

export const FIXTURES = [
  // Agents by what their runs do; the guide has the instruction for each.
  'agent-finishes',
  'agent-slow',
  'agent-fails',
  'agent-asks-text',
  'agent-asks-fields',
  'agent-waits-approval',
  // Agents by visibility: shared with the main key's owner by another person; private to the owner of `key`.
  'agent-shared',
  'agent-private',
  // Prompt longer than 200 characters.
  'agent-long-prompt',
  'workflow',
  'workflow-with-gate',
  'workflow-history',
  'workflow-objection',
  'board',
  'second-board',
  'project',
  'schedule',
  'task-with-runs',
  'archived-task',
  'old-done-task',
  'pending-approval',
  'decided-approval',
  'pending-gate',
  'knowledge-hit',
  'knowledge-second',
  'knowledge-private',
  'model',
  'tenant-model',
  'team',
  'second-team',
  'zero-member',
  'agency-client',
  'second-client',
  'attachment',
  'group',
] as const
export type FixtureName = (typeof FIXTURES)[number]

export const CAPABILITIES = [
  'agents',
  'runs',
  'streams',
  'tasks',
  'workflows',
  'approvals',
  'analytics',
  'agencies',
  'completions',
  'models',
  'knowledge',
] as const
export type Capability = (typeof CAPABILITIES)[number]

export type Role = 'admin' | 'manager' | 'member'

/** The target file as written. Only `base_url` and `keys` are required. */
export interface TargetInput {
  name?: string
  base_url: string
  keys: Record<string, KeyInput>
  fixtures?: Partial<Record<FixtureName, FixtureInput>>
  absent?: Capability[]
  budget?: { runs?: number; euros?: number; minutes?: number }
  pace?: PaceInput
  connection?: ConnectionInput
  members?: Record<string, string | string[]>
  words?: { finished?: string; failed?: string; stopped?: string; waiting?: string[] }
  waivers?: WaiverInput[]
}

export interface KeyInput {
  /** Name of the environment variable that holds the key. */
  env?: string
  /** The key itself; only for keys that are not secret, such as those of a mock. */
  value?: string
  /** The path of a file that holds the key and nothing else, such as a mounted secret. */
  file?: string
  role?: Role
  scopes?: 'all' | Scope[]
  /** A label: keys of one person have the same. */
  owner?: string
  /** The user id of that person in the deployment. */
  person_id?: string
  tenant?: string
  revoked?: boolean
}

export interface FixtureInput {
  id?: string | number
  /** The instruction that makes this agent do what the fixture is for. */
  task?: string
  input?: Record<string, string>
  answer?: string
  values?: Record<string, unknown>
  /** The agent is certain to repeat the answer in its summary. */
  repeats?: boolean
  body?: Record<string, unknown>
  query?: string
  folder?: string | number
  prefix?: string
  key?: string
}

export interface PaceInput {
  concurrency?: number
  analytics_per_minute?: number
  requests_per_minute?: number
  timeout_seconds?: number
  run_seconds?: number
  late_seconds?: number
  poll_seconds?: number
  clock_scale?: number
}

/** How the deployment is reached. Default: the environment (`HTTPS_PROXY`, `NO_PROXY` and others). */
export interface ConnectionInput {
  proxy?: string
  no_proxy?: string
  /** Files in PEM form: a private certificate authority, a client certificate and its key. */
  ca?: string
  cert?: string
  key?: string
}

export interface WaiverInput {
  requirement: string
  reason: string
  owner: string
  until: string
}

const text = { type: 'string', minLength: 1 }
const positive = { type: 'number', exclusiveMinimum: 0 }
const closed = { type: 'object', additionalProperties: false }

export const targetSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Target of the agent work conformance suite',
  ...closed,
  required: ['base_url', 'keys'],
  properties: {
    name: { ...text, description: 'What reports call this deployment.' },
    base_url: {
      type: 'string',
      pattern: '^https?://',
      description: 'Where the service answers, without a trailing slash; a path prefix is allowed.',
    },
    keys: {
      type: 'object',
      minProperties: 1,
      description: 'API keys by a name of your own. The more roles and scopes, the more can be exercised.',
      additionalProperties: {
        ...closed,
        properties: {
          env: { ...text, description: 'Environment variable that holds the key.' },
          value: { ...text, description: 'The key itself. Only for keys that are no secret (a local mock).' },
          file: {
            ...text,
            description: 'File that holds the key and nothing else, such as a mounted secret.',
          },
          role: { enum: ['admin', 'manager', 'member'], description: 'Role of the person who owns the key.' },
          scopes: {
            description:
              '`all`, or the list of scopes given to the key. Left out: found out as far as possible.',
            oneOf: [{ const: 'all' }, { type: 'array', items: { enum: SCOPES }, uniqueItems: true }],
          },
          owner: {
            ...text,
            description: 'Label of the person who owns the key: the same label, the same person.',
          },
          person_id: {
            ...text,
            description: 'User id of that person, for requests and replies that name people.',
          },
          tenant: {
            ...text,
            description: 'Name of the workspace; that of the first key is the one under test.',
          },
          revoked: { type: 'boolean', description: 'True for a key that was revoked and must be refused.' },
        },
        oneOf: [{ required: ['env'] }, { required: ['value'] }, { required: ['file'] }],
      },
    },
    fixtures: {
      ...closed,
      description: 'Things that exist in the deployment for the suite to use.',
      properties: Object.fromEntries(
        FIXTURES.map(name => [
          name,
          {
            ...closed,
            properties: {
              id: { type: ['string', 'number'], description: 'Its id in the deployment.' },
              task: { ...text, description: 'Instruction given to the agent as `input.task`.' },
              input: {
                type: 'object',
                additionalProperties: { type: 'string' },
                description: 'Further input.',
              },
              answer: { ...text, description: 'What to answer to a free-text question.' },
              values: { type: 'object', description: 'What to answer to a question with fields.' },
              repeats: {
                type: 'boolean',
                description: 'The agent is certain to repeat the answer in its summary.',
              },
              body: { type: 'object', description: 'Body to start this workflow with.' },
              query: { ...text, description: 'A search that has hits.' },
              folder: { type: ['string', 'number'], description: 'Knowledge base in which the hits are.' },
              prefix: { ...text, description: 'Prefix of the numbers of tasks on this board.' },
              key: { ...text, description: 'Name of the key that can see it, if others cannot.' },
            },
          },
        ]),
      ),
    },
    absent: {
      type: 'array',
      items: { enum: CAPABILITIES },
      uniqueItems: true,
      description: 'Parts of the service that this deployment does not have.',
    },
    budget: {
      ...closed,
      description: 'What the suite may spend. It stops there and says what was cut.',
      properties: {
        runs: { type: 'integer', minimum: 0 },
        euros: { type: 'number', minimum: 0 },
        minutes: positive,
      },
    },
    pace: {
      ...closed,
      properties: {
        concurrency: { type: 'integer', minimum: 1, maximum: 64, description: 'Scenarios at the same time.' },
        analytics_per_minute: { ...positive, description: 'Requests a minute on each analytics endpoint.' },
        requests_per_minute: { ...positive, description: 'Requests a minute on every other endpoint.' },
        timeout_seconds: { ...positive, description: 'How long to wait for one answer.' },
        run_seconds: { ...positive, description: 'How long a run of a fixture agent may take.' },
        late_seconds: {
          ...positive,
          description:
            'How long after a change a record or a list may still show what was before. Default: 30.',
        },
        poll_seconds: { ...positive, description: 'Longest pause between two polls of a run.' },
        clock_scale: {
          ...positive,
          description: 'How many times faster the deployment’s clock runs (mocks).',
        },
      },
    },
    connection: {
      ...closed,
      description: 'How the deployment is reached. Default: as the environment says.',
      properties: {
        proxy: { ...text, description: 'Address of the proxy. Default: HTTPS_PROXY or HTTP_PROXY.' },
        no_proxy: { ...text, description: 'Hosts that are reached without it. Default: NO_PROXY.' },
        ca: { ...text, description: 'PEM file of a certificate authority to trust beside the usual ones.' },
        cert: { ...text, description: 'PEM file of the client certificate.' },
        key: { ...text, description: 'PEM file of the key of the client certificate.' },
      },
    },
    members: {
      type: 'object',
      description:
        'By requirement, the names of the members that hold its figures. Names are not stated, so without this a figure that is not recognised is not exercised.',
      additionalProperties: {
        oneOf: [text, { type: 'array', items: text, minItems: 1 }],
      },
    },
    words: {
      ...closed,
      description: 'Status words that the specification leaves open. Left out: learned from what runs do.',
      properties: {
        finished: text,
        failed: text,
        stopped: text,
        waiting: { type: 'array', items: text, description: 'Statuses of a run that has not begun to work.' },
      },
    },
    waivers: {
      type: 'array',
      items: {
        ...closed,
        required: ['requirement', 'reason', 'owner', 'until'],
        properties: {
          requirement: text,
          reason: text,
          owner: text,
          until: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
        },
      },
    },
  },
}
