// Where tasks are kept. The first board takes tasks that name none.

import type { Workspace } from '../world/workspace.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import { DAY } from './calendar.ts'

const BOARDS = [
  { handle: 'board-ops', name: 'Operations', prefix: 'OPS', age: 200 * DAY },
  { handle: 'board-fin', name: 'Finance', prefix: 'FIN', age: 180 * DAY },
] as const

const PROJECTS = [
  { handle: 'project-year-end', name: 'Year-end closing' },
  { handle: 'project-suppliers', name: 'Supplier onboarding' },
] as const

export type BoardIds = ByHandle<(typeof BOARDS)[number]['handle']>
export type ProjectIds = ByHandle<(typeof PROJECTS)[number]['handle']>

export function seedBoards(workspace: Workspace): BoardIds {
  const { tables, ids } = workspace
  return byHandle(BOARDS, ({ name, prefix, age }) => {
    const createdAt = workspace.now() - age
    return tables.boards.insert({ id: ids.next('brd'), name, prefix, lastNumber: 0, createdAt }).id
  })
}

export function seedProjects({ tables, ids }: Workspace): ProjectIds {
  return byHandle(PROJECTS, ({ name }) => tables.projects.insert({ id: ids.next('proj'), name }).id)
}

export function boardIdsOf({ tables }: Workspace): BoardIds {
  const rows = tables.boards.all()
  return byHandle(
    BOARDS,
    ({ prefix }) =>
      found(
        rows.find(row => row.prefix === prefix),
        `the board ${prefix}`,
      ).id,
  )
}

export function projectIdsOf({ tables }: Workspace): ProjectIds {
  const rows = tables.projects.all()
  return byHandle(
    PROJECTS,
    ({ name }) =>
      found(
        rows.find(row => row.name === name),
        `the project ${name}`,
      ).id,
  )
}
