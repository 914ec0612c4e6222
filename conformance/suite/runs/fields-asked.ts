import { isObject, type Json, places } from '../../extract/find-value.ts'

/** The fields that a run's record (or its question) asks for, with a value that fits each field's type. */
export function fieldsAsked(record: unknown, nonce: string): Json | undefined {
  for (const { name, value } of places(record)) {
    if (!/field|question|form|schema|propert/i.test(name)) continue
    if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
      const entries = value.map(field => [field.name ?? field.id ?? field.key, fill(field, nonce)] as const)
      if (entries.every(([key]) => typeof key === 'string')) return Object.fromEntries(entries) as Json
    }
    if (/propert/i.test(name) && isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, fill(isObject(field) ? field : {}, nonce)]),
      )
    }
  }
  return undefined
}

function fill(field: Json, nonce: string): unknown {
  const choices = field.options ?? field.choices ?? field.enum ?? field.values
  if (Array.isArray(choices) && choices.length > 0) {
    const first: unknown = choices[0]
    return isObject(first) ? (first.value ?? first.id ?? first.name) : first
  }
  const type = String(field.type ?? field.kind ?? 'text')
  if (/num|int|float|amount/i.test(type)) return 7
  if (/bool|check/i.test(type)) return true
  if (/date/i.test(type)) return '2031-05-04'
  return `heron-${nonce}`
}
