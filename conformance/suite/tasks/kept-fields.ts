/** What is written into each field of a task to see that it is accepted and kept. */
import type { Json } from '../../reading/find-value.ts'
import { asId, mentions } from '../../reading/find-value.ts'
import { refIn } from '../../reading/record.ts'

/** True when the record shows the value, false when it shows another, undefined when it does not show the field. */
export function keeps(record: Json, field: string, value: unknown): boolean | undefined {
  if (field.endsWith('_id') && typeof value === 'string') {
    const kind = field.slice(0, -3)
    const shown = asId(record[field]) ?? refIn(record, kind) ?? refIn(record, kind.replace(/_task$/, ''))
    if (shown !== undefined) return shown === value
    return kind in record || field in record ? false : undefined
  }
  if (!(field in record)) return undefined
  const shown = record[field]
  if (field === 'due_date' && typeof value === 'string') {
    const moment =
      typeof shown === 'number' ? (shown > 1e11 ? shown : shown * 1000) : Date.parse(String(shown))
    return moment === Date.parse(value)
  }
  if (Array.isArray(value)) {
    if (!Array.isArray(shown)) return false
    return shown.length === value.length && value.every(item => mentions(shown, String(item)))
  }
  if (typeof value === 'number') return Number(shown) === value
  if (field === 'priority' && shown !== null && typeof shown === 'object')
    return mentions(shown, String(value))
  return shown === value
}
