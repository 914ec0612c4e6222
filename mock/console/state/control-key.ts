import { controlKey } from '../calls/call.ts'

/** Keeps `#key=…`, which the start screen's link has, for this tab, and removes it from the address. */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key === null) return
  controlKey.set(key)
  history.replaceState(history.state, '', location.pathname + location.search)
}
