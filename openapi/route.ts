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
  /** The names of the parameters on the path to this node. */
  names: readonly string[]
}

/** Finds the operation of the service for a method and a path without query. */
export const route = routerOf(Object.values<OperationRow>(operations))

/** Returns a function that finds one of the operations by method and path without query. */
export function routerOf<Row extends OperationRow>(rows: readonly Row[]) {
  const trees = new Map<string, Branch<Row>>()
  for (const row of rows) trees.set(row.method, withRow(trees.get(row.method) ?? emptyBranch(), row))
  const methods = [...trees.keys()] as Method[]
  const find = (method: string, path: string) => {
    const tree = trees.get(method)
    return tree && below(tree, path, 0, NO_VALUES)
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

const NO_VALUES: readonly string[] = []

function emptyBranch<Row>(): Branch<Row> {
  return { literals: new Map(), parameter: undefined, row: undefined, names: [] }
}

function withRow<Row extends OperationRow>(tree: Branch<Row>, row: Row): Branch<Row> {
  let branch = tree
  const names: string[] = []
  for (const segment of row.path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name !== undefined) {
      names.push(name)
      branch = branch.parameter ??= emptyBranch()
      continue
    }
    const next = branch.literals.get(segment) ?? emptyBranch<Row>()
    branch.literals.set(segment, next)
    branch = next
  }
  Object.assign(branch, { row, names })
  return tree
}

/** The operation for the path from this character on. Literal segments take precedence over parameters. */
function below<Row>(
  branch: Branch<Row>,
  path: string,
  from: number,
  values: readonly string[],
): { readonly operation: Row; readonly path: Record<string, string> } | undefined {
  if (from > path.length) return branch.row && withValues(branch.row, branch.names, values)
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  const literal = branch.literals.get(segment)
  const found = literal && below(literal, path, end + 1, values)
  // A parameter is never empty: `/runs/` is another spelling of `/runs`, not a run with an empty id.
  if (found || !branch.parameter || segment === '') return found
  return below(branch.parameter, path, end + 1, [...values, segment])
}

function withValues<Row>(operation: Row, names: readonly string[], values: readonly string[]) {
  const path: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const sent = values[at]!
    const value = sent.includes('%') ? decoded(sent) : sent
    if (value === undefined) return undefined
    path[name] = value
  }
  return { operation, path }
}

/** Undefined if the segment is not valid URL encoding. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
