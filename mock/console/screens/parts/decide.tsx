// Approve, reject, object: what a person does in the app, and no key can.
import { useState } from 'preact/hooks'
import type { ControlComponents } from '../../calls/types.ts'
import { later } from '../../kit/later.tsx'
import { Button } from '../../kit/parts.tsx'
import { actControl } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

const DecideDialog = later(() => import('./decide-dialog.tsx').then(it => it.DecideDialog))

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
