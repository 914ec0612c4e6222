// The dialog that starts a workflow.

import { useState } from 'preact/hooks'
import { actor, service } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'
import { Check, TextField } from '../../kit/fields.tsx'
import { go, href } from '../../routes.ts'
import { CallDialog } from './call-dialog.tsx'
import { KeySelect } from './key-select.tsx'

export function StartWorkflow({
  workflow: { id, name },
  onClose,
}: {
  workflow: Schemas['Workflow']
  onClose: () => void
}) {
  const [task, setTask] = useState('Supplier: Petit Frères.')
  const [group, setGroup] = useState('')
  const [test, setTest] = useState(false)
  const [key, setKey] = useState(actor())
  const query = { ...(test ? { test } : {}), ...(group ? { group_id: group } : {}) }
  const wanted = { path: { workflow_id: id }, query, body: { task } }
  return (
    <CallDialog
      title={`Start ${name}`}
      verb="Start"
      call={service('startWorkflowRun', wanted, key)}
      said={`${name} has started`}
      onDone={({ run_id }) => go(href(['workflows', id, 'runs', run_id]))}
      onClose={onClose}
      beside={<KeySelect value={key} onChange={setKey} verb="Start" scope="workflows:run" />}
    >
      <TextField label="Task" rows={2} value={task} onChange={setTask} />
      <TextField label="Group (optional)" value={group} onChange={setGroup} />
      <Check label="A test run" value={test} onChange={setTest} />
    </CallDialog>
  )
}
