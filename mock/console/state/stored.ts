import { effect, signal } from '@preact/signals'

/**
 * A value that the browser keeps: `localStorage` for all tabs and visits, `sessionStorage` for this tab and its reloads.
 * A browser that keeps nothing still shows the console.
 */
export function stored<Value>(storage: 'localStorage' | 'sessionStorage', name: string, otherwise: Value) {
  const key = `agent-work-console-${name}`
  const isText = typeof otherwise === 'string'
  const kept = signal(otherwise)
  try {
    const text = globalThis[storage].getItem(key)
    if (text !== null) kept.value = (isText ? text : JSON.parse(text)) as Value
  } catch {}
  effect(() => {
    const { value } = kept
    try {
      globalThis[storage].setItem(key, isText ? String(value) : JSON.stringify(value))
    } catch {}
  })
  return kept
}
