// The entry of the console in the browser.
import { render } from 'preact'
import { controlKey } from './calls/call.ts'
import { followLinks } from './routes.ts'
import { Shell } from './shell/shell.tsx'
import { startLive } from './state/live.ts'
import './state/settings.ts'

// `#key=…`, which the start screen's link has, is kept for this tab and removed from the address.
const key = new URLSearchParams(location.hash.slice(1)).get('key')
if (key !== null) {
  controlKey.value = key
  history.replaceState(history.state, '', location.pathname + location.search)
}
followLinks()
startLive()
render(<Shell />, document.getElementById('app')!)
