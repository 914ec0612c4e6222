// The number that a task gets on its board, and the reference that people write (section 2.1).
import { decisions } from '../profile/decisions.ts'
import type { Tables } from '../world/tables.ts'
import type { BoardRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'

export interface TaskNumber {
  readonly boardId: string
  readonly number: number
  readonly reference: string
}

/**
 * The next number for a task of that board. A task without a board, or with one that only its client knows, counts on
 * the first board. Gap `task-number-scope`: the numbers of a tenant may also be one series over all its boards.
 */
export function takeNumber(workspace: Workspace, boardId: string | null): TaskNumber {
  const { boards } = workspace.tables
  const board = (boardId === null ? undefined : boards.get(boardId)) ?? firstBoard(workspace)
  const number = lastNumber(workspace, board) + 1
  boards.replace(board.id, { lastNumber: number })
  return { boardId: boardId ?? board.id, number, reference: referenceOn(board, number) }
}

/** The place of a task that moves to another board: a new number, unless numbers count through the whole tenant. */
export function renumber(workspace: Workspace, boardId: string, number: number): TaskNumber {
  if (decisions.numbersTasksPerBoard(workspace.profile)) return takeNumber(workspace, boardId)
  const board = workspace.tables.boards.get(boardId) ?? firstBoard(workspace)
  return { boardId, number, reference: referenceOn(board, number) }
}

/** The boards from the tenant's first one on. */
export function boardsInOrder({ tables }: Workspace): BoardRow[] {
  return tables.boards.range('oldest', null)
}

/** The id of the first board, as long as no board comes or goes. Each new task changes a board, but not their order. */
const firstBoards = new WeakMap<Tables['boards'], { id: string }>()

/** A workspace without any board gets one with its first task. */
function firstBoard(workspace: Workspace): BoardRow {
  const { boards } = workspace.tables
  const first = firstBoards.get(boards) ?? followFirst(boards)
  const known = boards.get(first.id)
  if (known) return known
  const [found = newBoard(workspace)] = boards.range('oldest', null, { limit: 1 })
  first.id = found.id
  return found
}

function followFirst(boards: Tables['boards']): { id: string } {
  const first = { id: '' }
  firstBoards.set(boards, first)
  boards.watch((before, after) => {
    if (before?.createdAt !== after?.createdAt) first.id = ''
  })
  return first
}

function newBoard(workspace: Workspace): BoardRow {
  return workspace.tables.boards.insert({
    id: workspace.ids.named('brd', 'tasks'),
    handle: 'tasks',
    name: 'Tasks',
    prefix: 'TASK',
    lastNumber: 0,
    createdAt: workspace.now(),
  })
}

function lastNumber(workspace: Workspace, board: BoardRow): number {
  if (decisions.numbersTasksPerBoard(workspace.profile)) return board.lastNumber
  return Math.max(...workspace.tables.boards.all().map(each => each.lastNumber))
}

function referenceOn(board: BoardRow, number: number): string {
  return `${board.prefix}-${number}`
}
