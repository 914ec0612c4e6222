// Mixed load by clients that record every reply.
import type { Random } from '../../mock/simulation/random.ts'
import type { Caller } from './caller.ts'
import type { Memory, Place } from './memory.ts'

export interface LoadOptions {
  readonly caller: Caller
  readonly memory: Memory
  readonly place: Place
  /** Marks what this client makes, in all rounds. */
  readonly name: string
  readonly random: Random
  /** Agents that run, and workflows with them. */
  readonly agents: readonly string[]
  readonly workflows: readonly string[]
  /** Whether a client may move the clock. */
  readonly movesClock: boolean
  readonly isOver: () => boolean
}

const STATUSES = ['backlog', 'todo', 'in_review', 'done']

/** Calls until the mock is gone. Requests that are never answered count as neither done nor not done. */
export async function load(options: LoadOptions): Promise<void> {
  const { name, random, isOver } = options
  const actions = actionsOf(options)
  for (let n = 0; !isOver(); n++) await random.weighted(actions)(`${name}/${n}`)
}

function actionsOf({ caller, memory, place, random, agents, workflows, movesClock }: LoadOptions) {
  const own: string[] = []
  const pick = <Item>(items: readonly Item[]) => (items.length > 0 ? random.pick(items) : undefined)
  const service = (method: string, path: string, body?: unknown) => caller.service(place, method, path, body)
  const control = (method: string, path: string, body?: unknown) =>
    caller.control(method, `/workspaces/${place.id}${path}`, body)

  async function createTask(mark: string) {
    memory.sent.add(mark)
    const task = await service('POST', '/tasks', { title: mark })
    if (!task) return
    memory.tasks.set(task.id, { place, statuses: new Set([task.status]) })
    own.push(task.id)
  }

  async function updateTask() {
    const id = pick(own)
    const status = random.pick(STATUSES)
    const statuses = id && memory.tasks.get(id)?.statuses
    if (!statuses) return
    statuses.add(status)
    const task = await service('PATCH', `/tasks/${id}/status`, { status })
    if (!task) return
    statuses.clear()
    statuses.add(task.status)
  }

  async function startRun(mark: string) {
    memory.sent.add(mark)
    const started = await service('POST', `/agents/${pick(agents)}/run`, { input: { task: mark } })
    if (!started) return
    memory.runs.set(started.run_id, { place, path: `/runs/${started.run_id}`, ended: undefined, cost: 0 })
    memory.chats.set(started.chat_id, { place, events: [] })
  }

  async function startWorkflow(mark: string) {
    const workflow = pick(workflows)
    const started = await service('POST', `/workflows/${workflow}/run`, { input: { task: mark } })
    if (!started) return
    const id = started.run_id ?? started.id
    memory.runs.set(id, { place, path: `/workflows/${workflow}/runs/${id}`, ended: undefined, cost: 0 })
  }

  async function readRun() {
    const run = pick([...memory.runs.values()].filter(run => run.place === place && run.ended === undefined))
    const read = run && (await service('GET', run.path))
    if (!run || !read) return
    run.cost = Math.max(run.cost, read.cost ?? 0)
    if (['completed', 'failed', 'cancelled', 'stopped'].includes(read.status))
      run.ended = JSON.stringify(read)
  }

  async function cancelRun() {
    const id = pick(
      [...memory.runs].filter(([, run]) => run.place === place && run.path.startsWith('/runs/')),
    )
    if (id) await service('POST', `/agents/runs/${id[0]}/${pick(['pause', 'resume', 'cancel'])}`)
  }

  async function follow() {
    const id = pick([...memory.chats].filter(([, chat]) => chat.place === place).slice(-5))?.[0]
    if (id) await caller.stream(place, id, memory.chats.get(id)!.events, random.int(5, 34))
  }

  async function list() {
    const page = await service('GET', '/tasks?limit=20')
    // What a list has shown was told, although the request that made it may be under way. Tasks of the demo move by themselves.
    for (const { id, status, title } of page?.data ?? [])
      if (memory.sent.has(title) && !memory.tasks.has(id))
        memory.tasks.set(id, { place, statuses: new Set([status, ...STATUSES]) })
  }

  async function saveSnapshot() {
    const snapshot = await control('POST', '/snapshots', {})
    if (snapshot) memory.snapshots.set(snapshot.id, place.id)
  }

  async function strikeFault() {
    const known = [...memory.faults.keys()].filter(id => id.startsWith(`${place.id} `))
    if (known.length < 3) {
      const fault = await control('POST', '/faults', {
        on: { operation: 'getMyUsage' },
        times: 1,
        ttl: '0s',
        effects: [{ do: 'reply', status: 503 }],
      })
      if (fault) memory.faults.set(`${place.id} ${fault.id}`, 0)
      return
    }
    await service('GET', '/wallet/my-usage')
    const faults = await control('GET', '/faults')
    for (const { id, applied } of faults?.data ?? []) memory.faults.set(`${place.id} ${id}`, applied)
  }

  async function makeWorkspace() {
    const made = await caller.control('POST', '/workspaces', { from: 'empty' })
    if (!made) return
    memory.workspaces.add(made.id)
    if (random.chance(0.5)) return
    const gone = await caller.control('DELETE', `/workspaces/${made.id}`)
    memory.workspaces.delete(made.id)
    if (gone) memory.deleted.add(made.id)
  }

  async function moveClock() {
    await control('POST', '/clock/advance', { by: random.pick(['1s', '20s', '5m']) })
  }

  return [
    [createTask, 8],
    [updateTask, 6],
    [startRun, 5],
    [startWorkflow, 1],
    [readRun, 4],
    [cancelRun, 1],
    [follow, 2],
    [list, 2],
    [saveSnapshot, 1],
    [strikeFault, 1],
    [makeWorkspace, 1],
    [moveClock, movesClock ? 3 : 0],
  ] as const
}
