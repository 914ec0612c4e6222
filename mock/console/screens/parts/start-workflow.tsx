// The dialog that starts a workflow.
import { useState } from 'preact/hooks'
import type { components } from '#openapi'
import { service } from '../../calls/call.ts'
import { Button, Dialog, Field, Problem } from '../../kit/parts.tsx'
import { go, href } from '../../routes.ts'
import { actor, attempt } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { KeySelect } from './key-select.tsx'

type Workflow = components['schemas']['Workflow']

export function StartWorkflow({
  workflow,
  ws,
  onClose,
}: {
  workflow: Workflow
  ws: string
  onClose: () => void
}) {
  const [task, setTask] = useState('Supplier: Petit Frères.')
  const [group, setGroup] = useState('')
  const [test, setTest] = useState(false)
  const [key, setKey] = useState(actor())
  const [error, setError] = useState<Error>()
  const start = async () => {
    try {
      const query = { ...(test ? { test } : {}), ...(group ? { group_id: group } : {}) }
      const wanted = { path: { workflow_id: workflow.id }, query, body: { task } }
      const call = service('startWorkflowRun', wanted, `${workspaceId.value}/${key}`)
      const { run_id } = await attempt<{ run_id: string }>(call, { said: `${workflow.name} has started` })
      onClose()
      go(href([ws, 'workflows', workflow.id, 'runs', run_id]))
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title={`Start ${workflow.name}`}
      onClose={onClose}
      onSubmit={() => void start()}
      footer={
        <>
          <Button type="submit" kind="primary">
            Start
          </Button>
          <span class="muted">as</span>
          <span class="key-select">
            <KeySelect value={key} onChange={setKey} label="Start as" scope="workflows:run" />
          </span>
        </>
      }
    >
      <Field label="Task">
        <textarea
          class="textarea"
          rows={2}
          value={task}
          onInput={event => setTask(event.currentTarget.value)}
        />
      </Field>
      <Field label="Group (optional)">
        <input class="input" value={group} onInput={event => setGroup(event.currentTarget.value)} />
      </Field>
      <label class="check">
        <input type="checkbox" checked={test} onChange={event => setTest(event.currentTarget.checked)} /> A
        test run
      </label>
      {error ? <Problem error={error} /> : null}
    </Dialog>
  )
}
