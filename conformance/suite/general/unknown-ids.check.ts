/** Unknown ids and numbers: no record is served under them, and no request for them causes a server error. */
import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { asId, places } from '../../extract/find-value.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { operation } from '../../requirements/contract.ts'
import { Missing } from '../../requirements/missing.ts'
import type { Capability } from '../../target/target-schema.ts'
import { knownAgent, knownWorkflow } from '../discover.ts'
import { anyRun } from '../runs/any-run.ts'
import { sharedTask } from '../tasks/own-task.ts'
import { workflowRun } from '../workflows/existing-workflow-runs.ts'

interface Unknown {
  operation: string
  /** The requirement that the record is served; an unknown one cannot be. */
  id: string
  request: (t: Trial) => Promise<CallOptions>
  /** A service may confirm an operation that had nothing to do. */
  idempotent?: boolean
}

const run = async (t: Trial) => ({ path: { run_id: unknownLike((await anyRun(t)).id) } })
const task = async (t: Trial) => ({ path: { task_id: unknownLike((await sharedTask(t)).id) } })
const flow = async (t: Trial) => ({ path: { workflow_id: unknownLike((await knownWorkflow(t)).id) } })
const flowRun = async (t: Trial) => {
  const { workflow_id, run_id } = await workflowRun(t)
  return { path: { workflow_id, run_id: unknownLike(run_id) } }
}
const agent = async (t: Trial) => ({ path: { agent_id: unknownLike((await knownAgent(t)).id) } })
const ofAgent = async (t: Trial) => ({
  path: { agent_id: (await knownAgent(t)).id, run_id: unknownLike((await anyRun(t)).id) },
})

const UNKNOWN: Readonly<Partial<Record<Capability, readonly Unknown[]>>> = {
  agents: [{ operation: 'getAgent', id: 'AGENT-14', request: agent }],
  runs: [
    { operation: 'getRun', id: 'RUN-25', request: run },
    { operation: 'startRun', id: 'RUN-06', request: async t => ({ ...(await agent(t)), body: {} }) },
    { operation: 'pauseRun', id: 'RUN-10', request: run },
    { operation: 'resumeRun', id: 'RUN-11', request: run },
    { operation: 'cancelRun', id: 'RUN-09', request: run },
    { operation: 'retryRun', id: 'RUN-12', request: run },
    { operation: 'stopRun', id: 'RUN-08', request: ofAgent },
    {
      operation: 'respondToRun',
      id: 'RUN-07',
      request: async t => ({ ...(await ofAgent(t)), body: { answer: 'x' } }),
    },
  ],
  tasks: [
    { operation: 'getTask', id: 'TASK-34', request: task },
    { operation: 'getTaskByNumber', id: 'TASK-33', request: async () => ({ path: { ref: '987654321' } }) },
    {
      operation: 'getTaskByNumber',
      id: 'TASK-33',
      request: async t => ({ path: { ref: await foreignRef(t) } }),
    },
    {
      operation: 'updateTask',
      id: 'TASK-35',
      request: async t => ({ ...(await task(t)), body: { description: 'x' } }),
    },
    {
      operation: 'setTaskAssignee',
      id: 'TASK-38',
      request: async t => ({ ...(await task(t)), body: { type: null, id: null } }),
    },
    {
      operation: 'setTaskStatus',
      id: 'TASK-39',
      request: async t => ({ ...(await task(t)), body: { status: 'done' } }),
    },
    { operation: 'listTaskRuns', id: 'TASK-40', request: task, idempotent: true },
    { operation: 'deleteTask', id: 'TASK-36', request: task, idempotent: true },
  ],
  workflows: [
    { operation: 'getWorkflow', id: 'WF-12', request: flow },
    { operation: 'startWorkflowRun', id: 'WF-14', request: flow },
    { operation: 'listWorkflowRuns', id: 'WF-21', request: flow, idempotent: true },
    { operation: 'getWorkflowRunsSummary', id: 'WF-34', request: flow, idempotent: true },
    { operation: 'getWorkflowRun', id: 'WF-36', request: flowRun },
    { operation: 'listWorkflowRunSteps', id: 'WF-38', request: flowRun, idempotent: true },
  ],
  approvals: [
    {
      operation: 'getApproval',
      id: 'APPR-04',
      request: async () => ({ path: { approval_id: '987654321' } }),
    },
  ],
  agencies: [
    {
      operation: 'getAgencyClientUsage',
      id: 'AGENCY-01',
      request: async () => ({ path: { client_id: '987654321' } }),
      idempotent: true,
    },
  ],
}

const scenarios = Object.entries(UNKNOWN).map(([capability, rows]) =>
  scenario({
    id: `unknown/${capability}`,
    title: `Nothing is served under ids of ${capability} that are not there`,
    requirements: [...new Set(rows.map(({ id }) => id))],
    needs: { capability: capability as Capability },
    cost: { requests: rows.length },
    writes: true,
    async run(t) {
      for (const row of rows) if (t.wants(row.id)) await isRefused(t, row)
    },
  }),
)

async function isRefused(t: Trial, { operation: name, id, request, idempotent }: Unknown) {
  const { method, path, scopes } = operation(name)
  const [[scope] = []] = scopes
  if (!t.keys.home().some(key => scope !== undefined && key.scopes.has(scope as never))) return
  const exchange = await request(t)
    .then(options => t.call(name, { ...options, isMadeUp: true }))
    .catch(problem => {
      if (problem instanceof Missing) return undefined
      throw problem
    })
  if (!exchange) return
  const sentence = `${method} ${path} answered ${exchange.status} at ${exchange.url.slice(t.target.baseUrl.length)}, which is not there`
  const shown = idempotent || exchange.status >= 300 ? undefined : idShownIn(exchange.json)
  if (exchange.status === 500) t.violated('not-there', id, sentence, exchange)
  else if (shown !== undefined) t.violated('not-there', id, `${sentence}, and shows ${shown}`, exchange)
}

/** A reply that confirms without showing a record may have had nothing to do. */
function idShownIn(body: unknown): string | undefined {
  const ids = [...places(body, 3)].flatMap(({ name, value }) =>
    /^_?id$|_id$|Id$|^uu?id$/i.test(name) && !/request|trace|span|correlation|error|event/i.test(name)
      ? (asId(value) ?? [])
      : [],
  )
  return ids[0]
}

/** The number of our task behind a prefix that no board has. */
async function foreignRef(t: Trial): Promise<string> {
  const { record } = await sharedTask(t)
  const number = Object.values(record)
    .map(value => /^(?:[A-Za-z][A-Za-z0-9]{0,11}-)?(\d{1,9})$/.exec(String(value))?.[1])
    .find(one => one !== undefined)
  return `QXZWV-${number ?? 1}`
}

export const unknownIdScenarios: readonly Scenario[] = scenarios
