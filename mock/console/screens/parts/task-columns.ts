// The columns of the board, which are the statuses of tasks, and the move from one to another.
import type { Schemas } from '../../calls/types.ts'
import { words } from '../../generated/words.gen.ts'
import { inWords } from '../../kit/values.tsx'
import { actService } from '../../state/acts.ts'

type Task = Schemas['Task']

export const columns = words.TaskStatus

export function columnName(status: string): string {
  return status === 'todo' ? 'To do' : inWords(status)
}

export function move(task: Task, status: Task['status'], by: string, position?: number) {
  return actService(
    'setTaskStatus',
    { path: { task_id: task.id }, body: { status, ...(position === undefined ? {} : { position }) } },
    { said: `Moved ${task.reference} to ${columnName(status)}`, as: by },
  )
}
