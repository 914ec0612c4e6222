// The dialog that changes a task.
import { useState } from 'preact/hooks'
import type { components } from '#openapi'
import { service } from '../../calls/call.ts'
import { Button, Dialog, Field, Problem } from '../../kit/parts.tsx'
import { Ago } from '../../kit/values.tsx'
import { actor, attempt } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { PriorityField, TaskTexts } from './task-fields.tsx'

type Task = components['schemas']['Task']

export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const [title, setTitle] = useState(task.title)
  const [description, setDescription] = useState(task.description ?? '')
  const [priority, setPriority] = useState(task.priority)
  const [tags, setTags] = useState(task.tags.join(', '))
  const [due, setDue] = useState(task.due_date?.slice(0, 10) ?? '')
  const [limit, setLimit] = useState(task.max_runs_per_hour === null ? '' : String(task.max_runs_per_hour))
  const [budget, setBudget] = useState(task.budget_euros === null ? '' : String(task.budget_euros))
  const [approval, setApproval] = useState(task.requires_approval)
  const [error, setError] = useState<Error>()
  const wanted = {
    title,
    description,
    priority,
    tags: tags
      .split(',')
      .map(tag => tag.trim())
      .filter(Boolean),
    due_date: due ? (task.due_date?.startsWith(due) ? task.due_date : `${due}T17:00:00.000Z`) : null,
    max_runs_per_hour: limit === '' ? null : Number(limit),
    budget_euros: budget === '' ? null : Number(budget),
    requires_approval: approval,
  }
  // Only what was changed is sent.
  const body = Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) =>
        JSON.stringify(value) !==
        JSON.stringify(task[name as keyof Task] ?? (name === 'description' ? '' : null)),
    ),
  )
  const save = async () => {
    try {
      await attempt(
        service('updateTask', { path: { task_id: task.id }, body }, `${workspaceId.value}/${actor()}`),
        { said: `Changed ${task.reference}` },
      )
      onClose()
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title={`Edit ${task.reference}`}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button type="submit" kind="primary" disabled={Object.keys(body).length === 0}>
            Save
          </Button>
          <span class="muted small">as {actor()}</span>
        </>
      }
    >
      <TaskTexts {...{ title, setTitle, description, setDescription }} />
      <div class="fields">
        <PriorityField {...{ priority, setPriority }} />
        <Field label="Due">
          <input class="input" type="date" value={due} onInput={event => setDue(event.currentTarget.value)} />
        </Field>
        <Field label="Runs an hour at most">
          <input
            class="input"
            type="number"
            min="0"
            value={limit}
            onInput={event => setLimit(event.currentTarget.value)}
            placeholder="no limit"
          />
        </Field>
        <Field label="Budget in euros">
          <input
            class="input"
            type="number"
            min="0"
            step="0.01"
            value={budget}
            onInput={event => setBudget(event.currentTarget.value)}
            placeholder="no limit"
          />
        </Field>
        <Field label="Tags">
          <input
            class="input"
            value={tags}
            onInput={event => setTags(event.currentTarget.value)}
            placeholder="finance, urgent"
          />
        </Field>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={approval}
          onChange={event => setApproval(event.currentTarget.checked)}
        />{' '}
        Needs an approval before it is done
      </label>
      {error ? <Problem error={error} /> : null}
      <p class="muted small">
        Last changed <Ago at={task.updated_at} />.
      </p>
    </Dialog>
  )
}
