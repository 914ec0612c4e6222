import type { Schemas } from '../../calls/types.ts'
import { Item } from '../../kit/menu.tsx'
import { columnName, columns, move } from './task-columns.ts'

/** The columns that a task can be moved to, as items of a menu. */
export function MoveItems({ task, by }: { task: Schemas['Task']; by: string }) {
  return (
    <>
      {columns
        .filter(status => status !== task.status)
        .map(status => (
          <Item key={status} onClick={() => move(task, status, by)}>
            {columnName(status)}
          </Item>
        ))}
    </>
  )
}
