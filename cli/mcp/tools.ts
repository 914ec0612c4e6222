// The tools of an assistant for the mock and the suite. Each is a call or two of the control API, the service or the
// suite; descriptions are written for a model without prior knowledge.
import { parse } from 'yaml'
import { z } from 'zod'
import { type Report, readTargetFile, run, type TargetInput } from '#conformance'
import { operationIds, resolve, type Schema } from '#openapi'
import { readInput } from '../../flags/flag.ts'
import { given } from '../../flags/given.ts'
import { settings } from '../../mock/cli/settings.ts'
import { controlDocument } from '../../mock/control/document.ts'
import { listSituations } from '../../mock/control/situations.ts'
import { jsonIn } from '../../mock/store/json-in.ts'
import type { RunningMock } from '../running-mock.ts'
import { describeOperation } from './describe-operation.ts'
import { operationTool, type Tool, tool } from './tool.ts'

const workspace = z.string().default('demo').describe('The id of a workspace, as create_workspace returns it')
const MAX_LISTED = 100

export const tools: Readonly<Record<string, Tool>> = {
  start_mock: tool({
    title: 'Start a mock',
    description:
      'Starts the whole Agent Work Service in memory and returns its address and keys; `left` is the mock that was used until now. It ends with this session. Not needed when a mock runs on the machine already.',
    input: {
      port: z.int().min(0).max(65_535).default(0).describe('0 takes any free one'),
      clock: z
        .string()
        .default('real')
        .describe('real, x60 (a minute a second), frozen, or frozen at a time such as 2026-11-20T09:00:00Z'),
      gaps: z
        .record(z.string(), z.string())
        .default({})
        .describe('Answers where the specification is silent, by the id of the gap'),
    },
    async run({ port, clock, gaps }, session) {
      const { mock, left } = await session.start({
        port,
        clock: readInput(settings.clock, { text: clock, where: 'clock' }),
        profile: gaps,
      })
      return { url: mock.url, ...(await describeWorkspace(mock, 'demo')), left }
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
      const made = await mock.call('createWorkspace', { body: { from, ...(name && { name }) } })
      return { url: mock.url, ...(await describeWorkspace(mock, made.id)) }
    },
  }),
  describe_operation: tool({
    title: 'Describe an operation',
    description:
      'What the contract of the service says of an operation: its call, scopes, parameters, body, replies, and which of that the specification leaves open.',
    readOnly: true,
    input: { operation: z.enum(operationIds) },
    run: async ({ operation }) => describeOperation(operation),
  }),
  call_service: tool({
    title: 'Call the service',
    description:
      'Sends a request to the service as a client does, and returns status, body and the id of the exchange, which explain_exchange takes.',
    input: {
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
      path: z.string().regex(/^\//).describe('Such as /agents/?limit=5'),
      body: z.unknown().optional().describe('Sent as JSON'),
      key: z.string().default('member').describe('The name of a key of the workspace, such as admin'),
      workspace,
    },
    async run({ method, path, body, key, workspace }, session) {
      const mock = await session.mock()
      if (method !== 'GET') mock.requireCertain()
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
      const json = jsonIn(text)
      return {
        status: response.status,
        exchange: response.headers.get('x-mock-exchange'),
        body: json === undefined ? text : json,
      }
    },
  }),
  trigger_situation: operationTool('triggerSituation', {
    hint: listSituations()
      .map(({ name, description }) => `${name}: ${description}`)
      .join(' '),
  }),
  inject_fault: tool({
    title: 'Inject a fault',
    description: `Makes requests go wrong on purpose, from the next one on. Each effect has \`do\`: ${effectKinds()}.`,
    input: {
      operation: z.enum(operationIds).optional().describe('Default: every request'),
      times: z.int().min(1).optional().describe('Default: without a limit'),
      effects: z
        .array(z.record(z.string(), z.unknown()))
        .min(1)
        .describe('Such as [{ "do": "reply", "status": 503 }]'),
      workspace,
    },
    async run({ operation, times, effects, workspace }, session) {
      const { call } = await session.mock()
      const body = { ...(operation && { on: { operation } }), ...(times && { times }), effects }
      return call('addFault', { path: { workspace_id: workspace }, body: body as never })
    },
  }),
  clear_faults: operationTool('clearFaults'),
  read_world: operationTool('readWorld'),
  change_world: tool({
    title: 'Change the world',
    description:
      'Creates, changes or deletes (null) what there is in a workspace, everything or nothing: people, agents, workflows, boards, documents. read_world shows the form.',
    input: {
      part: z
        .record(z.string(), z.unknown())
        .describe('Such as { "agents": { "helper": { "script": "work 5s; finish Done." } } }'),
      workspace,
    },
    async run({ part, workspace }, session) {
      const { call } = await session.mock()
      return call('changeWorld', { path: { workspace_id: workspace }, query: { force: false }, body: part })
    },
  }),
  diagnose_workspace: operationTool('diagnoseWorkspace'),
  advance_clock: operationTool('advanceClock', {
    hint: 'Runs work and end meanwhile.',
    defaults: { limit: MAX_LISTED },
  }),
  list_waiting: operationTool('listWaiting'),
  decide_approval: operationTool('decideApproval', {
    defaults: { approval: 'oldest', outcome: 'approved' },
  }),
  read_journal: tool({
    title: 'Read the journal',
    description:
      'The latest requests to a workspace with status, refusal and faults, oldest first; with details, their headers and bodies, without keys.',
    readOnly: true,
    input: {
      limit: z.int().min(1).max(100).default(20),
      status: z.string().optional().describe('Such as 404 or 4xx'),
      operation: z.enum(operationIds).optional(),
      text: z.string().optional().describe('A text in path, query or bodies'),
      details: z.boolean().default(false),
      workspace,
    },
    async run({ workspace, details, limit, status, operation, text }, session) {
      const { call } = await session.mock()
      const path = { workspace_id: workspace }
      const filter = given({ limit, status, operation, text })
      if (details) return call('findExchanges', { path, body: filter })
      return call('listExchanges', { path, query: filter })
    },
  }),
  explain_exchange: operationTool('explainExchange'),
  lint_client: operationTool('lintClient'),
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
      const { targetEnv } = session
      const foreign = Object.values(input.keys).flatMap(({ env }) =>
        env === undefined || Object.hasOwn(targetEnv, env) ? [] : [env],
      )
      if (foreign.length > 0)
        throw new Error(
          `The target names ${foreign.join(', ')}, which this server may not read: whoever runs it can allow that with agent-work mcp --target-env ${foreign.join(',')}.`,
        )
      const report = await run(input, {
        env: targetEnv,
        readOnly: read_only,
        skipRateLimit: true,
        allowNotExercised: ['all'],
        ...(only ? { only } : { quick }),
      })
      return summaryOf(report)
    },
  }),
}

/** The kinds of effects with their descriptions, from the document of the control API. */
function effectKinds(): string {
  const { oneOf = [] } = controlDocument().components.schemas?.Effect ?? {}
  return oneOf
    .map(branch => resolve<Schema>(controlDocument(), branch).element)
    .map(({ properties = {}, description = '' }: Schema) => {
      const fields = Object.keys(properties).filter(name => name !== 'do')
      return `${String(properties.do?.const)} (${[String(description).trim(), fields.join(', ')].filter(Boolean).join(' ')})`
    })
    .join('; ')
}

/** A stream without an end is cut after this time. */
const CALL_MS = 10_000

async function describeWorkspace({ call }: RunningMock, id: string) {
  const { keys, roles, clock } = await call('readWorkspace', { path: { workspace_id: id } })
  // A short reply keeps what comes first.
  return { workspace: id, keys, roles, clock: clock.mode, now: clock.now }
}

async function targetOfMock({ call }: RunningMock): Promise<TargetInput> {
  return parse(await call('getTarget')) as TargetInput
}

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
