/** Infers the permissions of a recording's keys from its calls, where nothing describes them (archives and proxies). */
import { type OperationId, operationIds, operations } from '#openapi'
import type { RecordedKey } from '../../conformance/engine/recording.ts'

/** What the permissions are read from. */
interface KeyedCall {
  readonly key: string
  readonly operation: OperationId | undefined
  readonly status: number
}

/** The name for calls that were served without a key: the archive was written without secret headers. */
const LEFT_OUT = 'left out'

export function withGuessedKeys<One extends KeyedCall>(
  calls: readonly One[],
  known: readonly RecordedKey[] = [],
): { calls: readonly One[]; keys: readonly RecordedKey[] } {
  const isKeyless = calls.every(({ key }) => key === 'none') && calls.some(({ status }) => status < 300)
  const named = isKeyless ? calls.map(call => ({ ...call, key: LEFT_OUT })) : calls
  const names = new Set(named.filter(({ status }) => status < 300).map(({ key }) => key))
  names.delete('none')
  for (const { name } of known) names.delete(name)
  const guessed = [...names].map(name =>
    guess(
      name,
      named.filter(({ key }) => key === name),
    ),
  )
  return { calls: named, keys: [...known, ...guessed] }
}

/** A key may do what it was served at least once. */
function guess(name: string, calls: readonly KeyedCall[]): RecordedKey {
  const isRefused = ({ status }: KeyedCall) => status === 401 || status === 403
  const mayNot = operationIds.filter(id => {
    const its = calls.filter(({ operation }) => operation === id)
    return its.length > 0 && its.every(isRefused)
  })
  const isRuled = (id: OperationId) => operations[id].roleRule !== null
  const ruled = calls.filter(({ operation }) => operation !== undefined && isRuled(operation))
  const isMember = ruled.length > 0 && ruled.every(isRefused)
  const scopes = new Set(operationIds.flatMap(id => operations[id].scopes.flat()))
  for (const id of mayNot)
    if (!(isMember && isRuled(id))) for (const scope of operations[id].scopes.flat()) scopes.delete(scope)
  for (const { operation, status } of calls)
    if (operation !== undefined && status < 300)
      for (const scope of operations[operation].scopes[0] ?? []) scopes.add(scope)
  return {
    name,
    role: isMember ? 'member' : 'admin',
    scopes: [...scopes],
    owner: name,
    person_id: null,
    tenant: 'home',
    revoked: false,
  }
}
