/** Mutants of one parameter or field of an operation. */
import { issue, requirements } from '#openapi'
import { judges, type Loose } from './mutant.ts'

/** Refuses values of a parameter or field that the contract accepts; `*` is the body as a whole. */
export const refusesValue = ({ operation, in: where, field }: Place, isWrong: (value: Loose) => unknown) =>
  judges(operation, (raw, contract) => {
    const result = contract(raw)
    const value = valueAt({ in: where, field }, raw)
    return result.ok && isWrong(value)
      ? { ok: false, issues: [issue(where, field, 'another value', value)] }
      : result
  })

/** The requirements that parameters of such names have an effect. */
export const effects = (...names: string[]) =>
  requirements.requirements.flatMap(({ id: requirement, subject, operations: [operation = ''] }) =>
    subject?.in === 'query' && subject.effect && names.includes(subject.field)
      ? [{ requirement, operation, name: subject.field, value: subject.value }]
      : [],
  )

/** A parameter or field of an operation. */
export interface Place {
  readonly operation: string
  readonly in: 'body' | 'query' | 'path'
  readonly field: string
}

/** The value that a request has there. */
export function valueAt({ in: where, field }: Pick<Place, 'in' | 'field'>, raw: Loose): Loose {
  if (where === 'query') return new URLSearchParams(raw.query).get(field) ?? undefined
  return field === '*' ? raw.body : raw.body?.[field]
}
