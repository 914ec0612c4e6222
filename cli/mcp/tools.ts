// What an assistant can do with the mock and the suite. Each tool is a call or two of the control API, of the service or of
// the suite; the descriptions are written for a model that knows none of them.
import { parse } from 'yaml'
import { z } from 'zod'
import { type Report, readTargetFile, run, type TargetInput } from '#conformance'
import type { ClockChoice } from '#mock'
import { listSituations, type SituationName } from '../../mock/control/situations.ts'
import type { RunningMock } from '../running-mock.ts'
import type { Session } from './session.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Input<S extends Shape> = z.infer<z.ZodObject<S>>

export interface Tool {
  readonly title: string
  readonly description: string
  readonly input: Shape
  readonly readOnly?: boolean
  readonly run: (input: never, session: Session) => Promise<unknown>
}

function tool<S extends Shape>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S
    readonly run: (input: Input<S>, session: Session) => Promise<unknown>
  },
): Tool {
  return definition
}

const workspace = z.string().default('demo').describe('The id of a workspace, as create_workspace returns it')
const situations = listSituations()

export const tools: Readonly<Record<string, Tool>> = {
  start_mock: tool({
    title: 'Start a mock',
    description:
      'Starts the whole Agent Work Service in memory and returns its address and keys. It ends with this session. Not needed when a mock runs on the machine already.',
    input: {
      port: z.int().min(0).max(65_535).default(0).describe('0 takes any free one'),
      clock: z
        .string()
        .default('real')
        .describe('real, frozen, or frozen at a time such as 2026-11-20T09:00:00Z'),
      gaps: z
        .record(z.string(), z.string())
        .default({})
        .describe('Answers where the specification is silent, by the id of the gap'),
    },
    async run({ port, clock, gaps }, session) {
      const mock = await session.start({
        port,
        clock: clockIn(clock),
        profile: gaps,
      })
      return { url: mock.url, ...(await describeWorkspace(mock, 'demo')) }
    },
  }),
  create_workspace: tool({
    title: 'Create a workspace',
    description:
      'Creates an isolated tenant with keys of its own. Returns its id, its keys by role and the ids of its agents, workflows and people by handle.',
    input: {
      from: z
        .string()
        .default('quiet')
        .describe('demo: ninety days of history; quiet: the same without history; empty; or a workspace'),
      name: z.string().optional(),
    },
    async run({ from, name }, session) {
      const mock = await session.mock()
      const made = await mock.ask<{ id: string }>('/_mock/workspaces', {
        method: 'POST',
        body: { from, name },
      })
      return { url: mock.url, ...(await describeWorkspace(mock, made.id)) }
    },
  }),
  call_service: tool({
    title: 'Call the service',
    description:
      'Sends a request to the service as a client does, and returns status, body and the id of the exchange, which explain_exchange takes.',
    input: {
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
      path: z.string().startsWith('/').describe('Such as /agents/?limit=5'),
      body: z.unknown().optional().describe('Sent as JSON'),
      key: z.string().default('member').describe('The name of a key of the workspace, such as admin'),
      workspace,
    },
    async run({ method, path, body, key, workspace }, session) {
      const mock = await session.mock()
      const { keys } = await describeWorkspace(mock, workspace)
      const secret = keys[key]
      if (secret === undefined)
        throw new Error(`There is no key ${key}; there are ${Object.keys(keys).join(', ')}.`)
      const response = await fetch(mock.url + path, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_MS),
      })
      const text = await response.text()
      return {
        status: response.status,
        exchange: response.headers.get('x-mock-exchange'),
        body: jsonIn(text),
      }
    },
  }),
  trigger_situation: tool({
    title: 'Trigger a situation',
    description: `Brings about a situation that a client has to cope with, at once. ${situations.map(({ name, description }) => `${name}: ${description}`).join(' ')}`,
    input: {
      situation: z.enum(situations.map(({ name }) => name) as [SituationName, ...SituationName[]]),
      workspace,
    },
    run: async ({ situation, workspace }, session) =>
      (await session.mock()).ask(`${pathOf(workspace)}/situations/${situation}`, { method: 'POST' }),
  }),
  advance_clock: tool({
    title: 'Advance the clock',
    description:
      'Moves the clock of a workspace, so that runs work and end, and returns what happened. Give one of by, to and until_idle.',
    input: {
      by: z.string().optional().describe('Such as 90s or 2h'),
      to: z.iso.datetime().optional(),
      until_idle: z.literal(true).optional().describe('Until every run has ended or waits'),
      workspace,
    },
    run: async ({ workspace, ...how }, session) =>
      (await session.mock()).ask(`${pathOf(workspace)}/clock/advance`, {
        method: 'POST',
        body: { ...how, limit: MAX_LISTED },
      }),
  }),
  list_waiting: tool({
    title: 'List what waits for a person',
    description: 'Pending approvals, and questions of paused runs, oldest first.',
    readOnly: true,
    input: { workspace },
    run: async ({ workspace }, session) => (await session.mock()).ask(`${pathOf(workspace)}/waiting`),
  }),
  decide_approval: tool({
    title: 'Decide an approval',
    description:
      'Approves or rejects as a person does in the app; no key of the service can. What waited continues at once.',
    input: {
      approval: z
        .string()
        .default('oldest')
        .describe('Its id, the id of the run or task that waits, a title, or oldest'),
      outcome: z.enum(['approved', 'rejected', 'objected']).default('approved'),
      by: z.string().optional().describe('A person: an id, a handle or a role'),
      comment: z.string().optional(),
      workspace,
    },
    run: async ({ approval, workspace, ...body }, session) =>
      (await session.mock()).ask(`${pathOf(workspace)}/approvals/${encodeURIComponent(approval)}/decision`, {
        method: 'POST',
        body,
      }),
  }),
  read_journal: tool({
    title: 'Read the journal',
    description:
      'The latest requests to a workspace with status, refusal and faults, oldest first; with details, their headers and bodies, without keys.',
    readOnly: true,
    input: {
      limit: z.int().min(1).max(100).default(20),
      status: z.string().optional().describe('Such as 404 or 4xx'),
      operation: z.string().optional().describe('An operationId, such as startRun'),
      text: z.string().optional().describe('A text in path, query or bodies'),
      details: z.boolean().default(false),
      workspace,
    },
    async run({ workspace, details, ...filter }, session) {
      const mock = await session.mock()
      if (details) return mock.ask(`${pathOf(workspace)}/journal/find`, { method: 'POST', body: filter })
      const given = Object.entries(filter).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
      return mock.ask(`${pathOf(workspace)}/journal?${query}`)
    },
  }),
  explain_exchange: tool({
    title: 'Explain a reply',
    description:
      'Why a request was answered as it was: the rule with its section of the specification, the state, what would have been accepted.',
    readOnly: true,
    input: { exchange: z.string().describe('An id from call_service or read_journal, such as ws_1.17') },
    run: async ({ exchange }, session) =>
      (await session.mock()).ask(`/_mock/explain/${encodeURIComponent(exchange)}`),
  }),
  lint_client: tool({
    title: 'Lint the client',
    description: 'What the client of a workspace did against the advice of the specification.',
    readOnly: true,
    input: { workspace },
    run: async ({ workspace }, session) => (await session.mock()).ask(`${pathOf(workspace)}/lint`),
  }),
  run_conformance: tool({
    title: 'Run the conformance suite',
    description:
      'Checks a deployment against the specification and returns counts and violations. Without a target file it checks the mock, in its demo. By default the most informative checks, in about half a minute.',
    input: {
      target: z.string().optional().describe('The path of a target file; its keys are names of variables'),
      only: z
        .array(z.string())
        .optional()
        .describe('Requirements (RUN-07), groups of them (RUN), scenarios (runs/pause) or groups (runs/)'),
      read_only: z.boolean().default(false).describe('Send reads only'),
      quick: z.boolean().default(true),
    },
    async run({ target, only, read_only, quick }, session) {
      const input = target === undefined ? await targetOfMock(await session.mock()) : readTargetFile(target)
      const report = await run(input, {
        readOnly: read_only,
        skipRateLimit: true,
        allowNotExercised: ['all'],
        ...(only ? { only } : { quick }),
      })
      return summaryOf(report)
    },
  }),
}

const MAX_LISTED = 100
/** A stream that does not end is cut. */
const CALL_MS = 10_000

function pathOf(id: string): string {
  return `/_mock/workspaces/${encodeURIComponent(id)}`
}

async function describeWorkspace({ ask }: RunningMock, id: string) {
  const { keys, roles, clock } = await ask<{
    keys: Record<string, string>
    roles: Record<string, unknown>
    clock: { now: string; mode: string }
  }>(pathOf(id))
  return { workspace: id, now: clock.now, clock: clock.mode, keys, roles }
}

function clockIn(text: string): ClockChoice {
  if (text === 'real') return text
  return { frozen: text === 'frozen' ? 'now' : text }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function targetOfMock({ send }: RunningMock): Promise<TargetInput> {
  return parse(await (await send('/_mock/target.yaml')).text()) as TargetInput
}

/** Counts, and each violation with what would have been right and the calls that show it. */
function summaryOf({ outcome, problems, counts, coverage, requirements, exchanges, seconds }: Report) {
  const violated = requirements.filter(({ verdict }) => verdict === 'violated')
  return {
    outcome,
    problems,
    seconds,
    counts,
    coverage,
    violations: violated.map(({ id, section, statement, violation, findings }) => {
      const against = findings.filter(({ kind }) => kind === 'violated')
      const calls = [...new Set(against.flatMap(finding => finding.exchanges))].slice(0, 3)
      return {
        id,
        section,
        statement,
        right: violation?.right ?? null,
        findings: against.map(({ sentence }) => sentence),
        calls: calls.flatMap(call => {
          const exchange = exchanges[call]
          return exchange ? [{ request: exchange.request, response: exchange.response }] : []
        }),
      }
    }),
  }
}
