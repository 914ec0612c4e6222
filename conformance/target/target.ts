/** Reads and checks the description of the deployment under test, from the target file and flags. */

import { SCOPES, type Scope } from '#openapi'
import { secretIn } from '../../flags/files.ts'
import { checkTarget } from './check-target.ts'
import { type Connection, readConnection } from './connection.ts'
import type {
  Capability,
  FixtureInput,
  FixtureName,
  KeyInput,
  Role,
  TargetInput,
  WaiverInput,
} from './target-schema.ts'

export interface Key {
  name: string
  value: string
  /** Name of the environment variable that replaces the key in all output. */
  shown: string
  role: Role | undefined
  scopes: Set<Scope>
  /** False when the target does not declare the key's scopes: a refusal is then inconclusive. */
  declared: boolean
  /** A label; keys with the same label belong to one person. */
  owner: string | undefined
  personId: string | undefined
  tenant: string
  revoked: boolean
}

export interface Fixture extends FixtureInput {
  name: FixtureName
  id: string
}

export interface Target {
  name: string
  baseUrl: string
  keys: Key[]
  connection: Connection
  fixtures: Map<FixtureName, Fixture>
  absent: Set<Capability>
  budget: { runs: number; euros: number; minutes: number }
  pace: {
    concurrency: number
    analyticsPerMinute: number
    requestsPerMinute: number | undefined
    timeoutSeconds: number
    runSeconds: number
    lateSeconds: number
    lateDays: number
    pollSeconds: number
    clockScale: number
  }
  /** Names of the members that contain the figures of a requirement. */
  members: ReadonlyMap<string, readonly string[]>
  words: { finished?: string; failed?: string; stopped?: string; waiting: string[] }
  waivers: WaiverInput[]
}

/** The tenant under test: that of the first key. Keys without a tenant belong to it. */
export const HOME = 'home'

/** The keys of a tenant that are not revoked and have all these scopes. */
export const keysOf = (keys: readonly Key[], tenant: string, ...scopes: readonly Scope[]): Key[] =>
  keys.filter(key => key.tenant === tenant && !key.revoked && scopes.every(scope => key.scopes.has(scope)))

export function readTarget(
  input: TargetInput,
  env: Record<string, string | undefined> = process.env,
): Target {
  checkTarget(input, env)
  const { budget = {}, pace = {}, words = {} } = input
  const home = Object.values(input.keys)[0]?.tenant ?? HOME
  return {
    name: input.name ?? new URL(input.base_url).host,
    baseUrl: input.base_url.replace(/\/+$/, ''),
    keys: Object.entries(input.keys).map(([name, key]) => readKey(name, key, home, env)),
    connection: readConnection(input.connection, env),
    fixtures: readFixtures(input),
    absent: new Set(input.absent),
    budget: { runs: budget.runs ?? 120, euros: budget.euros ?? 2, minutes: budget.minutes ?? 20 },
    pace: {
      concurrency: pace.concurrency ?? 6,
      analyticsPerMinute: pace.analytics_per_minute ?? 10,
      requestsPerMinute: pace.requests_per_minute,
      timeoutSeconds: pace.timeout_seconds ?? 30,
      runSeconds: pace.run_seconds ?? 180,
      lateSeconds: pace.late_seconds ?? 30,
      lateDays: pace.late_days ?? 7,
      pollSeconds: pace.poll_seconds ?? 2,
      clockScale: pace.clock_scale ?? 1,
    },
    members: new Map(Object.entries(input.members ?? {}).map(([id, names]) => [id, [names].flat()])),
    words: { ...words, waiting: words.waiting ?? [] },
    waivers: input.waivers ?? [],
  }
}

/** What stands for a key in all output. */
export const shownFor = (name: string, env: string | undefined): string =>
  env ?? `KEY_${name.toUpperCase().replace(/\W/g, '_')}`

function readKey(name: string, input: KeyInput, home: string, env: Record<string, string | undefined>): Key {
  const value = input.value ?? (input.file === undefined ? env[input.env ?? ''] : secretIn(input.file)) ?? ''
  return {
    name,
    value,
    shown: shownFor(name, input.env),
    role: input.role,
    scopes: new Set(Array.isArray(input.scopes) ? input.scopes : SCOPES),
    declared: input.scopes !== undefined,
    owner: input.owner ?? input.person_id,
    personId: input.person_id,
    tenant: input.tenant === undefined || input.tenant === home ? HOME : input.tenant,
    revoked: input.revoked ?? false,
  }
}

function readFixtures({ fixtures = {} }: TargetInput): Map<FixtureName, Fixture> {
  const named = Object.entries(fixtures) as [FixtureName, FixtureInput][]
  return new Map(named.map(([name, fixture]) => [name, { ...fixture, name, id: String(fixture.id ?? '') }]))
}
