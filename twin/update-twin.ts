/** Learns a twin again: keeps what a person wrote and what was not seen this time. */

import type { Twin } from '#mock'
import { isFields } from '#openapi'

export function updatedTwin(before: Twin, again: Twin): Twin {
  const now = withoutGuesses(before, again)
  const merged = merge(before, now, 0) as Twin
  const hand = before.hand ?? []
  const kept = structuredClone(merged) as unknown as Record<string, unknown>
  for (const path of hand) copy(before as unknown as Record<string, unknown>, kept, withRoot(path))
  return {
    ...(kept as unknown as Twin),
    ...(hand.length > 0 ? { hand } : {}),
    unsure: (now.unsure ?? []).filter(({ at }) => !hand.some(path => at.startsWith(path))),
  }
}

/** What was shown before is better than a guess. */
function withoutGuesses(before: Twin, { unseen = [], ...now }: Twin): Twin {
  const known = Object.keys(before.dialect?.replies ?? {}).filter(
    id => !before.unseen?.some(one => one === id),
  )
  const replies = Object.entries(now.dialect?.replies ?? {})
  const isShown = (id: string) => !unseen.some(one => one === id) || !known.includes(id)
  return {
    ...now,
    unseen: unseen.filter(id => !known.includes(id)),
    dialect: { ...now.dialect, replies: Object.fromEntries(replies.filter(([id]) => isShown(id))) },
  }
}

/** Paths start below `dialect`, unless they name another part. */
function withRoot(path: string): string[] {
  const parts = path.split('.')
  return ['answers', 'dialect', 'of', 'pace'].includes(parts[0] ?? '') ? parts : ['dialect', ...parts]
}

/** New operations, codes, records and words replace earlier ones; the others stay. */
function merge(before: unknown, now: unknown, depth: number): unknown {
  if (depth > 2 || !isFields(before) || !isFields(now)) return now ?? before
  return Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].map(key => [
      key,
      key in now ? merge(before[key], now[key], depth + 1) : before[key],
    ]),
  )
}

function copy(
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
): void {
  if (rest.length === 0) {
    if (name in from) to[name] = from[name]
    else delete to[name]
    return
  }
  to[name] ??= {}
  const [inner, target] = [from[name], to[name]]
  if (isFields(inner) && isFields(target)) copy(inner, target, rest)
}
