// The dialogs that make a task and change one.
import { actor, service } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'
import { SchemaForm, useDraft } from '../../kit/schema-form.tsx'
import { Ago } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { useService } from '../../state/reads.ts'
import { CallDialog } from './call-dialog.tsx'
import { columnName, columns } from './task-columns.tsx'

const options = {
  title: { isWide: true, hint: '' },
  description: { rows: 4 },
  status: { label: 'Column', options: columns.map(one => [one, columnName(one)] as const) },
  due_date: { label: 'Due' },
  max_runs_per_hour: { label: 'Runs an hour at most', placeholder: 'no limit' },
  budget_euros: { label: 'Budget in euros', placeholder: 'no limit' },
  tags: { placeholder: 'finance, urgent' },
  requires_approval: { label: 'Needs an approval before it is done' },
}

export function NewTask({ board, by }: { board: string | undefined; by: string }) {
  const draft = useDraft<Schemas['TaskCreate']>({
    title: '',
    priority: 'none',
    status: 'backlog',
    ...(board ? { board_id: board } : {}),
  })
  return (
    <CallDialog
      title="New task"
      verb="Create"
      call={service('createTask', { body: draft.value }, by)}
      said={({ reference }) => `Created ${reference}`}
      link={({ id }) => ({ href: href(['tasks', id]), text: 'Open' })}
      beside={<span class="muted small">as {by}, who owns it then</span>}
    >
      <SchemaForm
        api="service"
        name="TaskCreate"
        {...draft}
        first={['title', 'description', 'priority', 'status']}
        options={options}
      />
    </CallDialog>
  )
}

export function EditTask({ id }: { id: string }) {
  const task = useService('getTask', { path: { task_id: id } }).data
  return task ? <TaskChanges task={task} /> : null
}

function TaskChanges({ task }: { task: Schemas['Task'] }) {
  const { value: changes, onChange } = useDraft({})
  // Only what was changed is sent.
  const body = Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(task[name as keyof Schemas['Task']]),
    ),
  )
  return (
    <CallDialog
      title={`Edit ${task.reference}`}
      verb="Save"
      call={service('updateTask', { path: { task_id: task.id }, body })}
      isReady={Object.keys(body).length > 0}
      said={`Changed ${task.reference}`}
      beside={
        <span class="muted small">
          as {actor()}; last changed <Ago at={task.updated_at} />
        </span>
      }
    >
      <SchemaForm
        api="service"
        name="TaskUpdate"
        value={{ ...task, ...changes }}
        onChange={onChange}
        first={[
          'title',
          'description',
          'priority',
          'due_date',
          'max_runs_per_hour',
          'budget_euros',
          'tags',
          'requires_approval',
        ]}
        options={options}
      />
    </CallDialog>
  )
}
