// Teams, people and their keys (sections 5.2 to 5.5).
import { SCOPES } from '#openapi'
import { DAY } from '../../simulation/duration.ts'
import { newApiKey } from '../../simulation/ids.ts'
import { shardPrefix } from '../../world/shard.ts'
import type { Workspace } from '../../world/workspace.ts'
import type { Named, Person, WorldKey } from '../../world-file/index.ts'
import { handleOf, handlesOf, idOf, idsOf } from '../handles.ts'
import { byHandle, type EntryKind, usersAmong, without } from './entry-kind.ts'
import { openRuns } from './open-runs.ts'

export const teams: EntryKind<Named> = {
  put: ({ tables }, { id, handle }, { name }) => void tables.teams.put({ id, handle, name }),

  read: ({ tables }) => byHandle(tables.teams.all(), ({ name }) => ({ name })),

  users: ({ tables }, id) => [
    ...usersAmong(
      tables.people.range('listed', null),
      ({ teamIds, managedTeamIds }) => [...teamIds, ...managedTeamIds].includes(id),
      ({ handle }) => `person ${handle}`,
      person => () =>
        void tables.people.replace(person.id, {
          teamIds: without(person.teamIds, id),
          managedTeamIds: without(person.managedTeamIds, id),
        }),
    ),
    ...usersAmong(
      tables.agents.range('newest', null),
      ({ teamId }) => teamId === id,
      ({ handle }) => `agent ${handle}`,
      agent => () => void tables.agents.replace(agent.id, { teamId: null }),
    ),
    ...usersAmong(
      tables.knowledgeBases.all(),
      ({ teamIds }) => teamIds.includes(id),
      ({ handle, teamIds }) =>
        `knowledge base ${handle}${teamIds.length === 1 ? ', which no other team may search' : ''}`,
      // Without a team, everybody could search it.
      ({ id: base, teamIds }) =>
        teamIds.length === 1
          ? undefined
          : () => void tables.knowledgeBases.replace(base, { teamIds: without(teamIds, id) }),
    ),
  ],
}

export const people: EntryKind<Person> = {
  put(workspace, { id, handle }, { name, email, role, teams, manages }) {
    const { people } = workspace.tables
    const last = people.range('listed', null, { descending: true, limit: 1 })[0]
    people.put({
      id,
      handle,
      position: people.get(id)?.position ?? (last?.position ?? -1) + 1,
      name,
      email,
      role,
      teamIds: idsOf(workspace, 'teams', teams),
      managedTeamIds: idsOf(workspace, 'teams', manages),
    })
  },

  read: workspace =>
    byHandle(
      workspace.tables.people.range('listed', null),
      ({ name, email, role, teamIds, managedTeamIds }) => ({
        name,
        email,
        role,
        teams: handlesOf(workspace, 'teams', teamIds),
        manages: handlesOf(workspace, 'teams', managedTeamIds),
      }),
    ),

  users(workspace, id) {
    const { tables } = workspace
    const others = tables.people.range('listed', null).filter(person => person.id !== id)
    const heir = others.find(({ role }) => role === 'admin') ?? others[0]
    if (!heir) return [{ name: 'the workspace, which needs somebody' }]
    return [
      ...usersAmong(
        tables.keys.all(),
        ({ personId }) => personId === id,
        ({ name }) => `key ${name}`,
        key => () => void tables.keys.delete(key.id),
      ),
      ...usersAmong(
        tables.agents.range('newest', null),
        ({ ownerId }) => ownerId === id,
        ({ handle }) => `agent ${handle}`,
        agent => () => void tables.agents.replace(agent.id, { ownerId: heir.id }),
      ),
      ...usersAmong(
        tables.workflows.range('newest', null),
        ({ ownerId, steps }) => ownerId === id || steps.some(({ approverIds }) => approverIds.includes(id)),
        ({ handle }) => `workflow ${handle}`,
        workflow => () => giveWorkflowTo(workspace, workflow.id, id, heir.id),
      ),
      ...usersAmong(
        tables.tasks.range('newest', 'all'),
        task => task.ownerId === id || task.assigneeId === id || task.approverIds.includes(id),
        ({ reference }) => `task ${reference}`,
        task => () => giveTaskTo(workspace, task.id, id, heir.id),
      ),
      ...openRuns(workspace, ({ startedBy }) => startedBy === id),
    ]
  },
}

function giveWorkflowTo({ tables }: Workspace, id: string, from: string, to: string): void {
  const { ownerId, steps } = tables.workflows.get(id)!
  tables.workflows.replace(id, {
    ownerId: ownerId === from ? to : ownerId,
    steps: steps.map(step => ({ ...step, approverIds: without(step.approverIds, from) })),
  })
}

function giveTaskTo({ tables }: Workspace, id: string, from: string, to: string): void {
  const { ownerId, assigneeId, approverIds } = tables.tasks.get(id)!
  tables.tasks.replace(id, {
    ...(assigneeId === from ? ({ assigneeType: null, assigneeId: null } as const) : {}),
    ownerId: ownerId === from ? to : ownerId,
    approverIds: without(approverIds, from),
  })
}

export const keys: EntryKind<WorldKey> = {
  put(workspace, { id, handle: name, made }, { of, scopes, secret, revoked }) {
    const { keys, declarations } = workspace.tables
    const old = keys.get(id)
    const now = workspace.now()
    keys.put({
      id,
      secret: secret ?? old?.secret ?? secretFor(workspace, name),
      name,
      personId: idOf(workspace, 'people', of),
      scopes,
      // In the order of their declaration.
      createdAt: old?.createdAt ?? (made === 'earlier' ? now - 120 * DAY + keys.size : now),
      revokedAt: revoked ? (old?.revokedAt ?? (made === 'earlier' ? now - 14 * DAY : now)) : null,
    })
    declarations.delete(`keys/${name}`)
    if (secret !== undefined) declarations.insert({ id: `keys/${name}`, declared: { secret } })
  },

  read(workspace) {
    const { tables } = workspace
    const entries = tables.keys.range('listed', null).map(({ name, personId, scopes, revokedAt }) => {
      const secret = tables.declarations.get(`keys/${name}`)?.declared.secret
      const entry: WorldKey = {
        of: handleOf(workspace, 'people', personId),
        scopes: scopes.length === SCOPES.length ? SCOPES : scopes,
        ...(typeof secret === 'string' ? { secret } : {}),
        revoked: revokedAt !== null,
      }
      return [name, entry] as const
    })
    return Object.fromEntries(entries)
  },
}

/** The workspaces with readable keys; those of others are as long and random as real ones. */
const READABLE = ['demo', 'second-tenant']

export function secretFor({ id, random, shard }: Workspace, name: string): string {
  return READABLE.includes(id)
    ? `awk_${id}_${name}`
    : newApiKey(random.fork(`workspace ${id} key ${name}`), shardPrefix(shard))
}
