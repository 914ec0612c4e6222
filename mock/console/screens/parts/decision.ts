// The decision of an approval, which no key can make: people make it in the app.

import { control } from '../../calls/call.ts'
import type { ControlComponents } from '../../calls/types.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

export const verbs = {
  approved: 'Approve',
  rejected: 'Reject',
  objected: 'Object',
} as const satisfies Record<Outcome, string>

/** Only a gate of a workflow can be objected to: the gate counts as rejected, and the run goes on. */
export function outcomesFor({ kind }: Approval): readonly Outcome[] {
  return (Object.keys(verbs) as Outcome[]).filter(
    outcome => outcome !== 'objected' || kind === 'workflow_gate',
  )
}

export function decision(approval: Approval, body: ControlComponents['schemas']['NewDecision']) {
  const done = { approved: 'Approved', rejected: 'Rejected', objected: 'Objected to' }[body.outcome]
  return {
    call: control('decideApproval', { path: { approval_id: approval.id }, body }),
    said: `${done} ${approval.title}`,
  }
}
