// The decision of an approval, which no key can make: people make it in the app.

import { control } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'

export const verbs = {
  approved: 'Approve',
  rejected: 'Reject',
  objected: 'Object',
} as const satisfies Record<Schemas['Outcome'], string>

/** Only a gate of a workflow can be objected to: the gate counts as rejected, and the run goes on. */
export function outcomesFor({ kind }: Schemas['Approval']): readonly Schemas['Outcome'][] {
  return (Object.keys(verbs) as Schemas['Outcome'][]).filter(
    outcome => outcome !== 'objected' || kind === 'workflow_gate',
  )
}

export function decision(approval: Schemas['Approval'], body: Schemas['NewDecision']) {
  const done = { approved: 'Approved', rejected: 'Rejected', objected: 'Objected to' }[body.outcome]
  return {
    call: control('decideApproval', { path: { approval_id: approval.id }, body }),
    said: `${done} ${approval.title}`,
  }
}
