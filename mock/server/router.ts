// Which operation a request is for.
import findMyWay from 'find-my-way'
import { type OperationRow, operationIds, operations } from '#openapi'

type Method = OperationRow['method']

/** The operation with its path parameters, or why there is none. */
export type Route<Row extends OperationRow = OperationRow> =
  | { readonly operation: Row; readonly path: Record<string, string | undefined> }
  | { readonly otherSpelling: string }
  | { readonly allowed: readonly Method[] }
  | { readonly unknown: true }

/** Finds an operation of the service for a method and a path without its query. */
export const route = routerOf(operationIds.map(id => operations[id] as OperationRow))

/** A function that finds, among some operations, the one for a method and a path without its query. */
export function routerOf<Row extends OperationRow>(rows: readonly Row[]) {
  // Made when the first request comes: a mock of which nobody asks anything below /_mock starts faster.
  let made: ReturnType<typeof routes> | undefined
  return (method: string, path: string): Route<Row> => {
    made ??= routes(rows)
    const { find, methods } = made
    // HEAD asks for what GET has, without its body (RFC 9110).
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
  /** A path parameter is never empty: `/runs/` is another spelling of `/runs`, and no run without an id. */
  const find = (method: Method, path: string) => {
    const found = router.find(method, path)
    return found && Object.values(found.params).includes('') ? null : found
  }
  return { find, methods }
}
