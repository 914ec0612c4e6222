// Paths of templates: reads the member of a value at a path, and computed members of pages.
import { type Fields, isFields, type Schema } from '#openapi'
import { madeOnDemand } from '../store/on-demand.ts'

/** The computed members of a page: whether there are more rows, its number, and the number of pages. */
export const PAGE_MEMBERS: Readonly<Record<string, Schema>> = {
  more: { type: 'boolean' },
  page: { type: 'integer' },
  pages: { type: 'integer' },
}

function pageMember(page: Fields, name: string): unknown {
  if (!Array.isArray(page.data)) return undefined
  const { total, limit, offset, next_cursor: cursor } = page
  const [start, size] = [Number(offset ?? 0), Number(limit ?? 0)]
  switch (name) {
    case 'more':
      return typeof total === 'number'
        ? start + page.data.length < total
        : cursor !== null && cursor !== undefined
    case 'page':
      return size > 0 ? Math.floor(start / size) + 1 : 1
    default:
      return size > 0 ? Math.ceil(Number(total) / size) : 1
  }
}

function memberOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined
  const value = (source as Fields)[name]
  return value === undefined && name in PAGE_MEMBERS && isFields(source) ? pageMember(source, name) : value
}

/** A compiled reader for a path. */
export function reader(path: readonly string[]): (source: unknown) => unknown {
  const [only, ...others] = path
  if (only === undefined) return source => source
  if (others.length === 0) return source => memberOf(source, only)
  const rest = reader(others)
  return source => rest(memberOf(source, only))
}

export function valueAt(source: unknown, path: string): unknown {
  return readerOf(path)(source)
}

const readerOf = madeOnDemand((path: string) => reader(pathOf(path)))

export function pathOf(text: string): string[] {
  return text === '.' || text === '' ? [] : text.split('.')
}
