// Approve, reject, object: what a person does in the app, and no key can.
import type { Schemas } from '../../calls/types.ts'
import { Button } from '../../kit/button.tsx'
import { lazy } from '../../kit/lazy.tsx'
import { Panel } from '../../kit/page.tsx'
import { showDialog } from '../../state/open-dialogs.ts'
import { useService } from '../../state/reads.ts'
import { outcomesFor, verbs } from './decision.ts'

type Approval = Schemas['Approval']

const DecideDialog = lazy(() => import('./decide-dialog.tsx').then(it => it.DecideDialog))

/** Small ones only approve, as there is no room for more. */
export function DecideButtons({ approval, small = false }: { approval: Approval; small?: boolean }) {
  return (
    <span class="row">
      {outcomesFor(approval)
        .filter(one => one === 'approved' || !small)
        .map(one => (
          <Button
            key={one}
            small={small}
            {...(one === 'approved' ? ({ icon: 'check' } as const) : {})}
            onClick={() => showDialog(() => <DecideDialog approval={approval} first={one} />)}
          >
            {verbs[one]}
          </Button>
        ))}
    </span>
  )
}

interface PendingApprovalProps {
  id: string | null | undefined
  says: (approval: Approval) => readonly [title: string, text: string | null]
}

/** What waits for an approval, with the buttons that decide it; nothing once it is decided. */
export function PendingApproval({ id, says }: PendingApprovalProps) {
  const approval = useService('getApproval', id ? { path: { approval_id: id } } : null).data
  if (approval?.status !== 'pending') return null
  const [title, text] = says(approval)
  return (
    <Panel title={title} class="attention">
      <div class="row between wrap">
        <p>{text}</p>
        <DecideButtons approval={approval} />
      </div>
    </Panel>
  )
}
