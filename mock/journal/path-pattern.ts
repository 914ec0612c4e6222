import { patternTest } from './pattern.ts'

const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/** Compiles a pattern for whole paths. `*` stands for any text without a slash, `**` for any text. */
export function pathTest(wanted: string): (path: string) => boolean {
  const parts = wanted.split(/(\*\*|\*)/).map(part => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(SPECIAL, '\\$&')
  })
  return patternTest(`^${parts.join('')}$`)
}
