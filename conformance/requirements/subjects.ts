/** Finds requirements by their subject, so that checks derived from the contract need no list of ids. */
import { requirements, type Subject } from './contract.ts'

/** Every requirement about a field, parameter or body of that operation. */
export function subjectsOf(operationId: string): { id: string; subject: Subject }[] {
  return requirements.flatMap(({ id, subject, operations }) =>
    subject && operations[0] === operationId ? [{ id, subject }] : [],
  )
}

/** The requirements about invalid requests to that operation. */
export function refusalsOf(operationId: string, where: Subject['in']): { id: string; subject: Subject }[] {
  return subjectsOf(operationId).filter(
    ({ subject }) => subject.in === where && /^(refuses|bound)-/.test(subject.case),
  )
}

export const idsOf = (rows: readonly { id: string }[]) => rows.map(row => row.id)
