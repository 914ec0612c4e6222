import { gaps } from '#openapi'
import { defaultProfile } from '../../profile/profile.ts'
import { readAudience } from '../audience.ts'
import { findResource } from '../find.ts'
import type { ControlHandlers } from '../handler.ts'
import { explainExchange, lintReport, readCoverage, readHistory } from '../insight.ts'
import { adprofileOf } from './journal.ts'

export const insight = {
  explainExchange({ path, header }, { workspaces }) {
    return {
      status: 200,
      body: explainExchange(workspaces.registry, path.exchange_id, adprofileOf(header.Host)),
    }
  },
  readHistory({ path, header }, { workspaces, hosted }) {
    return {
      status: 200,
      body: readHistory(workspaces.registry, hosted, path.resource_id, adprofileOf(header.Host)),
    }
  },
  readAudience: ({ path }, { hosted }) => ({ status: 200, body: readAudience(hosted, path.resource_id) }),
  findResource: ({ query }, { workspaces }) => ({
    status: 200,
    body: { data: findResource(workspaces, query.id) },
  }),
  listGaps: () => ({
    status: 200,
    body: {
      data: gaps.map(({ id, section, silence, answers, operations }) => ({
        id,
        section,
        silence,
        default: String(defaultProfile[id]),
        answers: answers.map(({ id, means }) => ({ id, means })),
        operations: [...operations],
      })),
    },
  }),
  lintClient({ query }, { hosted }) {
    return { status: 200, body: lintReport(hosted, query.fail_on.split(',')) }
  },
  readCoverage: ({ query }, { hosted }) => ({ status: 200, body: readCoverage(hosted, query) }),
  readTotalCoverage: ({ query }, { workspaces }) => ({
    status: 200,
    body: readCoverage(workspaces.registry, query),
  }),
} satisfies ControlHandlers<
  | 'readAudience'
  | 'findResource'
  | 'listGaps'
  | 'explainExchange'
  | 'readHistory'
  | 'lintClient'
  | 'readCoverage'
  | 'readTotalCoverage'
>
