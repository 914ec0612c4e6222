// The health check of the image: whether its mock accepts requests, on the port set by a flag or variable of the
// container.
import { readFileSync } from 'node:fs'

const reply = await fetch(`http://127.0.0.1:${port()}/_mock/ready`).catch(() => undefined)
process.exit(reply?.ok ? 0 : 1)

function port() {
  const args = readFileSync(process.argv[2] ?? '/proc/1/cmdline', 'utf8').split('\0')
  const at = args.findLastIndex(arg => /^(--port|-p)(=|$)/.test(arg))
  const said = at < 0 ? undefined : (args[at].split('=')[1] ?? args[at + 1])
  return said ?? process.env.AGENT_WORK_MOCK_PORT ?? 4010
}
