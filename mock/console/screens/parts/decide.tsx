// Approve, reject, object: what a person does in the app, and no key can.
import { useState } from 'preact/hooks'
import type { ControlComponents } from '../../calls/types.ts'
import { Button, Dialog, Field, Select } from '../../kit/parts.tsx'
import { actControl } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

const verbs = { approved: 'Approve', rejected: 'Reject', objected: 'Object' } as const

export function decide(approval: Approval, outcome: Outcome, by?: string, comment?: string) {
  return actControl(
    'decideApproval',
    {
      path: { workspace_id: workspaceId.value!, approval_id: approval.id },
      body: { outcome, ...(by ? { by } : {}), ...(comment ? { comment } : {}) },
    },
    {
      said: `${outcome === 'approved' ? 'Approved' : outcome === 'rejected' ? 'Rejected' : 'Objected to'} ${approval.title}`,
    },
  )
}

export function DecideButtons({ approval, small = false }: { approval: Approval; small?: boolean }) {
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <span class="row">
      <Button small={small} kind={small ? '' : 'primary'} icon="check" onClick={() => setOutcome('approved')}>
        Approve
      </Button>
      {small ? null : (
        <>
          <Button onClick={() => setOutcome('rejected')}>Reject</Button>
          {approval.kind === 'workflow_gate' ? (
            <Button onClick={() => setOutcome('objected')}>Object</Button>
          ) : null}
        </>
      )}
      {outcome ? (
        <DecideDialog approval={approval} first={outcome} onClose={() => setOutcome(undefined)} />
      ) : null}
    </span>
  )
}

function DecideDialog({
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

/** Who may decide, and who may not. */
export function usePeople({ approver_ids }: Approval) {
  const read = useControl('listPeople', { path: { workspace_id: workspaceId.value! } }, ['people'])
  const all = read.data?.data ?? []
  const isNamed = (id: string) => approver_ids.includes(id)
  return {
    may: all.filter(({ id, role }) => role === 'admin' || isNamed(id)),
    mayNot: all.filter(({ id, role }) => role !== 'admin' && !isNamed(id)),
    isNamed,
  }
}
