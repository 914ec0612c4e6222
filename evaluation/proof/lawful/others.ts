/** What other people of the workspace do meanwhile. */
import { Refusal, type Workspace } from '#mock'
import { type OperationId, operationIds } from '#openapi'
import { also, by, handles, requests, together } from '../mutants/mutant.ts'
import { inWorkspace } from './differences.ts'
import { type Difference, dimensions, type Loose } from './dimension.ts'

/** Others of the workspace do the same as the caller, now and then; who is declared to do nothing does nothing. */
const others = (operations: readonly OperationId[], every: number): Difference => {
  let n = 0
  let busy: ReadonlySet<string> | undefined
  return handles(operations, (request, context, handler) => {
    n += 1
    busy ??= new Set(context.workspace.ledger.groupBy(['userId']).map((cell: Loose) => cell.key.userId))
    const people = context.tables.people
      .all()
      .filter((one: Loose) => one.id !== context.caller.person.id && busy?.has(one.id))
    const person = n % every === 0 ? people[n % people.length] : undefined
    if (person) {
      const another = async () => handler(request, by(person, context))
      // What the other person may not do is refused to that person.
      another().catch(problem => {
        if (!(problem instanceof Refusal)) throw problem
      })
    }
    return handler(request, context)
  })
}

/** Remembers the tasks that are made, where `isMeant`, and does something with them before each request. */
const onTasks = (
  isMeant: (body: Loose) => boolean,
  act: (made: Map<string, number>, workspace: Workspace) => void,
): Difference => {
  const made = new Map<string, number>()
  return together(
    also('createTask', ({ body }, { now }, answer) => {
      if (isMeant(body)) made.set(answer.body.id, now)
    }),
    inWorkspace(workspace => requests(operationIds, () => act(made, workspace()))),
  )
}

/** What somebody else does to new tasks some seconds after they were made, where `field` was not given. */
const tended = (seconds: number, field: string, change: (task: Loose) => object) =>
  onTasks(
    body => !(field in body),
    (made, workspace) => {
      const { tasks } = workspace.tables
      for (const [id, at] of made) {
        if (workspace.now() - at < 1000 * seconds) continue
        made.delete(id)
        const task = tasks.get(id)
        if (task) tasks.replace(id, change(task))
      }
    },
  )

/** What somebody else does to a task of another, once in so many requests. */
const meddled = (every: number, act: (task: Loose, tables: Loose) => void) => {
  let n = 0
  return onTasks(
    () => true,
    (made, { tables }) => {
      n += 1
      const id = n % every === 0 ? [...made.keys()][n % Math.max(1, made.size)] : undefined
      const task = id !== undefined && made.delete(id) && tables.tasks.get(id)
      if (task) act(task, tables)
    },
  )
}

export const othersAtWork = dimensions('state', {
  others: {
    what: 'other people of the workspace at work',
    lawful: '1: a workspace is shared',
    choices: {
      tasks: () => others(['createTask'], 3),
      runs: () => others(['startRun', 'createChatCompletion'], 2),
      often: () => others(['createTask', 'startRun', 'createChatCompletion', 'createAgentCompletion'], 1),
      triage: () => tended(5, 'tags', ({ tags }) => (tags.length > 0 ? {} : { tags: ['triage'] })),
      plans: () => tended(5, 'status', ({ status }) => (status === 'backlog' ? { status: 'todo' } : {})),
      renames: () =>
        meddled(300, ({ id, title }, { tasks }) => tasks.replace(id, { title: `${title} (new)` })),
      ranks: () =>
        tended(5, 'priority', ({ priority }) => ({ priority: priority === 'none' ? 'low' : priority })),
    },
  },
  removals: {
    what: 'other people who delete tasks that the suite has made',
    lawful: '4.3: whoever may write tasks may delete them',
    // Not among others: many checks still take it that what they have made is there a moment later.
    weight: 0,
    choices: { some: () => meddled(150, ({ id }, { tasks }) => tasks.delete(id)) },
  },
})
