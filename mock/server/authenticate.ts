// Checks who is calling, and whether they may (section 5).

import type { OperationRow } from '#openapi'
import { isWorkspaceWide, scopesOf } from '../profile/access-rules.ts'
import { decisions } from '../profile/decisions.ts'
import type { Profile } from '../profile/profile.ts'
import type { Caller } from '../service/handler.ts'
import { Refusal } from '../world/refusal.ts'
import type { Workspace } from '../world/workspace.ts'
import { ServerAnswer } from './refuse.ts'
import type { RequestContext } from './request-context.ts'

/** The key in an `Authorization` header. Refuses a header that is missing or has another form. */
export function secretOf(header: string | undefined): string {
  const secret = secretIn(header)
  if (secret) return secret
  const found =
    header === undefined ? 'The request carries no key' : 'The Authorization header carries no key'
  throw new Refusal('key_missing', `${found}. Send the header Authorization: Bearer <API_KEY>.`)
}

/** The key in an `Authorization` header, if it has one. */
export function secretIn(header: string | undefined): string | undefined {
  // Most requests follow one of the same client.
  if (header !== lastHeader) {
    lastHeader = header
    lastSecret = header === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(header)?.[1]
  }
  return lastSecret
}

let lastHeader: string | undefined
let lastSecret: string | undefined

/** A key of the workspace, valid or not, with its person. */
export function callerOf({ tables }: Workspace, keyId: string): Caller | undefined {
  const key = tables.keys.get(keyId)
  const person = key && tables.people.get(key.personId)
  return key && person && { key, person }
}

/** The refusal of a request without a key, or with one that nobody has here. */
export function noCaller({ workspace, request, registry, profile }: RequestContext): Refusal | ServerAnswer {
  const { authorization } = request.headers
  const isOtherForm = authorization !== undefined && secretIn(authorization) === undefined
  if (workspace || (isOtherForm && decisions.readsOtherFormAsUnknownKey(profile))) return unknownKey()
  const shard = registry.otherShard(secretOf(authorization))
  return shard === undefined ? unknownKey() : wrongShard(shard, registry.shard)
}

/** The refusal of an unknown key. */
export function unknownKey(): Refusal {
  return new Refusal('key_unknown', 'There is no such key.', {
    advice: 'Use a key that the mock printed when it started, or one that its control API made.',
  })
}

/** The key belongs to another shard. A proxy in front of the shards sends no such request; a redirect would lose the key. */
function wrongShard(shard: string, own: string | undefined): ServerAnswer {
  const message = `This key is of shard ${shard}; this is ${own}. Send the request to that shard, or to the proxy.`
  const error = { type: 'wrong_shard', code: 'wrong_shard', message, param: null, issues: [] }
  return new ServerAnswer(421, { error }, { 'x-mock-shard': shard })
}

/** Refuses a key that was revoked. */
export function requireValid({ key }: Caller, now: number): void {
  if (key.revokedAt === null || key.revokedAt > now) return
  const since = new Date(key.revokedAt).toISOString()
  throw new Refusal('key_revoked', `The key ${key.name} was revoked at ${since}.`, {
    because: { state: `the key ${key.name} is revoked since ${since}` },
  })
}

/** Refuses a key without the scopes of the operation. */
export function requireScope({ key }: Caller, operation: OperationRow, profile: Profile): void {
  const accepted = scopesOf(operation, profile)
  if (accepted.length === 0) return
  const own: readonly string[] = key.scopes
  for (const scopes of accepted) if (scopes.every(scope => own.includes(scope))) return
  const needed = accepted.map(scopes => scopes.join(' and '))
  const held = own.length === 0 ? 'no scope' : own.join(', ')
  const message = `${operation.id} needs the scope ${needed.join(' or ')}; the key ${key.name} has ${held}.`
  const because = { state: `the key has ${held}`, accepted: needed.map(scopes => `a key with ${scopes}`) }
  throw new Refusal('scope_missing', message, { because })
}

/** Refuses members on workspace-wide analytics (section 5.5). */
export function requireRole({ person }: Caller, operation: OperationRow, profile: Profile): void {
  if (person.role !== 'member' || !isWorkspaceWide(operation, profile)) return
  const accepted = ['a key of an admin', 'a key of a team manager']
  throw new Refusal(
    'role_insufficient',
    `Workspace-wide analytics are for workspace admins and team managers; the owner of this key is a member.`,
    { because: { state: `${person.name} is a member`, accepted } },
  )
}
