/** A recorded request with the mock's ids in place of the recorded ones. */
import { isDeepStrictEqual } from 'node:util'
import { operations } from '#openapi'
import type { Call } from '../recording/calls.ts'
import { kindsNamed } from './id-kinds.ts'
import type { IdMap } from './id-map.ts'
import { bodyOf, cursorOfList } from './request-names.ts'

export function renamed(call: Call, ids: IdMap): { path: string; query: string; body: string | undefined } {
  const rename = (name: string, value: string) => renamedValue(name, value, call, ids)
  return { path: pathOf(call, rename), query: queryOf(call, rename), body: bodyText(call, rename) }
}

type Rename = (name: string, value: string) => string

function pathOf({ path, operation, params }: Call, rename: Rename): string {
  if (operation === undefined) return path
  return operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(rename(name, params[name] ?? '')),
  )
}

function queryOf({ query }: Call, rename: Rename): string {
  const pairs = [...new URLSearchParams(query)]
  const now = pairs.map(([name, value]): [string, string] => [name, rename(name, value)])
  return isDeepStrictEqual(now, pairs) ? query : new URLSearchParams(now).toString()
}

function bodyText(call: Call, rename: Rename): string | undefined {
  const { body } = call
  if (body === undefined) return undefined
  const fields = bodyOf(call)
  const own = (name: string, value: unknown): unknown =>
    typeof value === 'string' ? rename(name, value) : value
  const now = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(one => own(name, one)) : own(name, value),
    ]),
  )
  return isDeepStrictEqual(now, fields) ? body : JSON.stringify(now)
}

/** The mock's counterpart of a value; the value itself if it has none. */
export function renamedValue(name: string, value: string, call: Call, ids: IdMap): string {
  const kinds = kindsNamed(name, call)
  const known =
    (name === 'cursor' ? ids.get(kinds, cursorOfList(value, call)) : undefined) ?? ids.get(kinds, value)
  if (known !== undefined) return known
  if (name !== 'ref') return value
  const [, prefix, number = ''] = /^(.*-)?(\d+)$/.exec(value) ?? []
  const task = ids.get(['number'], number)
  return task !== undefined && prefix !== undefined ? `OPS-${task}` : value
}
