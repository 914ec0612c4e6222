// Shards behind HAProxy: what the proxy costs.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../mock/testing/free-ports.ts'
import { firstReply, mock } from './contestants.ts'
import { cpuSeconds, Program, pinned, root, startNode, stop } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import { read, wire } from './requests.ts'
import type { Recorder } from './results.ts'

const CONNECTIONS = 32

interface Size {
  readonly rounds: number
  readonly ms: number
}

/**
 * One mock beside two shards and the proxy: the same calls, and the processor time that they take in all. Needs the program
 * `haproxy`; without it the part is left out with a note.
 */
export async function shards(recorder: Recorder, { rounds, ms }: Size): Promise<void> {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    recorder.note('Shards were left out: HAProxy is not installed.')
    return
  }
  const load = new Program('load', 'load')
  const cluster = await Cluster.start(2)
  const port = await freePort()
  const single = startNode([...mock(port), '--log', 'off'], 'server', 'ignore')
  await firstReply(port, '/_mock/health', single)
  try {
    const requestsOf = async (at: number) => {
      const requests: string[] = []
      for (let n = 0; n < 20; n++) {
        const { keys } = (await read(at, '/_mock/workspaces', { keep: false })) as { keys: { admin: string } }
        requests.push(wire({ method: 'GET', path: '/runs?limit=20' }, keys.admin))
      }
      return requests
    }
    const [direct, behind] = [await requestsOf(port), await requestsOf(cluster.port)]
    const turn = async (at: number, requests: string[], cpu: () => number) => {
      const before = cpu()
      const report = await load.ask<LoadReport>({ port: at, requests, connections: CONNECTIONS, ms })
      return {
        rate: report.requests / report.seconds,
        cpu: ((cpu() - before) / report.requests) * 1e6,
      }
    }
    for (let round = 0; round <= rounds; round++) {
      const one = await turn(port, direct, () => cpuSeconds(single.pid) ?? 0)
      const two = await turn(cluster.port, behind, () => cluster.cpu())
      // The first round warms up.
      if (round === 0) continue
      recorder.add('shards/requests a second, two of one', two.rate / one.rate, '×')
      recorder.add('shards/processor per request, two of one', two.cpu / one.cpu, '×')
      recorder.add('shards/processor per request, one', one.cpu, 'µs')
      recorder.add('shards/processor per request, two', two.cpu, 'µs')
    }
    const median = (what: string) => recorder.median(`shards/${what}`)
    console.log(
      `  two shards behind the proxy: ${median('requests a second, two of one').toFixed(2)} of the requests of one, ${median('processor per request, two of one').toFixed(2)} × the processor time for each (${median('processor per request, two').toFixed(0)} : ${median('processor per request, one').toFixed(0)} µs)`,
    )
  } finally {
    await load.stop()
    await stop(single)
    await cluster.stop()
  }
}

/** Shards with files of their own, behind HAProxy. */
class Cluster {
  readonly port: number
  readonly #folder: string
  readonly #ports: readonly number[]
  readonly shards: ChildProcess[] = []
  #proxy: ChildProcess | undefined

  private constructor(port: number, ports: readonly number[]) {
    this.port = port
    this.#ports = ports
    this.#folder = mkdtempSync(join(tmpdir(), 'agent-work-bench-shards-'))
  }

  static async start(count: number): Promise<Cluster> {
    const ports: number[] = []
    for (let n = 0; n <= count; n++) ports.push(await freePort())
    const cluster = new Cluster(ports[0]!, ports.slice(1))
    await Promise.all(cluster.#ports.map((_, index) => cluster.startShard(index)))
    const config = join(cluster.#folder, 'haproxy.cfg')
    const bind = `127.0.0.1:${cluster.port}`
    writeFileSync(
      config,
      execFileSync(process.execPath, ['cli/main.ts', 'proxy', '--shards', cluster.#list(), '--bind', bind], {
        cwd: root,
      }),
    )
    const args = ['-f', config]
    cluster.#proxy = pinned
      ? spawn('taskset', ['-c', '0', 'haproxy', ...args], { stdio: 'ignore' })
      : spawn('haproxy', args, { stdio: 'ignore' })
    await firstReply(cluster.port, '/_mock/health', cluster.#proxy)
    return cluster
  }

  async startShard(index: number): Promise<void> {
    const name = `s${index + 1}`
    const port = this.#ports[index]!
    const more = ['--shard', name, '--peers', this.#list(), '--keep', join(this.#folder, `${name}.db`)]
    const child = startNode([...mock(port), ...more, '--log', 'off'], 'server', 'ignore')
    this.shards[index] = child
    await firstReply(port, '/_mock/health', child)
  }

  /** Processor time of all processes so far. */
  cpu(): number {
    return [this.#proxy, ...this.shards].reduce((sum, child) => sum + (cpuSeconds(child?.pid) ?? 0), 0)
  }

  async stop(): Promise<void> {
    for (const child of this.shards) await stop(child)
    if (this.#proxy) await stop(this.#proxy)
    rmSync(this.#folder, { recursive: true })
  }

  #list(): string {
    return this.#ports.map((port, index) => `s${index + 1}=127.0.0.1:${port}`).join(',')
  }
}
