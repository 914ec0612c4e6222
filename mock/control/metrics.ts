import { words } from '#openapi'
import { type ProcessFacts, platform } from '#platform'
import { CLASSES } from '../server/traffic.ts'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'
import { machineNow } from '../simulation/machine-time.ts'
import { ownVersion } from '../version.ts'
import { metric, type Sample } from './metric-text.ts'
import { snakeCase } from './snake-case.ts'
import type { Workspaces } from './workspace-store.ts'

/** The metrics of the server, its workspaces and the process. */
export function metricsOf(workspaces: Workspaces): string {
  const { registry } = workspaces
  workspaces.leases.removeExpired()
  const all = registry.all()
  // Due events have to happen before they are counted.
  for (const { workspace } of all) workspace.simulation.settle()
  const journals = [registry.journal, ...all.map(hosted => hosted.journal)]
  const { traffic, limits } = registry
  const facts = platform.processFacts()
  const shard = registry.shard === undefined ? {} : { shard: registry.shard }
  const info = { version: ownVersion(), ...shard, node: facts?.node ?? '' }
  const runsBy = (status: string) =>
    all.map(({ workspace }) => workspace.tables.runs.count('byStatus', status))
  const snapshots = all.map(({ workspace }) => workspaces.snapshots.of(workspace.id).length)
  return [
    gauge('agent_work_mock_info', 'The version of the mock; always 1.', [[info, 1]]),
    metric('agent_work_mock_requests_total', 'counter', 'Requests that were answered.', requests(registry)),
    metric(
      'agent_work_mock_request_duration_seconds',
      'histogram',
      'Real time from request to reply.',
      durations(registry),
    ),
    gauge('agent_work_mock_open_streams', 'Event streams that are open.', traffic.openStreams),
    gauge('agent_work_mock_workspaces', 'Workspaces there are.', all.length),
    gauge(
      'agent_work_mock_team_workspaces',
      'Workspaces by the team whose key made them.',
      workspaces.leases.teams().map(([team, count]) => [{ team }, count]),
    ),
    gauge(
      'agent_work_mock_keep_failed',
      'Whether the file of --keep cannot be written: 1 or 0.',
      registry.keeper?.check() ? 1 : 0,
    ),
    gauge(
      'agent_work_mock_runs',
      'Runs of all workspaces.',
      words.RunStatus.map(status => [{ status }, sum(runsBy(status))]),
    ),
    gauge('agent_work_mock_snapshots', 'Snapshots of all workspaces, automatic ones apart.', sum(snapshots)),
    gauge(
      'agent_work_mock_largest_workspace_bytes',
      'Bytes of bodies that the fullest workspace has taken.',
      Math.max(0, ...all.map(({ taken }) => taken.bytes)),
    ),
    gauge(
      'agent_work_mock_limit',
      'How much may be taken in.',
      Object.entries(limits).map(([name, value]) => [{ of: snakeCase(name) }, value]),
    ),
    gauge(
      'agent_work_mock_journal_exchanges',
      'Exchanges that the journals keep.',
      sum(journals.map(({ size }) => size)),
    ),
    gauge(
      'agent_work_mock_journal_bytes',
      'What they take, roughly.',
      sum(journals.map(({ bytes }) => bytes)),
    ),
    ...(facts ? processMetrics(facts) : []),
    gauge('process_uptime_seconds', 'Real time since the process began.', machineNow() / 1000),
  ].join('')
}

function processMetrics({ rss, heapUsed, external, cpuSeconds }: ProcessFacts): string[] {
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'What of it objects take.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'What of it buffers take.', external),
    metric('process_cpu_seconds_total', 'counter', 'Processor time of the process.', [[{}, cpuSeconds]]),
  ]
}

/** A metric that goes up and down: one value, or a value for each set of labels. */
function gauge(name: string, help: string, values: number | readonly Sample[]): string {
  return metric(name, 'gauge', help, typeof values === 'number' ? [[{}, values]] : values)
}

function requests({ traffic }: WorkspaceRegistry): Sample[] {
  return [...traffic.tallies].flatMap(([operation, { statuses }]) =>
    [...statuses].map(([status, count]): Sample => [{ operation, status }, count]),
  )
}

/** The buckets of a histogram are cumulative; the last one counts every request. */
function durations({ traffic }: WorkspaceRegistry): Sample[] {
  return [...traffic.tallies].flatMap(([operation, { classes, count, sum }]): Sample[] => {
    let below = 0
    const buckets = CLASSES.map((upperMs, index): Sample => {
      below += classes[index] ?? 0
      return [{ operation, le: upperMs / 1000 }, below, '_bucket']
    })
    return [
      ...buckets,
      [{ operation, le: '+Inf' }, count, '_bucket'],
      [{ operation }, sum / 1000, '_sum'],
      [{ operation }, count, '_count'],
    ]
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
