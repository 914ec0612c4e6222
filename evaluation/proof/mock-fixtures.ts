/** Fixtures that a complete target file names and the demo content lacks. */
import { SCOPES, type Scope } from '#openapi'
import type { Tenants } from './deployment.ts'

const KEYS = {
  writing: SCOPES.filter(scope => !scope.endsWith(':read')),
  'only-run': ['agents:run'],
  'only-tasks': ['tasks:read'],
  // Of the person who has spent nothing: the target names them as zero-member.
  idle: ['analytics:read'],
  'no-lists': SCOPES.filter(scope => !['tasks:read', 'agents:read', 'chat:read'].includes(scope)),
} as const satisfies Record<string, readonly Scope[]>

/** Adds keys with few scopes, an archived task, one done long ago, and a model of the other tenant. */
export function addMockFixtures(tenants: Tenants) {
  addKeys(tenants)
  addTasks(tenants)
  addModel(tenants)
}

function addKeys({ home, roles }: Tenants) {
  const spent = new Set(home.ledger.groupBy(['userId']).map(cell => cell.key.userId))
  const idle = home.tables.people.all().find(person => !spent.has(person.id))
  for (const [name, scopes] of Object.entries(KEYS)) {
    const personId = (name === 'idle' ? idle?.id : undefined) ?? roles.people['person-admin']
    home.tables.keys.insert({
      id: `key_${name}`,
      secret: `sk-${home.id}-${name}-0123456789abcdef`,
      name,
      personId,
      scopes,
      createdAt: home.now(),
      revokedAt: null,
    })
  }
}

const DAY = 86_400_000

function addTasks({ home, roles }: Tenants) {
  const [like] = home.tables.tasks.all()
  if (!like) return
  const add = (id: string, number: number, more: object) =>
    home.tables.tasks.insert({
      ...like,
      id,
      number,
      reference: `OPS-${number}`,
      boardId: roles.boards['board-ops'],
      ownerId: roles.people['person-admin'],
      assigneeType: null,
      assigneeId: null,
      approvalId: null,
      archived: false,
      ...more,
    })
  const doneAt = home.now() - 40 * DAY
  add('task_archived0000000', 90_001, { archived: true, status: 'todo', doneAt: null })
  add('task_donelongago0000', 90_002, { status: 'done', doneAt, updatedAt: doneAt })
}

function addModel({ neighbour }: Tenants) {
  const [like] = neighbour.tables.models.all()
  if (like) neighbour.tables.models.insert({ ...like, id: 'aw-house-model', name: 'House' })
}
