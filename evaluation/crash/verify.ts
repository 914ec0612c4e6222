// Compares a mock that was started again with what its clients remember.
import type { Caller } from './caller.ts'
import type { Memory, Place } from './memory.ts'

/** How many runs and chats of each workspace are read after every kill; after the last one all are. */
const LATEST = 60

/** The problems found; empty when everything acknowledged exists exactly once and unchanged. */
export async function verify(
  caller: Caller,
  memory: Memory,
  places: readonly Place[],
  isLast: boolean,
): Promise<string[]> {
  const problems: string[] = []
  const seen = new Map<string, number>()
  for (const place of places) {
    const before = memory.times.get(place.id) ?? 0
    const tasks = await every(caller, place, '/tasks')
    const byId = new Map(tasks.map(task => [task.id, task]))
    for (const { title } of tasks) seen.set(title, (seen.get(title) ?? 0) + 1)
    for (const [id, { statuses }] of of(memory.tasks, place)) {
      const task = byId.get(id)
      if (!task) problems.push(`lost: task ${id} of ${place.id}`)
      else if (!statuses.has(task.status))
        problems.push(`lost: task ${id} is ${task.status}, not ${[...statuses].join(' or ')}`)
      else {
        // Requests that were not answered have happened, or never will.
        statuses.clear()
        statuses.add(task.status)
      }
    }
    for (const { input } of await every(caller, place, '/runs'))
      if (input?.task) seen.set(input.task, (seen.get(input.task) ?? 0) + 1)
    const from = isLast ? 0 : -LATEST
    for (const [id, run] of of(memory.runs, place).slice(from)) {
      const read = await caller.service(place, 'GET', run.path)
      if (!read) problems.push(`lost: run ${id} of ${place.id}`)
      else if (run.ended !== undefined && JSON.stringify(read) !== run.ended)
        problems.push(`untold: run ${id} had ended as\n  ${run.ended}, and is\n  ${JSON.stringify(read)}`)
      else if ((read.cost ?? 0) < run.cost)
        problems.push(`untold: run ${id} had cost ${run.cost}, and costs ${read.cost}`)
    }
    for (const [id, { events }] of of(memory.chats, place).slice(from))
      if (events.length > 0 && !(await caller.stream(place, id, events, events.length)))
        problems.push(`untold: the stream of chat ${id} has other events`)
    const faults = await caller.control('GET', `/workspaces/${place.id}/faults`)
    for (const [name, applied] of memory.faults) {
      const [workspace, id] = name.split(' ')
      if (workspace !== place.id) continue
      const fault = faults?.data.find((one: { id: string }) => one.id === id)
      if (!fault) problems.push(`lost: fault ${id} of ${place.id}`)
      else if (fault.applied < applied)
        problems.push(`untold: fault ${id} had applied ${applied} times, and has ${fault.applied}`)
    }
    const clock = await caller.control('GET', `/workspaces/${place.id}/clock`)
    // Headers tell whole seconds.
    if (Date.parse(clock?.now) + 1_000 < before)
      problems.push(
        `untold: the clock of ${place.id} had been ${new Date(before).toISOString()}, and is ${clock?.now}`,
      )
  }
  for (const [title, times] of seen)
    if (times > 1 && memory.sent.has(title)) problems.push(`twice: ${title} is there ${times} times`)
  for (const [id, workspace] of memory.snapshots)
    if (!(await caller.control('GET', `/workspaces/${workspace}/snapshots/${id}`)))
      problems.push(`lost: snapshot ${id} of ${workspace}`)
  const list = await caller.control('GET', '/workspaces')
  const ids = new Set(list?.data.map(({ id }: { id: string }) => id))
  for (const id of memory.workspaces) if (!ids.has(id)) problems.push(`lost: workspace ${id}`)
  for (const id of memory.deleted) if (ids.has(id)) problems.push(`untold: workspace ${id} was deleted`)
  return problems
}

function of<Item extends { readonly place: Place }>(
  items: Map<string, Item>,
  place: Place,
): [string, Item][] {
  return [...items].filter(([, item]) => item.place === place)
}

/** All items of a list. The world goes on while its pages are read, so one may be on two of them. */
// biome-ignore lint/suspicious/noExplicitAny: the items of any list.
async function every(caller: Caller, place: Place, path: string): Promise<any[]> {
  const all = new Map()
  for (let offset = 0; ; offset += 100) {
    const page = await caller.service(place, 'GET', `${path}?limit=100&offset=${offset}`)
    for (const item of page?.data ?? []) all.set(item.id, item)
    if ((page?.data.length ?? 0) < 100) return [...all.values()]
  }
}
