// Every read of the contract that a workspace can answer: for the newest things of each kind, and with each value of a
// parameter.
import { document, kindOf, type OperationRow, operations, parametersOf, rightValues } from '#openapi'
import { rowsNamed } from '../world/resource-rows.ts'
import type { Workspace } from '../world/workspace.ts'

/** The number of things of a kind that are read one by one. */
const THINGS = 6

/** The paths of all reads that are no streams. */
export function everyRead(workspace: Workspace): string[] {
  const rows = Object.values(operations) as OperationRow[]
  return rows
    .filter(row => row.method === 'GET' && !row.streams)
    .flatMap(row => pathsOf(workspace, row).flatMap(path => [path, ...withParameters(workspace, row, path)]))
}

/** The paths of an operation, for each of the newest things that it reads. */
function pathsOf({ tables }: Workspace, { path }: OperationRow): string[] {
  const named = /\{(\w+)\}(?!.*\{)/.exec(path)?.[1]
  if (named === undefined) return [path]
  if (path.startsWith('/workflows/{workflow_id}/runs/{'))
    return tables.workflowRuns
      .all()
      .slice(-THINGS)
      .map(run => filled(path, { workflow_id: run.workflowId, run_id: run.id }))
  if (named === 'ref')
    return tables.tasks
      .all()
      .slice(-THINGS)
      .map(task => filled(path, { ref: task.reference }))
  return idsOf(tables, named).map(id => filled(path, { [named]: id }))
}

/** The ids of the newest things that a parameter names. */
function idsOf(tables: Workspace['tables'], parameter: string): string[] {
  const rows = rowsNamed(tables, kindOf(parameter) ?? '') ?? []
  return rows.slice(-THINGS).map(({ id }) => id)
}

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name))
}

/** The same path with each value of each query parameter. */
function withParameters({ tables }: Workspace, row: OperationRow, path: string): string[] {
  return parametersOf(document, row)
    .filter(parameter => parameter.in === 'query' && parameter.name !== 'cursor')
    .flatMap(({ name, schema }) =>
      rightValues(document, schema, name, kind => idsOf(tables, `${kind}_id`))
        .filter(value => typeof value !== 'object')
        .map(value => `${path}?${name}=${encodeURIComponent(String(value))}`),
    )
}
