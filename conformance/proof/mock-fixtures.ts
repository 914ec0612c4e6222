/** What a thorough target names and the seed does not have: keys with few scopes, an archived task, and the like. */

import type { Workspace } from '#mock'
import { SCOPES, type Scope } from '#openapi'
import type { FixtureInput, FixtureName, KeyInput } from '../target/target-schema.ts'
import type { Tenants } from './deployment.ts'

const KEYS = {
  writing: SCOPES.filter(scope => !scope.endsWith(':read')),
  'only-run': ['agents:run'],
  'only-tasks': ['tasks:read'],
} as const satisfies Record<string, readonly Scope[]>

export interface MockFixtures {
  readonly keys: Record<string, KeyInput>
  readonly fixtures: Partial<Record<FixtureName, FixtureInput>>
}

/** Puts it there; `learn` is told every new key. */
export function addMockFixtures(world: Tenants, learn: (secret: string) => void): MockFixtures {
  return { keys: addKeys(world, learn), fixtures: { ...addTasks(world), ...addModel(world), ...find(world) } }
}

function addKeys({ home, roles }: Tenants, learn: (secret: string) => void): Record<string, KeyInput> {
  const owner = 'person-admin'
  const personId = roles.people[owner]
  const keys: Record<string, KeyInput> = {}
  for (const [name, scopes] of Object.entries(KEYS)) {
    const secret = `sk-${home.id}-${name}-0123456789abcdef`
    const [id, createdAt, revokedAt] = [`key_${name}`, home.now(), null]
    home.tables.keys.insert({ id, secret, name, personId, scopes, createdAt, revokedAt })
    learn(secret)
    keys[name] = { value: secret, role: 'admin', scopes: [...scopes], owner, person_id: personId }
  }
  return keys
}

const DAY = 86_400_000

function addTasks({ home, roles }: Tenants) {
  const ownerId = roles.people['person-admin']
  const [like] = home.tables.tasks.all()
  if (!like) return {}
  const copy = (id: string, number: number, more: object) =>
    home.tables.tasks.insert({
      ...like,
      id,
      number,
      reference: `OPS-${number}`,
      boardId: roles.boards['board-ops'],
      ownerId,
      assigneeType: null,
      assigneeId: null,
      approvalId: null,
      archived: false,
      ...more,
    }).id
  const doneAt = home.now() - 40 * DAY
  return {
    'archived-task': {
      id: copy('task_archived0000000', 90_001, { archived: true, status: 'todo', doneAt: null }),
    },
    'old-done-task': {
      id: copy('task_donelongago0000', 90_002, { status: 'done', doneAt, updatedAt: doneAt }),
    },
  }
}

function addModel({ abroad }: Tenants) {
  const [like] = abroad.tables.models.all()
  if (!like) return {}
  return {
    'tenant-model': { id: abroad.tables.models.insert({ ...like, id: 'aw-house-model', name: 'House' }).id },
  }
}

function find({ home, roles }: Tenants) {
  const objection = home.tables.workflowRuns.all().find(row => row.hadObjection)
  const spent = new Set(home.ledger.groupBy(['userId']).map(cell => cell.key.userId))
  const idle = home.tables.people.all().find(person => !spent.has(person.id))
  const decided = home.tables.approvals.all().find(row => row.status === 'approved')
  return {
    ...(decided && { 'decided-approval': { id: decided.id } }),
    ...(objection && { 'workflow-objection': { id: objection.workflowId } }),
    ...(idle && { 'zero-member': { id: idle.id } }),
    // Schedules are the app's; a task carries the id of one as it was sent.
    schedule: { id: 'schedule-month-end' },
    'workflow-with-gate': { id: roles.workflows['workflow-with-gate'], key: outsider(home) },
    'knowledge-private': {
      id: roles.knowledgeBases['kb-operations'],
      folder: roles.knowledgeBases['kb-operations'],
      query: 'delivery supplier',
      key: 'member',
    },
    'knowledge-second': { query: 'delivery supplier', folder: roles.knowledgeBases['kb-operations'] },
    group: { id: 'quarter-end' },
  }
}

/** Somebody who is neither an admin nor named by the gate. */
const outsider = (_: Workspace) => 'other'
