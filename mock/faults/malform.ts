// Bodies that a client should recognise as wrong.
import { type Fields, isFields } from '#openapi'
import type { Malformation } from '../control/generated/control.gen.ts'

/** Damages a JSON body: its text over the wire, and its type. Fields are those of the body, or of the first item of a list. */
export function malform(text: string, how: Malformation, field?: string): Required<Damaged> {
  return { text, type: 'application/json', ...DAMAGES[how](text, field) }
}

interface Damaged {
  readonly text?: string
  readonly type?: string
}

const DAMAGES: { readonly [How in Malformation]: (text: string, field?: string) => Damaged } = {
  'broken-json': text => ({ text: text.slice(0, Math.max(1, Math.floor(text.length * 0.7))) }),
  empty: () => ({ text: '' }),
  html: () => ({
    text: '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    type: 'text/html',
  }),
  'wrong-content-type': () => ({ type: 'text/plain' }),
  'missing-field': (text, field) => ({
    text: changed(text, field, (record, name) => void delete record[name]),
  }),
  'wrong-type': (text, field) => ({
    text: changed(text, field, (record, name) => {
      record[name] = ofAnotherType(record[name])
    }),
  }),
  // No violation: a later version of the service may add fields, and a client has to ignore them.
  'unknown-field': text => ({
    text: changed(text, undefined, record => {
      record.added_in_a_later_version = { since: '2099-01-01', values: ['new'] }
    }),
  }),
}

function changed(
  text: string,
  field: string | undefined,
  change: (record: Fields, name: string) => void,
): string {
  const body: unknown = JSON.parse(text)
  const record = recordIn(body, field)
  const name = field ?? (record && Object.keys(record)[0])
  if (record && name !== undefined) change(record, name)
  return JSON.stringify(body)
}

/** The record that has the field; the first item of a list comes before the list itself. */
function recordIn(body: unknown, field: string | undefined): Fields | undefined {
  const records: unknown[] = Array.isArray(body) ? [body[0]] : []
  if (isFields(body)) {
    for (const value of Object.values(body)) if (Array.isArray(value)) records.push(value[0])
    records.push(body)
    for (const value of Object.values(body)) records.push(value)
  }
  const known = records.filter(isFields)
  return field === undefined ? known[0] : known.find(record => field in record)
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === 'string') return { value }
  if (typeof value === 'number') return `about ${value}`
  if (Array.isArray(value)) return { items: value }
  return typeof value === 'boolean' ? String(value) : 42
}
