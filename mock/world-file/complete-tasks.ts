import type { Path, Report } from './problem.ts'
import { meant } from './shape.ts'
import type { FilledWorld, History, Task, World } from './world.ts'

type Source = FilledWorld['tasks'][number]

interface Around extends Pick<World, 'people' | 'agents' | 'boards'> {
  readonly first: string
  readonly history: History | null
}

/** Fills in the defaults of tasks, and reports mistakes. */
export function completeTasks(tasks: readonly Source[], around: Around, report: Report): Task[] {
  const { people, agents, boards, first, history } = around
  const titles = new Set<string>()
  const board0 = Object.keys(boards)[0] ?? ''
  return tasks.flatMap((task, index): Task[] => {
    if (task === null) return []
    const at: Path = ['tasks', index]
    const { status, board = board0, owner = first, approvers, runs } = task
    checkAssignee(task.assignee, owner, { people, agents }, [...at, 'assignee'], report)
    if (task.parent !== undefined && !titles.has(`${board}\n${task.parent}`)) {
      const earlier = [...titles]
        .filter(title => title.startsWith(`${board}\n`))
        .map(title => title.slice(board.length + 1))
      report(
        [...at, 'parent'],
        `there is no earlier task '${task.parent}' on the board ${board}${meant(task.parent, earlier)}`,
      )
    }
    titles.add(`${board}\n${task.title}`)
    checkRuns(task, runs, { agents, history }, at, report)
    if (status === 'done' && approvers.length > 0 && history === null)
      report(
        [...at, 'status'],
        'a task that needs an approval is not done before somebody approves it; say in_review, or leave approvers out',
      )
    return [{ ...task, board, owner }]
  })
}

function checkAssignee(
  assignee: string | undefined,
  owner: string,
  { people, agents }: Pick<World, 'people' | 'agents'>,
  at: Path,
  report: Report,
): void {
  if (assignee === undefined) return
  if (people[assignee] && agents[assignee])
    report(at, `${assignee} is a person and an agent; rename one of them`)
  const agent = agents[assignee]
  if (agent?.visibility === 'private' && agent.owner !== owner && people[owner]?.role !== 'admin')
    report(
      at,
      `${assignee} is private to ${agent.owner}, and the task belongs to ${owner}, who does not see it`,
    )
}

function checkRuns(
  task: Source,
  runs: Source['runs'],
  { agents, history }: Pick<Around, 'agents' | 'history'>,
  at: Path,
  report: Report,
): void {
  if (runs.length === 0) {
    if (task.result !== undefined)
      report([...at, 'result'], 'a task without runs has no result; say runs: [completed]')
    return
  }
  if (history === null) report([...at, 'runs'], 'runs of the past need a history; say history: { days: 30 }')
  if (task.assignee === undefined || !agents[task.assignee])
    report([...at, 'runs'], 'only a task whose assignee is an agent has runs')
  const open = runs.findIndex(run => run === 'running' || run === 'paused')
  if (open >= 0 && open < runs.length - 1)
    report([...at, 'runs', open], `only the last run can be ${runs[open]}`)
}
