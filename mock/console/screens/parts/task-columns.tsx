// The columns of the board, which are the statuses of tasks, and the move from one to another.
import { service } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'
import { words } from '../../generated/words.gen.ts'
import { Item } from '../../kit/menu.tsx'
import { inWords } from '../../kit/values.tsx'
import { act } from '../../state/acts.ts'

type Task = Schemas['Task']

export const columns = words.TaskStatus

export function columnName(status: string): string {
  return status === 'todo' ? 'To do' : inWords(status)
}

export function move(task: Task, status: Task['status'], by: string, position?: number) {
  const call = service('setTaskStatus', { path: { task_id: task.id }, body: { status, position } }, by)
  return act(call, `Moved ${task.reference} to ${columnName(status)}`)
}

/** The columns that a task can be moved to, as items of a menu. */
export function MoveItems({ task, by }: { task: Task; by: string }) {
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
