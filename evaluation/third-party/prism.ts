// An independent judge: Prism's proxy in front of a mock turns a reply that does not fit the contract into an error.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../mock/testing/free-ports.ts'
import { thirdParty } from './install.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts Prism in front of a mock; requests pass it unjudged, replies do not. Streams must not go through it. */
export async function prismInFrontOf(upstream: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort()
  const prism = spawn(
    process.execPath,
    [
      join(thirdParty('@stoplight/prism-cli'), 'dist/index.js'),
      'proxy',
      here('../../openapi/generated/openapi.json'),
      upstream,
      ...['--errors', '--validate-request=false', '--port', String(port)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    prism.stdout.on('data', text => {
      printed += text
      if (printed.includes('Prism is listening')) resolve()
    })
    prism.on('exit', () => reject(new Error(`Prism did not start: ${printed}`)))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => prism.kill() }
}

/** What Prism says of a reply that it checked; null when it has nothing against it. */
export async function verdictOf(response: Response): Promise<string | null> {
  const violations = response.headers.get('sl-violations')
  if (response.status !== 500 && violations === null) return null
  return violations ?? (await response.text())
}
