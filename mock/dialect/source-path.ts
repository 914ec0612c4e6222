// Paths of templates: reads the member of a value at a path, and what lists can be asked for beside their members.
import type { Fields, Schema } from '#openapi'

/** What a list can be asked for beside its members. */
const VIRTUAL: Readonly<Record<string, Schema>> = {
  more: { type: 'boolean' },
  page: { type: 'integer' },
  pages: { type: 'integer' },
}

export function virtualMember(rows: Schema | undefined, name: string): Schema | undefined {
  return rows ? VIRTUAL[name] : undefined
}

function virtualValue(list: Fields, name: string): unknown {
  if (!Array.isArray(list.data)) return undefined
  const { total, limit, offset = 0, next_cursor: cursor } = list as Record<string, number | null>
  switch (name) {
    case 'more':
      return typeof total === 'number'
        ? Number(offset) + list.data.length < total
        : cursor !== null && cursor !== undefined
    case 'page':
      return limit ? Math.floor(Number(offset) / limit) + 1 : 1
    case 'pages':
      return limit ? Math.ceil(Number(total) / limit) : 1
    default:
      return undefined
  }
}

export function reader(path: readonly string[]): (source: unknown) => unknown {
  const [only, ...others] = path
  if (only === undefined) return source => source
  const first = (source: unknown) => {
    if (typeof source !== 'object' || source === null) return undefined
    const value = (source as Fields)[only]
    return value === undefined && only in VIRTUAL ? virtualValue(source as Fields, only) : value
  }
  if (others.length === 0) return first
  const rest = reader(others)
  return source => rest(first(source))
}

export function pathOf(text: string): string[] {
  return text === '.' ? [] : text.split('.')
}
