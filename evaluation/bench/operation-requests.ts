// A request of each operation that succeeds, and goes on doing so.
import { parse } from 'yaml'
import { document, type OperationId, operationIds, operations, rightRequest } from '#openapi'
import { mock, start } from './contestants.ts'
import { type Ask, read, wire } from './requests.ts'

/** How many requests of a minute every limit allows a key. */
const OF_A_KEY = 10

/** Stands in a path for something that is made for this request. */
const FRESH = 'made-for-this-request'

/**
 * What a list is asked for; without it, the mock's own sizes of pages would be measured, too. A plan allows any number of
 * test runs of workflows, and only a thousand others a month.
 */
const QUERY: Partial<Record<OperationId, string>> = {
  listRuns: '?limit=20',
  listTasks: '?status=todo&owner=me&limit=20',
  startWorkflowRun: '?test=true',
}

/** Where a POST changes nothing. */
const READS: readonly OperationId[] = ['searchKnowledge']

/** What the throughput table shows. */
const THROUGHPUT: readonly OperationId[] = [
  'listRuns',
  'getRun',
  'listTasks',
  'createTask',
  'startRun',
  'createChatCompletion',
]

/** The requests of the throughput table, with ids that a running mock has. */
export async function asksFor(port: number): Promise<Ask[]> {
  const all = new Map((await operationRequests(port)).map(ask => [ask.name, ask]))
  return THROUGHPUT.flatMap(id => {
    const ask = all.get(id)!
    if (id !== 'startRun') return [ask]
    // The same without what a run does afterwards: this one asks at once, and waits.
    const body = { input: { task: 'Check invoice 17', mock_script: 'ask Which price list?' } }
    return [ask, { ...ask, name: 'startRun, which then waits', body }]
  })
}

/** The same, with ids that every mock of this version has. */
export async function asksOfAMock(): Promise<Ask[]> {
  await using model = await start(mock)
  return await asksFor(model.port)
}

/** The requests by the name of their operation, with ids that a running mock has. */
export async function operationRequests(port: number): Promise<Ask[]> {
  const fixtures = await fixturesOf(port)
  const id = (fixture: string) => fixtures[fixture]!.id
  const first = async (path: string) => {
    const { data } = await read(port, path)
    return (data as { id: string; chat_id: string }[])[0]!
  }
  const [agent, workflow, task] = [id('agent-finishes'), id('workflow-history'), id('task-with-runs')]
  const { id: run, chat_id: chat } = await first('/runs?limit=1&status=completed')
  const { reference } = await read(port, `/tasks/${task}`)
  const names: Record<string, string> = {
    agent,
    workflow,
    task,
    run,
    chat,
    ref: String(reference),
    model: id('model'),
    approval: id('pending-approval'),
    client: id('agency-client'),
    // The assignee of a task.
    id: id('agent-asks-text'),
  }
  const workflowRun = (await first(`/workflows/${workflow}/runs?limit=1`)).id

  const newRun = async (at: number, script = 'work 3600s; finish Done') =>
    (await read(at, `/agents/${agent}/run`, { input: { task: 'Go', mock_script: script } })).run_id as string
  const runThat = (move: string) => async (at: number) => {
    const made = await newRun(at)
    await read(at, `/agents/runs/${made}/${move}`, {})
    return made
  }
  const newTask = async (at: number) => (await read(at, '/tasks', { title: 'Check' })).id as string
  const fresh: Partial<Record<OperationId, (at: number) => Promise<string>>> = {
    respondToRun: at => newRun(at, 'ask Which price list?; finish Done'),
    stopRun: newRun,
    cancelRun: newRun,
    pauseRun: newRun,
    resumeRun: runThat('pause'),
    retryRun: runThat('cancel'),
    updateTask: newTask,
    deleteTask: newTask,
    setTaskAssignee: newTask,
    setTaskStatus: newTask,
  }

  return operationIds.map(name => {
    const row = operations[name]
    const make = fresh[name]
    const own: Record<string, string> = {
      ...(name === 'startWorkflowRun' ? { workflow: id('workflow') } : {}),
      ...(row.path.startsWith('/workflows/') ? { run: workflowRun } : {}),
      ...(make ? { [row.tag === 'runs' ? 'run' : 'task']: FRESH } : {}),
    }
    const { path, body } = rightRequest(row, {
      document,
      names: kind => [own[kind] ?? names[kind] ?? []].flat(),
    })
    const writes = row.method !== 'GET' && !READS.includes(name)
    const ask = { name, method: row.method, path: path + (QUERY[name] ?? ''), body, writes }
    if (row.rateLimit) return limited(ask)
    return make ? once(ask, make) : ask
  })
}

async function fixturesOf(port: number): Promise<Record<string, { id: string }>> {
  const response = await fetch(`http://127.0.0.1:${port}/_mock/target.yaml`)
  return (parse(await response.text()) as { fixtures: Record<string, { id: string }> }).fixtures
}

/** A request that a thing takes only once. */
function once(ask: Ask, make: (port: number) => Promise<string>): Ask {
  const turn = async (port: number, count = 1) => {
    const ids = await many(count, () => make(port))
    return ids.map(id => wire({ ...ask, path: ask.path.replace(FRESH, id) }))
  }
  return { ...ask, turn }
}

/** A request of which each key may send a few in a minute. */
function limited(ask: Ask): Ask {
  const turn = async (port: number, count = 1) => {
    const keys = await many(Math.ceil(count / OF_A_KEY), () =>
      read(port, '/_mock/workspaces/demo/keys', { scopes: ['agents:read', 'analytics:read'] }),
    )
    return keys.flatMap(({ secret }) => Array<string>(OF_A_KEY).fill(wire(ask, String(secret))))
  }
  return { ...ask, turn }
}

/** Makes so many, twenty at a time. */
async function many<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  const worker = async () => {
    while (made.length < count) made.push(await make())
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return made.slice(0, count)
}
