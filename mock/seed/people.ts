// Who works at the demo company, and the keys that act in their name.

import { SCOPES, type Scope } from '#openapi'
import { newApiKey } from '../simulation/ids.ts'
import type { KeyRow, PersonRow, Role } from '../world/people.ts'
import type { Workspace } from '../world/workspace.ts'
import { type ByHandle, byHandle, found } from './by-handle.ts'
import { DAY } from './calendar.ts'

const TEAMS = [
  { handle: 'team-finance', name: 'Finance' },
  { handle: 'team-operations', name: 'Operations' },
  { handle: 'team-technology', name: 'Technology' },
  { handle: 'team-customer-care', name: 'Customer Care' },
] as const

type TeamHandle = (typeof TEAMS)[number]['handle']

interface SeedPerson {
  readonly handle: string
  readonly name: string
  readonly role: Role
  readonly teams: readonly TeamHandle[]
  readonly manages?: readonly TeamHandle[]
}

const PEOPLE = [
  { handle: 'person-admin', name: 'Clara Hoffmann', role: 'admin', teams: ['team-technology'] },
  {
    handle: 'person-manager',
    name: 'Jonas Berger',
    role: 'manager',
    teams: ['team-finance'],
    manages: ['team-finance'],
  },
  { handle: 'person-member', name: 'Maya Lindqvist', role: 'member', teams: ['team-finance'] },
  { handle: 'person-other', name: 'Tomasz Nowak', role: 'member', teams: ['team-operations'] },
  {
    handle: 'person-outsider-manager',
    name: 'Ines Carvalho',
    role: 'manager',
    teams: ['team-operations'],
    manages: ['team-operations'],
  },
] as const satisfies readonly SeedPerson[]

/** Who else works there; they come with the history. */
const COLLEAGUES = [
  { handle: 'person-felix', name: 'Felix Brandt', role: 'admin', teams: ['team-technology'] },
  {
    handle: 'person-noor',
    name: 'Noor Haddad',
    role: 'manager',
    teams: ['team-technology'],
    manages: ['team-technology'],
  },
  {
    handle: 'person-marta',
    name: 'Marta Kowalska',
    role: 'manager',
    teams: ['team-customer-care'],
    manages: ['team-customer-care'],
  },
  { handle: 'person-eszter', name: 'Eszter Varga', role: 'member', teams: ['team-finance'] },
  { handle: 'person-daniel', name: 'Daniel Okafor', role: 'member', teams: ['team-finance'] },
  { handle: 'person-priya', name: 'Priya Nair', role: 'member', teams: ['team-finance'] },
  { handle: 'person-lukas', name: 'Lukas Steiner', role: 'member', teams: ['team-operations'] },
  { handle: 'person-amelie', name: 'Amélie Roux', role: 'member', teams: ['team-operations'] },
  {
    handle: 'person-henrik',
    name: 'Henrik Dahl',
    role: 'member',
    teams: ['team-operations', 'team-customer-care'],
  },
  { handle: 'person-sofia', name: 'Sofia Rossi', role: 'member', teams: ['team-technology'] },
  { handle: 'person-ben', name: 'Ben Achterberg', role: 'member', teams: ['team-customer-care'] },
  { handle: 'person-aylin', name: 'Aylin Demir', role: 'member', teams: ['team-customer-care'] },
  // Joined last week and has not started anything yet: a roster has to list him all the same.
  { handle: 'person-oliver', name: 'Oliver Quinn', role: 'member', teams: ['team-customer-care'] },
] as const satisfies readonly SeedPerson[]

type PersonHandle = (typeof PEOPLE)[number]['handle']

interface SeedKey {
  readonly handle: string
  readonly person: PersonHandle
  readonly scopes: readonly Scope[]
  readonly revoked?: true
}

const READING = SCOPES.filter(scope => scope.endsWith(':read'))

/** The name of a key is its handle. */
const KEYS = [
  { handle: 'admin', person: 'person-admin', scopes: SCOPES },
  { handle: 'manager', person: 'person-manager', scopes: SCOPES },
  { handle: 'member', person: 'person-member', scopes: SCOPES },
  { handle: 'other', person: 'person-other', scopes: SCOPES },
  { handle: 'outsider-manager', person: 'person-outsider-manager', scopes: SCOPES },
  { handle: 'read-only', person: 'person-admin', scopes: READING },
  { handle: 'run-only', person: 'person-admin', scopes: ['agents:run'] },
  { handle: 'no-scope', person: 'person-admin', scopes: [] },
  { handle: 'revoked', person: 'person-admin', scopes: SCOPES, revoked: true },
] as const satisfies readonly SeedKey[]

export type TeamIds = ByHandle<TeamHandle>
export type PersonIds = ByHandle<PersonHandle>
export type ColleagueIds = ByHandle<(typeof COLLEAGUES)[number]['handle']>
export type KeySecrets = ByHandle<(typeof KEYS)[number]['handle']>

export function seedTeams({ tables, ids }: Workspace): TeamIds {
  return byHandle(TEAMS, ({ name }) => tables.teams.insert({ id: ids.next('team'), name }).id)
}

export function seedPeople(workspace: Workspace, teams: TeamIds): PersonIds {
  return byHandle(PEOPLE, person => addPerson(workspace, teams, person))
}

export function seedColleagues(workspace: Workspace, teams: TeamIds): ColleagueIds {
  return byHandle(COLLEAGUES, person => addPerson(workspace, teams, person))
}

/** Adds a person whose address follows from the name. */
function addPerson({ tables, ids }: Workspace, teams: TeamIds, person: Omit<SeedPerson, 'handle'>): string {
  const { name, role, manages = [] } = person
  const teamIds = person.teams.map(team => teams[team])
  const managedTeamIds = manages.map(team => teams[team])
  return tables.people.insert({
    id: ids.next('usr'),
    name,
    email: emailOf(name),
    role,
    teamIds,
    managedTeamIds,
  }).id
}

export function seedKeys(workspace: Workspace, people: PersonIds): void {
  const { tables, ids } = workspace
  const createdAt = workspace.now() - 120 * DAY
  for (const { handle, person, scopes, ...more } of KEYS) {
    tables.keys.insert({
      id: ids.next('key'),
      secret: secretFor(workspace, handle),
      name: handle,
      personId: people[person],
      scopes,
      createdAt,
      revokedAt: 'revoked' in more ? workspace.now() - 14 * DAY : null,
    })
  }
}

/** Gives every key of a workspace that was forked from another a secret of its own. */
export function renewKeys(workspace: Workspace): void {
  const { keys } = workspace.tables
  for (const key of keys.all()) keys.replace(key.id, { secret: secretFor(workspace, key.name) })
}

export function teamIdsOf({ tables }: Workspace): TeamIds {
  const rows = tables.teams.all()
  return byHandle(
    TEAMS,
    ({ name }) =>
      found(
        rows.find(row => row.name === name),
        `the team ${name}`,
      ).id,
  )
}

export function personIdsOf({ tables }: Workspace): PersonIds {
  const rows = tables.people.all()
  return byHandle(
    PEOPLE,
    ({ name }) =>
      found(
        rows.find(row => row.name === name),
        `the person ${name}`,
      ).id,
  )
}

/** The ready-made person with that handle, where there is one. */
export function personByHandle({ tables }: Workspace, handle: string): PersonRow | undefined {
  const name = PEOPLE.find(person => person.handle === handle)?.name
  return name === undefined ? undefined : tables.people.all().find(person => person.name === name)
}

export function keySecretsOf({ tables }: Workspace): KeySecrets {
  const rows: readonly KeyRow[] = tables.keys.all()
  return byHandle(
    KEYS,
    ({ handle }) =>
      found(
        rows.find(row => row.name === handle),
        `the key ${handle}`,
      ).secret,
  )
}

/** The workspaces whose keys can be typed by heart; those of others are as long and as random as real ones. */
const READABLE = ['demo', 'second-tenant']

export function secretFor({ id, random }: Workspace, name: string): string {
  return READABLE.includes(id) ? `awk_${id}_${name}` : newApiKey(random.fork(`workspace ${id} key ${name}`))
}

function emailOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/[^A-Za-z -]/g, '')
  return `${plain.toLowerCase().replaceAll(' ', '.')}@meridian.example`
}
