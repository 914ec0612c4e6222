// Which operation a request is for.
import findMyWay from 'find-my-way'
import { type OperationId, type OperationRow, operationIds, operations } from '#openapi'

type Method = OperationRow['method']

/** The operation with its path parameters, or why there is none. */
export type Route =
  | { readonly operation: OperationRow; readonly path: Record<string, string | undefined> }
  | { readonly otherSpelling: string }
  | { readonly allowed: readonly Method[] }
  | { readonly unknown: true }

const router = findMyWay({ caseSensitive: true })
const methods = [...new Set(operationIds.map(id => operations[id].method))] as Method[]

for (const id of operationIds) {
  const operation = operations[id] as OperationRow
  const pattern = operation.path.replace(/\{(\w+)\}/g, ':$1')
  router.on(operation.method, pattern, () => {}, operation)
}

/** Finds the operation for a method and a path without its query. */
export function route(method: string, path: string): Route {
  const found = router.find(method as Method, path)
  if (found) return { operation: found.store as OperationRow<OperationId>, path: found.params }
  const allowed = methods.filter(other => router.find(other, path))
  if (allowed.length > 0) return { allowed }
  const otherSpelling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (methods.some(other => router.find(other, otherSpelling))) return { otherSpelling }
  return { unknown: true }
}
