import { isFields } from '#openapi'
import type { Path, Report } from './problem.ts'

/**
 * Merges a world over another one: entries by handle, their members by name. Null removes an entry or member of the
 * base. Tasks are appended to those of the base; any other list replaces that of the base.
 */
export function mergeWorlds(base: unknown, over: unknown, path: Path = []): unknown {
  if (over === null && base !== undefined) return undefined
  // A handle without a value is an entry with all defaults.
  if (over === null && path.length === 2) return {}
  if (path.length === 1 && path[0] === 'tasks' && Array.isArray(base) && Array.isArray(over))
    return [...(base as unknown[]), ...(over as unknown[])]
  if (!isFields(base) || !isFields(over) || !isMerged(path))
    return isFields(over) && isMerged(path) ? mergeWorlds({}, over, path) : over
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) {
    const member = mergeWorlds(base[name], value, [...path, name])
    if (member === undefined) delete merged[name]
    else merged[name] = member
  }
  return merged
}

/** Merges the files of a folder. A member that occurs in two of them is reported at the second. */
export function joinWorlds(first: unknown, second: unknown, report: Report, path: Path = []): unknown {
  if (first === undefined) return second
  if (path[0] === 'tasks' && Array.isArray(first) && Array.isArray(second))
    return [...(first as unknown[]), ...(second as unknown[])]
  if (path.length > 1 || !isFields(first) || !isFields(second)) {
    report(path, 'stands in two files of the folder; put it into one')
    return path.length > 1 ? undefined : second
  }
  const joined: Record<string, unknown> = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const known = first[name]
    // Every file may name its schema and version.
    if (known !== undefined && (name === '$schema' || name === 'world') && path.length === 0) continue
    joined[name] = joinWorlds(known, value, report, [...path, name])
  }
  return joined
}

/** Whether maps at this path are merged by member instead of replaced. */
function isMerged(path: Path): boolean {
  const [kind, inner] = path
  if (path.length <= 1) return true
  if (kind === 'history')
    return path.length === 2 || (path.length === 3 && (inner === 'agents' || inner === 'workflows'))
  return path.length === 2 && kind !== 'company'
}
