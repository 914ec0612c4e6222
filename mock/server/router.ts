// Finds the operation of a request.
import findMyWay from 'find-my-way'
import { type OperationRow, operationIds, operations } from '#openapi'

type Method = OperationRow['method']

/** The operation with its path parameters, or why there is none. */
export type Route<Row extends OperationRow = OperationRow> =
  | { readonly operation: Row; readonly path: Record<string, string | undefined> }
  | { readonly otherSpelling: string }
  | { readonly allowed: readonly Method[] }
  | { readonly unknown: true }

/** Finds the operation of the service for a method and a path without query. */
export const route = routerOf(operationIds.map(id => operations[id] as OperationRow))

/** Returns a function that finds one of the operations by method and path without query. */
export function routerOf<Row extends OperationRow>(rows: readonly Row[]) {
  // Built with the first request: a mock starts faster without a router for /_mock that nobody uses.
  let made: ReturnType<typeof routes> | undefined
  return (method: string, path: string): Route<Row> => {
    made ??= routes(rows)
    const { find, methods } = made
    // HEAD is GET without a body in the reply (RFC 9110).
    const found = find(method === 'HEAD' ? 'GET' : (method as Method), path)
    if (found) return { operation: found.store as Row, path: found.params }
    const allowed = methods.filter(other => find(other, path))
    if (allowed.length > 0) return { allowed }
    const otherSpelling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    if (methods.some(other => find(other, otherSpelling))) return { otherSpelling }
    return { unknown: true }
  }
}

function routes(rows: readonly OperationRow[]) {
  const router = findMyWay({ caseSensitive: true })
  const methods = [...new Set(rows.map(({ method }) => method))]
  for (const row of rows) router.on(row.method, row.path.replace(/\{(\w+)\}/g, ':$1'), () => {}, row)
  /** A path parameter is never empty: `/runs/` is another spelling of `/runs`, not a run with an empty id. */
  const find = (method: Method, path: string) => {
    const found = router.find(method, path)
    return found && Object.values(found.params).includes('') ? null : found
  }
  return { find, methods }
}
