/** Approvals: who lists and reads them, and requests that decide one or add to the wallet, which no key may. */
import type { Tenants } from '../deployment.ts'
import { waitsOnTasks } from './act-on-runs.ts'
import {
  also,
  changes,
  handles,
  type Loose,
  type MutantTable,
  onlyRows,
  rows,
  shows,
  together,
  tried,
  without,
} from './mutant.ts'

import { asAdmin, emptied, noList, renamed, takes } from './service.ts'

/** Such a request that changes an approval, where its path names one. */
const changesApproval =
  (asked: string, path: RegExp, change: (body: Loose, now: number) => Loose) =>
  ({ home }: Pick<Tenants, 'home'>) => {
    const { approvals } = home.tables
    const idIn = (url: string) => path.exec(url)?.[1] ?? ''
    return takes(
      ({ method, url }) => method === asked && approvals.get(idIn(url)),
      (body, url) => approvals.replace(idIn(url), change(body, home.now())),
    )
  }
const decides = (method: string, path: RegExp, status = 'approved') =>
  changesApproval(method, path, (_, decidedAt) => ({ status, decidedAt }))

const isToWallet = (asked: string) => (request: { method: string; url: string }) =>
  request.method === asked && request.url === '/wallet'

export const approvalMutants: MutantTable = {
  'APPR-01 what a run waits for is not listed': onlyRows('listPendingApprovals', row => row.kind !== 'run'),
  'APPR-01 pending approvals are no list': noList('listPendingApprovals'),
  'APPR-01 a decided approval is read as pending': shows('getApproval', { status: 'pending' }),
  'APPR-02 decided approvals are listed among the pending ones': changes(
    'listPendingApprovals',
    ({ data }, { context }) => {
      const decided = context.tables.approvals.all().filter((row: Loose) => row.status !== 'pending')
      const shown = decided.map(({ id, status }: Loose) => ({ ...data[0], id, status }))
      return { data: [...data, ...shown] }
    },
  ),
  'APPR-02 the approval of a run that was stopped stays listed as withdrawn': () => {
    const withdrawn: Loose[] = []
    return together(
      handles('stopRun', (request, context, handler) => {
        const { approvals, runs } = context.tables
        const { id, title } = approvals.get(runs.get(request.path.run_id)?.progress?.approvalId) ?? {}
        const answer = handler(request, context)
        if (id) withdrawn.push({ id, title, state: 'withdrawn' })
        return answer
      }),
      rows('listPendingApprovals', data => [...data, ...withdrawn]),
    )
  },
  'APPR-04 an approval is read as another': renamed('getApproval', 'appr_000000000000000'),
  'APPR-04 an approval is decided by reading it': also('getApproval', ({ path }, { tables }) =>
    tables.approvals.replace(path.approval_id, { status: 'approved' }),
  ),
  'APPR-06 gates are not listed': emptied('listPendingWorkflowApprovals'),
  'APPR-07 gates that others decide are listed': asAdmin('listPendingWorkflowApprovals'),
  'APPR-07 gates that others decide are listed and show the run alone': world =>
    together(
      asAdmin('listPendingWorkflowApprovals')(world),
      rows('listPendingWorkflowApprovals', data => data.map(row => without(row, 'workflow_id'))),
    ),
  'APPR-07 gates are listed to who cannot read them': tried(
    { scenarios: ['approvals/who-sees'] },
    asAdmin('listPendingWorkflowApprovals'),
  ),
  'APPR-07 a gate that has been decided is listed': rows('listPendingWorkflowApprovals', data => [
    ...data,
    ...data.slice(-1).map(row => ({ ...row, id: 'appr_past', status: 'approved' })),
  ]),
  'APPR-10 a key renames an approval': changesApproval('PATCH', /^\/approvals\/([^/]+)$/, ({ title }) => ({
    title,
  })),
  'WALLET-19 POST to the wallet adds what its body names': () => {
    let added = 0
    return together(
      takes(isToWallet('POST'), ({ amount_euros }) => (added += amount_euros)),
      shows('getWallet', ({ balance_euros }) => ({ balance_euros: balance_euros + added })),
    )
  },
  'WALLET-19 PUT to the wallet sets the balance': () => {
    let given: number | undefined
    return together(
      takes(isToWallet('PUT'), ({ balance_euros }) => (given = balance_euros)),
      shows('getWallet', ({ balance_euros }) => ({ balance_euros: given ?? balance_euros })),
    )
  },
  'APPR-08 a path approves with a key': decides('POST', /^\/approvals\/([^/]+)\/(?:approve|decide|decision)/),
  'APPR-08 a path approves with a key what the run of a task waits for': (() => {
    let approve: ReturnType<ReturnType<typeof decides>> | undefined
    return together(waitsOnTasks, {
      prepare({ workspace: home }) {
        approve = decides('POST', /^\/approvals\/([^/]+)\/approve/)({ home })
      },
      arrive: (request, response) => approve?.arrive(request, response),
    })
  })(),
  'APPR-08 a path for all approvals approves one with a key': ({ home }) =>
    takes(
      ({ method, url }) => method === 'POST' && /^\/approvals\/(decide|decision)$/.test(url),
      ({ approval_id: id }) => {
        const { approvals } = home.tables
        if (approvals.get(id)) approvals.replace(id, { status: 'approved', decidedAt: home.now() })
      },
    ),
  'APPR-08 reading an approval with a decision in the query decides it': ({ home }) => ({
    arrive({ url = '' }) {
      const [, id = ''] = /^\/approvals\/([^/?]+)\?.*decision=/.exec(url) ?? []
      if (home.tables.approvals.get(id)) home.tables.approvals.replace(id, { status: 'approved' })
      return undefined
    },
  }),
  'APPR-08 a path rejects with a key': decides('POST', /^\/approvals\/([^/]+)\/reject/, 'rejected'),
  'APPR-08 a path rejects a gate with a key': decides(
    'POST',
    /^\/workflows\/approvals\/([^/]+)\/reject/,
    'rejected',
  ),
  'APPR-08 PATCH on an approval decides it': decides('PATCH', /^\/approvals\/([^/?]+)$/),
}
