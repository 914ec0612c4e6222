// Who is measured: the mock as its users run it, the limit, and other mocks on the same contract.
import { type ChildProcess, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../mock/testing/free-ports.ts'
import { agentWork } from '../../scripts/mock-process.ts'
import { installThirdParty, thirdParty } from '../third-party/install.ts'
import { cpuSeconds, root, startNode, stop } from './processes.ts'
import { ADMIN } from './requests.ts'

/** A reply that the mock gave, by method and path with query. */
export interface Recording {
  readonly key: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Name = 'mock' | 'checkout' | 'bare' | 'prism' | 'mockoon'

/** The arguments for Node that start a contestant at a port. */
export type Command = (port: number) => readonly string[]

const contract = 'openapi/generated/openapi.json'

/** Thousands of runs a second would soon have spent all that is in the demo's wallet. */
const mockAt: Command = port => ['mock', '--port', String(port), '--gap', 'empty-wallet=allow']

/** As whoever installed the package runs it; there after `npm run build`. */
export const mock: Command = port => ['dist/bin/agent-work.js', ...mockAt(port)]

/** As `npm start` runs it in a clone. */
export const checkout: Command = port => [...agentWork, ...mockAt(port)]

export function bare(recordings: readonly Recording[]): Command {
  // In a file, because they are longer than an argument may be.
  const file = join(mkdtempSync(join(tmpdir(), 'agent-work-bench-bare-')), 'replies.json')
  writeFileSync(file, JSON.stringify(recordings))
  return port => ['evaluation/bench/programs/bare.js', String(port), file]
}

export const prism: Command = port => {
  installThirdParty()
  const cli = join(thirdParty('@stoplight/prism-cli'), 'dist/index.js')
  return [cli, 'mock', '-v', 'silent', '--port', String(port), contract]
}

const MOCKOON = '@mockoon/cli@9.9.0'

/** Mockoon is no dependency: it is installed into a scratch folder when it is wanted, but not for a quick look. */
export function mockoon(quick: boolean): Command | undefined {
  const folder = join(tmpdir(), 'agent-work-bench-mockoon')
  const cli = join(folder, 'node_modules/@mockoon/cli/bin/run.js')
  if (!quick && !existsSync(cli)) {
    mkdirSync(folder, { recursive: true })
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, MOCKOON]
    spawnSync('npm', install, { stdio: 'ignore', timeout: 240_000 })
  }
  if (!existsSync(cli)) return undefined
  const args = ['start', '--data', join(root, contract), '--disable-log-to-file']
  return port => [cli, ...args, '--port', String(port)]
}

/** A contestant that answers. */
export interface Running extends AsyncDisposable {
  readonly port: number
  readonly child: ChildProcess
  /** Milliseconds from its start to its first reply. */
  readonly ms: number
  /** Seconds of processor time that it has used so far; NaN where the system does not tell. */
  readonly cpu: () => number
}

/** How a contestant is started: what it is asked first, in which folder, at which port. */
interface Start {
  readonly request?: string
  readonly folder?: string
  readonly port?: number
}

/** Starts a contestant and waits for its first reply. */
export async function start(command: Command, how: Start = {}): Promise<Running> {
  const { request, folder, port = await freePort() } = how
  const began = performance.now()
  const child = startNode(command(port), 'server', ['ignore', 'ignore', 'inherit'], folder)
  await firstReply(port, child, request)
  const ms = performance.now() - began
  return { port, child, ms, cpu: () => cpuSeconds(child), [Symbol.asyncDispose]: () => stop(child) }
}

/** Asks until something answers, whatever it says. */
export async function firstReply(port: number, child: ChildProcess, path = '/_mock/health'): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended before it answered`)
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: ADMIN })
      await response.arrayBuffer()
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 2))
    }
  }
}
