// Approve, reject, object: what a person does in the app, and no key can.
import { useState } from 'preact/hooks'
import type { ControlComponents } from '../../calls/types.ts'
import { later } from '../../kit/later.tsx'
import { Button } from '../../kit/parts.tsx'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

const DecideDialog = later(() => import('./decide-dialog.tsx').then(it => it.DecideDialog))

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
