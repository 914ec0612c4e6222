// What the screen that is shown does for a key: `a` to approve, `m` to move, `y` to copy as curl.

export const ownKeys = new Map<string, () => unknown>()

export function onKey(key: string, act: () => unknown): () => void {
  ownKeys.set(key, act)
  return () => {
    if (ownKeys.get(key) === act) ownKeys.delete(key)
  }
}
