import { decisions } from '../../profile/decisions.ts'
import { boardsInOrder } from '../../work/task-numbers.ts'
import { Refusal } from '../../world/refusal.ts'
import type { TaskRow } from '../../world/tasks.ts'
import type { Context } from '../handler.ts'
import { seesTask } from '../visibility.ts'

/** The task that a reference such as `OPS-12`, in any letter case, or a bare number means (section 2.1). */
export function requireByNumber(context: Context, ref: string): TaskRow {
  const found = /^\d+$/.test(ref) ? byBareNumber(context, Number(ref)) : byReference(context, ref)
  if (found) return found
  const message = `No task has the number ${ref}. Write it as on its board, such as OPS-12, or 12.`
  throw new Refusal('task_not_found', message, { param: 'ref' })
}

function byReference(context: Context, ref: string): TaskRow | undefined {
  const [, prefix = '', number = ''] = /^(.+)-(\d+)$/.exec(ref) ?? []
  const board = boardsInOrder(context.workspace).find(
    each => each.prefix.toLowerCase() === prefix.toLowerCase(),
  )
  return board && bucket(context, `${board.prefix}-${Number(number)}`)[0]
}

/** Several boards may have the number; gap `bare-number-scope`. */
function byBareNumber(context: Context, number: number): TaskRow | undefined {
  const tasks = bucket(context, `#${number}`)
  if (tasks.length > 1 && decisions.refusesAmbiguousNumber(context.workspace.profile)) {
    const references = tasks.map(task => task.reference)
    const message = `${number} is the number of ${references.join(', ')}. Write the prefix as well.`
    const because = { state: `${tasks.length} boards have a task ${number}`, accepted: references }
    throw new Refusal('reference_ambiguous', message, { param: 'ref', because })
  }
  const inOrder = boardsInOrder(context.workspace).map(board => `${board.prefix}-${number}`)
  return tasks.toSorted((a, b) => inOrder.indexOf(a.reference) - inOrder.indexOf(b.reference))[0]
}

function bucket(context: Context, name: string): TaskRow[] {
  return context.tables.tasks.range('byReference', name).filter(task => seesTask(context, task))
}
