// What is decided in the app, and by whom.
import type { ControlComponents } from '../../calls/types.ts'
import { actControl } from '../../state/acts.ts'
import { workspaceId } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

type Approval = ControlComponents['schemas']['Approval']
type Outcome = ControlComponents['schemas']['Outcome']

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
