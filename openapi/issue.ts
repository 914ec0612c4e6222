/** One way in which a message does not fit the contract. */
export interface Issue {
  in: 'path' | 'query' | 'header' | 'body'
  /** The field, such as `acceptance_criteria[0].text`; empty for the whole body. */
  field: string
  /** A whole sentence with field, expectation and value: `body.priority must be one of …, but was 'hot'`. */
  message: string
  /** What is expected, in a few words. */
  expected: string
  /** The value found, shortened to a text if it is long; null for none. */
  received: unknown
}

/** An issue whose sentence is `<field> <says>, but was <received>`. */
export function issue(
  where: Issue['in'],
  field: string,
  expected: string,
  received: unknown,
  says?: string,
): Issue {
  const name = field === '' ? where : `${where}.${field}`
  const message = says ? `${name} ${says}` : `${name} must be ${expected}, but was ${show(received)}`
  return { in: where, field, message, expected, received: excerpt(received) }
}

const MAX_VALUE_LENGTH = 2_000

/** The value, or the start of its text if that is long; null for none. */
function excerpt(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : value
}

/** A value in a sentence: quoted if it is text, shortened if it is long. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 76)}…` : text
}
