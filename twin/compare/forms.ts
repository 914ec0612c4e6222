/** The form of a value: what anybody sees in it without knowing what it means. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

/** The first form that fits; a text that fits none is `text`. */
const TEXT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'uuid'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, 'iso-ms-z'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, 'iso-seconds-z'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/, 'iso-ms-offset'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}([+-]\d{2}:\d{2}|Z)$/, 'iso-micro-offset'],
  [/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/, 'iso-seconds-offset'],
  [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'sql-seconds'],
  [/^\d{4}-\d{2}-\d{2}$/, 'day'],
  [/^\d{4}-\d{2}$/, 'month'],
  [/^PT[\d.]+S$|^PT(\d+H)?(\d+M)?([\d.]+S)?$/, 'iso-duration'],
  [/^-?\d+$/, 'digits'],
]

export function formOf(value: unknown): string {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'number'
    if (value > 1e12 && value < 1e13) return 'epoch-ms'
    if (value > 1.2e9 && value < 1e10) return 'epoch-s'
    return 'number'
  }
  if (typeof value !== 'string') return kindOf(value)
  const decimals = /^-?\d+\.(\d+)$/.exec(value)?.[1]
  if (decimals !== undefined) return 'decimal'
  return TEXT_FORMS.find(([test]) => test.test(value))?.[1] ?? 'text'
}

/** The form of an instant or a day; undefined for anything else. */
export function instantForm(value: unknown): string | undefined {
  const form = formOf(value)
  return /^(iso|epoch|sql|day)/.test(form) && form !== 'iso-duration' ? form : undefined
}
