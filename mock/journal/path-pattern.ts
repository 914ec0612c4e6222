const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/** A pattern for whole paths, in which `*` stands for any text without a slash and `**` for any text. */
export function pathPattern(wanted: string): RegExp {
  const parts = wanted.split(/(\*\*|\*)/).map(part => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(SPECIAL, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`)
}
