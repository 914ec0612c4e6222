import { gaps } from '#openapi'
import type { AreaCoverage, Coverage } from '../../coverage/coverage.ts'
import { mergeCoverage } from '../../coverage/merge-coverage.ts'
import { defaultProfile } from '../../profile/profile.ts'
import { readAudience } from '../audience.ts'
import { findResource } from '../find.ts'
import type { ControlHandlers } from '../handler.ts'
import { explainExchange, lintReport, readCoverage, readHistory } from '../insight.ts'
import { addressOf } from './journal.ts'

export const insight = {
  explainExchange({ path, header }, { workspaces }) {
    workspaces.requireOwnShard(path.exchange_id, 'The exchange')
    return {
      status: 200,
      body: explainExchange(workspaces.registry, path.exchange_id, addressOf(header.Host)),
    }
  },
  readHistory({ path, header }, { workspaces, hosted }) {
    return {
      status: 200,
      body: readHistory(workspaces.registry, hosted, path.resource_id, addressOf(header.Host)),
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
  async readTotalCoverage({ query: { shards, ...query } }, { workspaces, peers }) {
    const own = readCoverage(workspaces.registry, query)
    if (peers.isEmpty || shards === 'own') return { status: 200, body: own }
    const { answers, unreachable } = await peers.gather('/_mock/coverage?shards=own', coverageOfShard)
    return { status: 200, body: { ...mergeCoverage(own, answers), unreachable } }
  },
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

/** The coverage of a shard, as far as it has the form of one. */
function coverageOfShard(answer: unknown): Coverage | undefined {
  const { exchanges, areas } = (answer ?? {}) as Partial<Coverage>
  const isArea = (area: Partial<AreaCoverage> | null) =>
    typeof area?.area === 'string' &&
    Array.isArray(area.exercised) &&
    area.exercised.every(one => typeof one?.name === 'string' && Number.isInteger(one.times))
  if (!Number.isInteger(exchanges) || !Array.isArray(areas) || !areas.every(isArea)) return undefined
  return answer as Coverage
}
