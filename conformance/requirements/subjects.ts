/** Finds requirements by their subject, so that checks derived from the contract need no list of ids. */
import { type Requirement, requirements, type Subject } from './contract.ts'

/** Every requirement about a field, parameter or body of that operation. */
export function subjectsOf(operationId: string): { id: string; subject: Subject }[] {
  return requirements.flatMap(({ id, subject, operations }) =>
    subject && operations[0] === operationId ? [{ id, subject }] : [],
  )
}

/** Whether the requirement states that a request is refused with 422. */
export const refuses = ({ case: kind }: Subject): boolean => /^(refuses|bound)-/.test(kind)

/** The requirements about invalid requests to that operation. */
export function refusalsOf(operationId: string, where: Subject['in']): { id: string; subject: Subject }[] {
  return subjectsOf(operationId).filter(({ subject }) => subject.in === where && refuses(subject))
}

/** The requirement that states with which status an operation succeeds, be it alone or with what the reply holds. */
export function successRequirement(operationId: string): Requirement | undefined {
  return successRequirements.get(operationId)
}

const successRequirements = new Map(
  requirements.flatMap(one =>
    (one.reply === 'status' || one.reply === 'content') && !one.subject
      ? [[one.operations[0], one] as const]
      : [],
  ),
)

export const idsOf = (rows: readonly { id: string }[]) => rows.map(row => row.id)
