import { signal } from '@preact/signals'
import { controlKey, onKeyNeeded } from '../calls/call.ts'

/** Whether the mock asks for the text that it was started with. */
export const isKeyNeeded = signal(false)

onKeyNeeded(() => {
  isKeyNeeded.value = true
})

/** `#key=…`, as the start screen has it, is kept for this tab and wiped from the address at once. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return
  controlKey.set(key)
  history.replaceState(history.state, '', location.pathname + location.search)
}
