// Task numbers on boards, and the references that people write (section 2.1).

import { decisions } from '../profile/decisions.ts'
import { madeOncePer } from '../store/on-demand.ts'
import type { Tables } from '../world/tables.ts'
import type { BoardRow } from '../world/tasks.ts'
import type { Workspace } from '../world/workspace.ts'

/**
 * The next number for a task of that board. Tasks without a board, or with a board that does not exist here, are
 * numbered on the first board. Gap `task-number-scope`: a tenant may also number its tasks across all boards.
 */
export function takeNumber(workspace: Workspace, boardId: string | null) {
  const { boards } = workspace.tables
  const board = (boardId === null ? undefined : boards.get(boardId)) ?? firstBoard(workspace)
  const number = lastNumber(workspace, board) + 1
  boards.put({ ...board, lastNumber: number })
  return { boardId: boardId ?? board.id, number, reference: referenceOn(board, number) }
}

/** The number of a task that moves to another board: a new one, unless numbers run across all boards. */
export function renumber(workspace: Workspace, boardId: string, number: number) {
  if (decisions.numbersTasksPerBoard(workspace.profile)) return takeNumber(workspace, boardId)
  const board = workspace.tables.boards.get(boardId) ?? firstBoard(workspace)
  return { boardId, number, reference: referenceOn(board, number) }
}

/** The boards, the tenant's first one first. */
export function boardsInOrder({ tables }: Workspace): BoardRow[] {
  return tables.boards.range('oldest', null)
}

/**
 * The id of the first board, cached until a board is added or removed. Each new task writes to a board, but keeps their
 * order.
 */
const firstIn = madeOncePer((boards: Tables['boards']) => {
  const first = { id: '' }
  boards.watch((before, after) => {
    if (before?.createdAt !== after?.createdAt) first.id = ''
  })
  return first
})

/** The first board, created if the workspace has none. */
function firstBoard(workspace: Workspace): BoardRow {
  const { boards } = workspace.tables
  const first = firstIn(boards)
  const known = boards.get(first.id)
  if (known) return known
  const [found = newBoard(workspace)] = boards.range('oldest', null, { limit: 1 })
  first.id = found.id
  return found
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
