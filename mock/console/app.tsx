// The entry of the console in the browser.
import { render } from 'preact'
import { followLinks } from './routes.ts'
import { Shell } from './shell/shell.tsx'
import { takeKeyFromAddress } from './state/control-key.ts'
import { startLive } from './state/live.ts'
import './state/settings.ts'

takeKeyFromAddress()
followLinks()
startLive()
render(<Shell />, document.getElementById('app')!)
