/** The contract as the suite needs it: operations by id, the requirements, the gaps. */
import {
  document,
  type OperationRow,
  operations,
  parametersOf,
  type Requirement as Registered,
  requirements as register,
  type Scope,
} from '#openapi'

export type Operation = OperationRow

/** A stated sentence; ids are plain texts, so that tests may define their own. */
export type Requirement = Pick<Registered, 'section' | 'statement' | 'severity' | 'reply'> & {
  id: string
  operations: readonly string[]
  subject?: Subject
  needs?: Omit<NonNullable<Registered['needs']>, 'scopes'> & { scopes?: readonly Scope[] }
}

/** The field or parameter of a requirement, and what is stated about it. */
export type Subject = Omit<NonNullable<Registered['subject']>, 'in'> & { in: 'body' | 'query' }

export const allOperations: readonly Operation[] = Object.values(operations)

const byId = new Map(allOperations.map(row => [row.id, row]))

export function operation(id: string): Operation {
  const found = byId.get(id)
  if (!found) throw new Error(`the contract has no operation ${id}`)
  return found
}

/**
 * What a request without parameters may have to name, in the forms that a service may know: of these parameters neither a
 * null nor a default is stated.
 */
export function namedQueries(operationId: string): Record<string, Scalar>[] {
  const { queryParams, rateLimit } = operation(operationId)
  const open = queryParams.filter(
    ({ nullable, gaps }) => !nullable && gaps.some(gap => gap.endsWith('-default')),
  )
  if (!rateLimit || open.length === 0) return []
  const forms = parametersOf(document, operation(operationId)).flatMap(({ name, schema }) => {
    const { default: usual, examples = [] } = schema as Valued
    return open.some(one => one.name === name) ? [[usual, ...examples].map(value => ({ [name]: value }))] : []
  })
  const most = Math.max(...forms.map(({ length }) => length))
  return Array.from({ length: most }, (_, n) => Object.assign({}, ...forms.map(one => one[n] ?? one[0])))
}

/** Whether a request may have to name a time zone, in a form that is not stated: one that is refused with 422 shows nothing. */
export const mayLackForm = (operationId: string): boolean =>
  operation(operationId).queryParams.some(({ gaps }) => gaps.includes('tz-default'))

type Scalar = string | number
interface Valued {
  default: Scalar
  examples?: readonly Scalar[]
}

/** The scope of an operation; that of the chat stream is assumed. */
export const scopeOf = (id: string) => operation(id).scopes[0]![0] as Scope

/** In the order of the specification: section 2.1 comes before section 3. */
const bySection = (a: { section: string }, b: { section: string }) => Number(a.section) - Number(b.section)

export const requirements: readonly Requirement[] = (
  register.requirements as readonly Requirement[]
).toSorted(bySection)
export const excluded = register.excluded.toSorted(bySection)
export const sections = register.sections

/** Every requirement about a field, parameter or body of that operation. */
export function subjectsOf(operationId: string): { id: string; subject: Subject }[] {
  return subjects.get(operationId) ?? []
}

const subjects = Map.groupBy(
  requirements.flatMap(({ id, subject, operations: [judged = ''] }) =>
    subject ? [{ id, subject, judged }] : [],
  ),
  ({ judged }) => judged,
)

/** Whether the requirement states that a request is refused with 422. */
const refuses = ({ case: kind }: Subject): boolean => /^(refuses|bound)-/.test(kind)

/** The refusal that a requirement states, by its status where that is stated. */
export function statedRefusal({ subject, reply }: Requirement): '422' | '403' | 'a refusal' | undefined {
  if (subject && refuses(subject)) return '422'
  if (reply === 'refused-403') return '403'
  return reply === 'refused' ? 'a refusal' : undefined
}

/** The requirements about invalid requests to that operation. */
export function refusalsOf(operationId: string, where: Subject['in']): { id: string; subject: Subject }[] {
  return subjectsOf(operationId).filter(({ subject }) => subject.in === where && refuses(subject))
}

/** The requirements that these fields, or words of them, are accepted; without fields those of all. */
export const acceptanceIds = (operationId: string, fields?: readonly string[]): string[] =>
  idsOf(
    subjectsOf(operationId).filter(
      ({ subject }) => /^accepts(-listed)?$/.test(subject.case) && (fields?.includes(subject.field) ?? true),
    ),
  )

/** The requirement that a field is accepted with that value. */
export const acceptanceOf = (operationId: string, field: string, value: unknown): string | undefined =>
  subjectsOf(operationId).find(
    ({ subject }) =>
      subject.field === field &&
      (subject.case === 'accepts' ||
        (subject.case === 'accepts-listed' && subject.value === value) ||
        (subject.case === 'accepts-null' && value === null)),
  )?.id

/** The requirement that states the success status of an operation, alone or with the content of the reply. */
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

/** The ids of such requirements about one operation, by that operation. */
const byOperation = (isOne: (one: Requirement) => boolean): ReadonlyMap<string, string> =>
  new Map(
    (register.requirements as readonly Requirement[])
      .filter(one => one.operations.length === 1 && isOne(one))
      .map(one => [one.operations[0]!, one.id]),
  )

/** The requirement that an operation refuses keys without its scope, by operation. */
export const scopeRequirements = byOperation(({ needs }) => needs?.keys?.includes('without-scope') ?? false)

/** By operation: the requirements that members are refused, and that managers see their own teams only. */
export const roleRequirements: Readonly<Record<'member' | 'manager', ReadonlyMap<string, string>>> = {
  member: byOperation(({ needs, reply }) => needs?.role === 'member' && reply === 'refused-403'),
  manager: byOperation(({ needs, subject }) => needs?.role === 'manager' && subject === undefined),
}

export const idsOf = (rows: readonly { id: string }[]) => rows.map(row => row.id)
