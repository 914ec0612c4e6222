// The target file of a mock: what the conformance suite needs to exercise all of it.

import { SCOPES } from '#openapi'
import { memberNames } from '../profile/member-names.ts'
import { rolesIn } from '../seed/index.ts'
import { DAY } from '../simulation/duration.ts'
import { keepMembers, mapValues } from '../store/members.ts'
import { isEnded } from '../work/run-moves.ts'
import type { Workspace } from '../world/workspace.ts'

type Fixture = Readonly<Record<string, unknown>>

export interface TargetParts {
  readonly baseUrl: string
  /** A workspace with the demo's content. */
  readonly workspace: Workspace
  /** Another tenant of the same mock, for checks of isolation. */
  readonly other?: Workspace | undefined
}

/** The target file as data; the schema of the suite describes it. */
export function suiteTarget({ baseUrl, workspace, other }: TargetParts): Record<string, unknown> {
  const { clock } = workspace.simulation
  const { mode } = clock
  return {
    name: `agent-work mock, workspace ${workspace.id}`,
    base_url: baseUrl,
    keys: {
      ...keysOf(workspace),
      ...(other ? { 'other-tenant': { ...Object.values(keysOf(other))[0], tenant: other.id } } : {}),
    },
    fixtures: known({ ...named(workspace), ...found(workspace, other) }),
    // With a dialect, members have other names, and the suite finds figures by itself.
    ...(workspace.profile.dialect ? {} : { members: memberNames(workspace.profile) }),
    // Nothing here costs money or waits for a model.
    budget: { runs: 500, euros: 1_000, minutes: 20 },
    pace: { concurrency: 8, ...(mode.kind === 'scaled' ? { clock_scale: mode.factor } : {}) },
  }
}

function keysOf({ tables }: Workspace) {
  const keys = tables.keys.range('listed', null).map(({ name, secret, personId, scopes, revokedAt }) => {
    const role = tables.people.get(personId)?.role
    const key = {
      value: secret,
      ...(role ? { role } : {}),
      scopes: scopes.length === SCOPES.length ? 'all' : [...scopes],
      person_id: personId,
      ...(revokedAt === null ? {} : { revoked: true }),
    }
    return [name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-'), key] as const
  })
  return Object.fromEntries(keys)
}

/** The fixtures that exist; a world file may lack some of them. */
function known(fixtures: Record<string, Fixture>): Record<string, Fixture> {
  const isMissing = (fixture: Fixture, member: string) => member in fixture && fixture[member] === undefined
  return keepMembers(fixtures, (_, fixture) => !isMissing(fixture, 'id') && !isMissing(fixture, 'folder'))
}

/** The fixtures by the demo's handles. */
function named(workspace: Workspace): Record<string, Fixture> {
  const { agents, workflows, boards, projects, knowledgeBases, clients, teams } = rolesIn(workspace)
  return {
    'agent-finishes': { id: agents['agent-that-finishes'] },
    'agent-slow': { id: agents['agent-that-is-slow'] },
    'agent-fails': { id: agents['agent-that-fails'] },
    'agent-asks-text': { id: agents['agent-that-asks-text'], repeats: true },
    'agent-asks-fields': {
      id: agents['agent-that-asks-fields'],
      values: { amount: 7, currency: 'EUR', reason: 'the goods came back' },
      repeats: true,
    },
    'agent-waits-approval': { id: agents['agent-that-waits-for-approval'] },
    'agent-shared': { id: agents['agent-that-finishes'] },
    'agent-private': { id: agents['agent-private-to-other'], key: 'other' },
    'agent-long-prompt': { id: agents['agent-that-finishes'] },
    workflow: { id: workflows['workflow-straight'] },
    'workflow-with-gate': { id: workflows['workflow-with-gate'], key: 'other' },
    board: { id: boards['board-ops'], prefix: 'OPS' },
    'second-board': { id: boards['board-fin'], prefix: 'FIN' },
    project: { id: projects['project-year-end'] },
    'knowledge-hit': { query: 'invoice', folder: knowledgeBases['kb-finance'] },
    'knowledge-second': { query: 'delivery supplier', folder: knowledgeBases['kb-operations'] },
    'knowledge-private': {
      id: knowledgeBases['kb-operations'],
      folder: knowledgeBases['kb-operations'],
      query: 'delivery supplier',
      key: 'member',
    },
    team: { id: teams['team-finance'] },
    'second-team': { id: teams['team-operations'] },
    'agency-client': { id: clients['client-contoso'] },
    'second-client': { id: clients['client-fabrikam'] },
    group: { id: 'quarter-end' },
    // Schedules exist only in the app; a task keeps the id as sent.
    schedule: { id: 'schedule-month-end' },
  }
}

/** The fixtures of the history, if there is one, and of the other tenant. */
function found(workspace: Workspace, other: Workspace | undefined): Record<string, Fixture> {
  const { tables } = workspace
  const now = workspace.now()
  const tasks = tables.tasks.all()
  // Task lists default to the caller's, and the suite uses the admin's key.
  const own = tasks.filter(task => task.ownerId === rolesIn(workspace).people['person-admin'])
  const approvals = tables.approvals.all()
  const runs = tables.workflowRuns.all()
  const objection = runs.find(run => run.hadObjection)
  const history = tables.workflows.all().find(({ id }) => {
    const statuses = runs
      .filter(run => run.workflowId === id && run.finishedAt !== null)
      .map(run => run.status)
    return new Set(statuses).size > 1
  })
  const spent = new Set(workspace.ledger.groupBy(['userId']).map(cell => cell.key.userId))
  const ids: Record<string, string | undefined> = {
    'workflow-history': history?.id,
    'workflow-objection': objection?.workflowId,
    'task-with-runs': tasks.find(({ id }) => {
      const its = tables.runs.range('byTask', id)
      return its.length > 1 && its.every(isEnded)
    })?.id,
    'archived-task': own.find(task => task.archived)?.id,
    'old-done-task': own.find(task => !task.archived && task.doneAt !== null && task.doneAt < now - 8 * DAY)
      ?.id,
    'pending-approval': approvals.find(row => row.status === 'pending')?.id,
    'decided-approval': approvals.find(row => row.status === 'approved' || row.status === 'rejected')?.id,
    'pending-gate': approvals.find(row => row.status === 'pending' && row.kind === 'workflow_gate')?.id,
    model: tables.models.all()[0]?.id,
    'zero-member': tables.people.all().find(person => !spent.has(person.id))?.id,
    'tenant-model': other?.tables.models.all().find(({ id }) => !tables.models.get(id))?.id,
  }
  return mapValues(ids, id => ({ id }))
}

/** The text of the target file. */
export async function targetFile(parts: TargetParts): Promise<string> {
  // Imported on demand, so that the mock starts faster.
  const { stringify } = await import('yaml')
  return `# A target of the conformance suite:
#
#   agent-work conformance --target <this file>
#
# The keys are those of a mock and no secret. A clock that runs faster makes the suite faster: start the mock
# with --clock x60, and get this file anew.
${stringify(suiteTarget(parts), { lineWidth: 0 })}`
}
