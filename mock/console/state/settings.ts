// Preferences, kept by the browser.
import { computed, effect, signal } from '@preact/signals'

function stored<Value extends string>(name: string, otherwise: Value) {
  const key = `agent-work-console-${name}`
  let first: Value = otherwise
  try {
    first = (localStorage.getItem(key) as Value | null) ?? otherwise
  } catch {
    // A browser that keeps nothing still shows the console.
  }
  const setting = signal<Value>(first)
  effect(() => {
    try {
      localStorage.setItem(key, setting.value)
    } catch {}
  })
  return setting
}

export const scheme = stored<'system' | 'light' | 'dark'>('scheme', 'system')
export const zone = stored<'local' | 'utc'>('zone', 'local')
export const singleKeys = stored<'on' | 'off'>('single-keys', 'on')

export const inUtc = computed(() => zone.value === 'utc')

effect(() => {
  if (scheme.value === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme.value
})
