/** The members of a JSON object. */
export type Fields = Record<string, unknown>

/** Whether a value is an object and not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
