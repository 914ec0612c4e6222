// Moves rate limits from the table `x-rate-limits` of the root document to their operations, as `x-rate-limit`, where
// server and tools read them.
import { asObject, operationsOf } from '../../openapi/raw-document.ts'
import type { JsonObject, Problem, Sources } from './sources.ts'

/** Moves the rows of the table to their operations. */
export function spreadRateLimits(document: JsonObject, sources: Sources): Problem[] {
  const { requests, ...shared } = asObject(document['x-rate-limits'])
  delete document['x-rate-limits']
  const table = asObject(requests)
  const operations = new Map(operationsOf(document).map(({ id, operation }) => [id, operation]))
  return Object.entries(table).flatMap(([id, number]) => {
    const operation = operations.get(id)
    const problem = (what: string, todo: string) => {
      const place = sources.placeOf(table, id) ?? { file: 'openapi.yaml', line: 1 }
      return [{ ...place, where: 'x-rate-limits', what, todo }]
    }
    if (!operation)
      return problem(`has a row for ${id}, which is not an operation.`, 'Correct the operationId.')
    if (!Number.isInteger(number))
      return problem(`has no whole number for ${id}.`, 'Write how many requests a window holds.')
    operation['x-rate-limit'] = { requests: number, ...shared }
    return []
  })
}
