// What keys open, and what they do on the screen shown.
import { signal } from '@preact/signals'

export const isPaletteOpen = signal(false)
export const isHelpOpen = signal(false)

export function openPalette(): void {
  isPaletteOpen.value = true
}

/** What a screen does for a key: `a` to approve, `m` to move, `y` to copy as curl. */
export const ownKeys = new Map<string, () => void>()

export function onKey(key: string, act: () => void): () => void {
  ownKeys.set(key, act)
  return () => {
    if (ownKeys.get(key) === act) ownKeys.delete(key)
  }
}
