/** Reads and checks the description of the deployment under test, from the target file and flags. */

import { SCOPES, type Scope } from '#openapi'
import { secretIn } from '../../flags/files.ts'
import { checkTarget } from './check-target.ts'
import { readConnection } from './connection.ts'
import type { FixtureInput, FixtureName, KeyInput, TargetInput } from './target-schema.ts'

export type Key = ReturnType<typeof readKey>

export interface Fixture extends FixtureInput {
  name: FixtureName
  id: string
}

export type Target = ReturnType<typeof readTarget>

/** The tenant under test: that of the first key. Keys without a tenant belong to it. */
export const HOME = 'home'

/** The keys of a tenant that are not revoked and have all these scopes. */
export const keysOf = (keys: readonly Key[], tenant: string, ...scopes: readonly Scope[]): Key[] =>
  keys.filter(key => key.tenant === tenant && !key.revoked && scopes.every(scope => key.scopes.has(scope)))

export function readTarget(input: TargetInput, env: NodeJS.ProcessEnv = process.env) {
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
    /** Names of the members that contain the figures of a requirement. */
    members: new Map(Object.entries(input.members ?? {}).map(([id, names]) => [id, [names].flat()])),
    words: { ...words, waiting: words.waiting ?? [] },
    waivers: input.waivers ?? [],
  }
}

/** What stands for a key in all output. */
export const shownFor = (name: string, env: string | undefined): string =>
  env ?? `KEY_${name.toUpperCase().replace(/\W/g, '_')}`

function readKey(name: string, input: KeyInput, home: string, env: NodeJS.ProcessEnv) {
  const value = input.value ?? (input.file === undefined ? env[input.env ?? ''] : secretIn(input.file)) ?? ''
  return {
    name,
    value,
    /** Name of the environment variable that replaces the key in all output. */
    shown: shownFor(name, input.env),
    role: input.role,
    scopes: new Set<Scope>(Array.isArray(input.scopes) ? input.scopes : SCOPES),
    /** False when the target does not declare the key's scopes: a refusal is then inconclusive. */
    declared: input.scopes !== undefined,
    /** A label; keys with the same label belong to one person. */
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
