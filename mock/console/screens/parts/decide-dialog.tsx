import { useState } from 'preact/hooks'
import type { ControlComponents } from '../../calls/types.ts'
import { Button, Dialog, Field, Select } from '../../kit/parts.tsx'
import { decide, usePeople } from './decision.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

const verbs = { approved: 'Approve', rejected: 'Reject', objected: 'Object' } as const

export function DecideDialog({
  approval,
  first,
  onClose,
}: {
  approval: Approval
  first: Outcome
  onClose: () => void
}) {
  const [outcome, setOutcome] = useState<Outcome>(first)
  const [by, setBy] = useState('')
  const [comment, setComment] = useState('')
  const outcomes: Outcome[] =
    approval.kind === 'workflow_gate' ? ['approved', 'rejected', 'objected'] : ['approved', 'rejected']
  const people = usePeople(approval)
  return (
    <Dialog
      title={approval.title}
      onClose={onClose}
      onSubmit={() => {
        onClose()
        void decide(approval, outcome, by, comment)
      }}
      footer={
        <>
          <Button type="submit" kind="primary">
            {verbs[outcome]}
          </Button>
          <span class="muted small">No key can do this; a person does it in the app.</span>
        </>
      }
    >
      {approval.description ? <p class="soft">{approval.description}</p> : null}
      <div class="segments" role="group" aria-label="Decision">
        {outcomes.map(one => (
          <button type="button" key={one} aria-pressed={one === outcome} onClick={() => setOutcome(one)}>
            {verbs[one]}
          </button>
        ))}
      </div>
      <Field label="Who decides">
        <Select
          value={by}
          onChange={setBy}
          options={[
            ['', 'The first person who may'],
            ['manager', 'A manager'],
            ['admin', 'An admin'],
            ...people.may.map(({ id, name, role }) => [id, `${name} (${role})`] as const),
          ]}
        />
      </Field>
      <Field label="Comment">
        <textarea
          class="textarea"
          rows={2}
          value={comment}
          onInput={event => setComment(event.currentTarget.value)}
        />
      </Field>
    </Dialog>
  )
}
