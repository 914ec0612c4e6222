// Finds the operation of a request.

import type { OperationRow } from './operation-row.ts'
import { operations } from './operations.ts'

type Method = OperationRow['method']

/** The operation with its path parameters, or the reason why there is none. */
export type Route<Row extends OperationRow = OperationRow> =
  | { readonly operation: Row; readonly path: Record<string, string | undefined> }
  | { readonly otherSpelling: string }
  | { readonly allowed: readonly Method[] }
  | { readonly unknown: true }

/** A node of the tree of paths: a branch for each literal segment, and one for a parameter. */
interface Branch<Row> {
  readonly literals: Map<string, Branch<Row>>
  parameter: Branch<Row> | undefined
  row: Row | undefined
  /** The parameters on the path to this node, with the numbers of their segments. */
  parameters: readonly { readonly name: string; readonly at: number }[]
}

/** Finds the operation of the service for a method and a path without query. */
export const route = routerOf(Object.values<OperationRow>(operations))

/** Returns a function that finds one of the operations by method and path without query. */
export function routerOf<Row extends OperationRow>(rows: readonly Row[]) {
  const trees = new Map<string, Branch<Row>>()
  /** The rows without parameters, by method and path. */
  const plain = new Map<
    string,
    Map<string, { readonly operation: Row; readonly path: Record<string, string> }>
  >()
  for (const row of rows) {
    trees.set(row.method, withRow(trees.get(row.method) ?? emptyBranch(), row))
    if (!plain.has(row.method)) plain.set(row.method, new Map())
    if (row.pathParams.length === 0)
      plain.get(row.method)!.set(row.path, { operation: row, path: Object.freeze({}) })
  }
  const methods = [...trees.keys()] as Method[]
  const find = (method: string, path: string) => {
    const tree = trees.get(method)
    return plain.get(method)?.get(path) ?? (tree && below(tree, path.split('/'), 0))
  }
  return (method: string, path: string): Route<Row> => {
    // HEAD is GET without a body in the reply (RFC 9110).
    const found = find(method === 'HEAD' ? 'GET' : method, path)
    if (found) return found
    const allowed = methods.filter(other => find(other, path))
    if (allowed.length > 0) return { allowed }
    const otherSpelling = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    if (methods.some(other => find(other, otherSpelling))) return { otherSpelling }
    return { unknown: true }
  }
}

function emptyBranch<Row>(): Branch<Row> {
  return { literals: new Map(), parameter: undefined, row: undefined, parameters: [] }
}

function withRow<Row extends OperationRow>(tree: Branch<Row>, row: Row): Branch<Row> {
  let branch = tree
  const parameters: { name: string; at: number }[] = []
  for (const [at, segment] of row.path.split('/').entries()) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name !== undefined) {
      parameters.push({ name, at })
      branch = branch.parameter ??= emptyBranch()
      continue
    }
    const next = branch.literals.get(segment) ?? emptyBranch<Row>()
    branch.literals.set(segment, next)
    branch = next
  }
  Object.assign(branch, { row, parameters })
  return tree
}

/** The operation for the rest of a path. Literal segments take precedence over parameters. */
function below<Row>(
  branch: Branch<Row>,
  segments: readonly string[],
  index: number,
): { readonly operation: Row; readonly path: Record<string, string> } | undefined {
  const segment = segments[index]
  if (segment === undefined) return branch.row && withValues(branch.row, branch.parameters, segments)
  const literal = branch.literals.get(segment)
  const found = literal && below(literal, segments, index + 1)
  // A parameter is never empty: `/runs/` is another spelling of `/runs`, not a run with an empty id.
  if (found || !branch.parameter || segment === '') return found
  return below(branch.parameter, segments, index + 1)
}

function withValues<Row>(operation: Row, parameters: Branch<Row>['parameters'], segments: readonly string[]) {
  const path: Record<string, string> = {}
  for (const { name, at } of parameters) {
    const value = decoded(segments[at]!)
    if (value === undefined) return undefined
    path[name] = value
  }
  return { operation, path }
}

/** Undefined if the segment is not valid URL encoding. */
function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
