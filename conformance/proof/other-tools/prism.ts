import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractWithExamples, type Sent, session } from './sample-session.ts'
import { TOOL_KEY } from './switching-proxy.ts'
import type { Tool } from './tool.ts'

/** Prism's proxy judges each reply of a recorded session by the contract; a status other than recorded counts too. */
export const prism: Tool = {
  name: 'Prism',
  packages: [],
  async start({ url, world, folder }) {
    const port = await freePort()
    const file = join(folder, 'contract.json')
    writeFileSync(file, JSON.stringify(contractWithExamples(world, url)))
    const program = fileURLToPath(
      new URL('../../../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url),
    )
    const flags = ['proxy', file, url, '--validate-request=false', '--port', String(port)]
    const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>(resolve => {
      child.stdout.on('data', (text: Buffer) => {
        if (String(text).includes('Prism is listening')) resolve()
      })
    })
    const sent = session(world)
    const recorded = new Map<string, number>()
    return {
      judge: async () => ({
        checks: sent.length,
        failed: await replay(sent, `http://127.0.0.1:${port}`, recorded),
      }),
      stop: () => child.kill(),
    }
  },
}

/** Sends the session through Prism; the statuses of the first time are the recorded ones. */
async function replay(
  sent: readonly Sent[],
  url: string,
  recorded: Map<string, number>,
): Promise<Set<string>> {
  const failed = new Set<string>()
  for (const { what, method, path, body, key } of sent) {
    const secret = key === 'right' ? TOOL_KEY : 'sk-nobody-knows-this-key'
    const reply = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== 'none' && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    }).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => undefined)
    const said = reply?.headers.get('sl-violations') ?? ''
    const against = /"location":\["response/.test(said) || (reply?.status === 500 && said !== '')
    if (against) failed.add(`${what}: the reply does not fit the contract`)
    const status = reply?.status ?? 0
    const before = recorded.get(what)
    if (before === undefined) recorded.set(what, status)
    else if (before !== status) failed.add(`${what}: ${status} instead of ${before}`)
  }
  return failed
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise(resolve => probe.close(resolve))
  return port
}
