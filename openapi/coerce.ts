// Text of a path or a query becomes the value that the contract's type asks for. Stricter than most servers, so that
// a client that works here works anywhere: no '1e1', no ' 7 ', no 'yes'.
import type { SchemaType } from './contract.ts'

const integer = /^-?(0|[1-9]\d*)$/
const number = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** The value of a text for a parameter of these types; the text itself where it fits none of them. */
export function coerce(text: string, types: ReadonlySet<SchemaType>): unknown {
  if (text === '' && types.has('null')) return null
  if (types.has('integer') && integer.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  if (types.has('number') && number.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
