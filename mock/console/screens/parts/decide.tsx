// Approve, reject, object: what a person does in the app, and no key can.
import { useState } from 'preact/hooks'
import type { ControlComponents } from '../../calls/types.ts'
import { Button } from '../../kit/button.tsx'
import { lazy } from '../../kit/lazy.tsx'
import { outcomesFor, verbs } from './decision.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

const DecideDialog = lazy(() => import('./decide-dialog.tsx').then(it => it.DecideDialog))

/** Small ones only approve, as there is no room for more. */
export function DecideButtons({ approval, small = false }: { approval: Approval; small?: boolean }) {
  const [outcome, setOutcome] = useState<Outcome>()
  return (
    <span class="row">
      {outcomesFor(approval)
        .filter(one => one === 'approved' || !small)
        .map(one => (
          <Button
            key={one}
            small={small}
            {...(one === 'approved' ? ({ icon: 'check' } as const) : {})}
            onClick={() => setOutcome(one)}
          >
            {verbs[one]}
          </Button>
        ))}
      {outcome ? (
        <DecideDialog approval={approval} first={outcome} onClose={() => setOutcome(undefined)} />
      ) : null}
    </span>
  )
}
