// Preferences, kept by the browser.
import { computed, effect } from '@preact/signals'
import { stored } from './stored.ts'

export const scheme = stored<'system' | 'light' | 'dark'>('localStorage', 'scheme', 'system')
export const zone = stored<'local' | 'utc'>('localStorage', 'zone', 'local')
export const singleKeys = stored<'on' | 'off'>('localStorage', 'single-keys', 'on')

export const inUtc = computed(() => zone.value === 'utc')

effect(() => {
  if (scheme.value === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme.value
})
