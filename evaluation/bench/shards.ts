// Shards behind HAProxy: whether every call reaches the right one while one is killed, and what the proxy costs.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../mock/testing/free-ports.ts'
import { firstReply, mock } from './contestants.ts'
import { cpuSeconds, Program, pinned, root, startNode, stop } from './processes.ts'
import type { LoadReport } from './programs/load.ts'
import { wire } from './requests.ts'
import type { Recorder } from './results.ts'

const SHARDS = 4
const CONNECTIONS = 32

interface Size {
  readonly calls: number
  readonly workspaces: number
  readonly rounds: number
  readonly ms: number
}

interface Workspace {
  readonly id: string
  readonly key: string
  readonly agent: string
  /** Titles of tasks that were acknowledged. */
  readonly tasks: Set<string>
  exchange: string | undefined
}

/** Needs the program `haproxy`; without it the part is left out with a note. */
export async function shards(recorder: Recorder, size: Size): Promise<void> {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    recorder.note('Shards were left out: HAProxy is not installed.')
    return
  }
  const cluster = await Cluster.start(SHARDS)
  try {
    await callEverybody(recorder, cluster, size)
  } finally {
    await cluster.stop()
  }
  await compareWithOne(recorder, size)
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

/** Calls of every kind in many workspaces, while a shard is killed and started again. */
async function callEverybody(recorder: Recorder, cluster: Cluster, { calls, workspaces: count }: Size) {
  const client = new Client(cluster.port)
  const workspaces: Workspace[] = []
  for (let n = 0; n < count; n++) {
    const { body } = await client.call('POST', '/_mock/workspaces', undefined, {})
    const { id, keys, roles } = body as { id: string; keys: { admin: string }; roles: { agents: object } }
    const agent = (roles.agents as Record<string, string>)['agent-that-is-slow']!
    workspaces.push({ id, key: keys.admin, agent, tasks: new Set(), exchange: undefined })
  }
  const victim = 1
  const isOfVictim = ({ id }: Workspace) => id.startsWith(`ws_s${victim + 1}_`)
  const result = { answered: 0, wrong: 0, elsewhere: 0, unavailable: 0, streams: 0 }
  let done = 0
  let isDown = false
  let restarted: Promise<void> | undefined
  const began = performance.now()
  const worker = async () => {
    while (done < calls) {
      done += 1
      if (done === Math.floor(calls * 0.4)) {
        isDown = true
        await stop(cluster.shards[victim]!)
      }
      if (done === Math.floor(calls * 0.6))
        restarted = cluster.startShard(victim).then(async () => {
          // The proxy looks once a second.
          const one = workspaces.find(isOfVictim)
          while (one && (await client.call('GET', '/tasks?limit=1', one.key).catch(GONE)).status !== 200)
            await new Promise(resolve => setTimeout(resolve, 50))
          isDown = false
        })
      const workspace = workspaces[Math.floor(Math.random() * workspaces.length)]!
      const wasDown = isDown
      const reply = await client.some(workspace, done).catch(() => undefined)
      if (reply === undefined || reply.status >= 421) {
        if (isOfVictim(workspace) && (wasDown || isDown)) result.unavailable += 1
        else result.elsewhere += 1
      } else {
        result.answered += 1
        if (reply.isStream) result.streams += 1
        if (reply.exchange !== undefined && !reply.exchange.startsWith(`${workspace.id}.`)) result.wrong += 1
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  await restarted
  const seconds = (performance.now() - began) / 1000
  let lost = 0
  for (const workspace of workspaces.filter(isOfVictim)) {
    const there = new Set(await client.titles(workspace))
    for (const title of workspace.tasks) if (!there.has(title)) lost += 1
  }
  const { answered, wrong, elsewhere, unavailable, streams } = result
  for (const [name, value] of Object.entries({ answered, wrong, elsewhere, unavailable, streams, lost }))
    recorder.add(`shards/calls/${name}`, value, 'calls')
  console.log(
    `  ${calls} calls in ${seconds.toFixed(0)} s over ${SHARDS} shards and ${count} workspaces, ${streams} of them streams: ${wrong} at a wrong shard; while one was killed ${unavailable} of its own were refused, and ${elsewhere} of others; ${lost} acknowledged tasks lost`,
  )
}

const GONE = () => ({ status: 0 })

/** One mock beside two shards and the proxy: the same calls, and the processor time that they take in all. */
async function compareWithOne(recorder: Recorder, { rounds, ms }: Size): Promise<void> {
  const load = new Program('load', 'load')
  const cluster = await Cluster.start(2)
  const port = await freePort()
  const single = startNode([...mock(port), '--log', 'off'], 'server', 'ignore')
  await firstReply(port, '/_mock/health', single)
  try {
    const requestsOf = async (at: number) => {
      const client = new Client(at)
      const requests: string[] = []
      for (let n = 0; n < 20; n++) {
        const { body } = await client.call('POST', '/_mock/workspaces', undefined, { keep: false })
        const { keys } = body as { keys: { admin: string } }
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
        median: report.latencies.toSorted((a, b) => a - b)[Math.floor(report.latencies.length / 2)] ?? 0,
      }
    }
    for (let round = 0; round <= rounds; round++) {
      const one = await turn(port, direct, () => cpuSeconds(single.pid) ?? 0)
      const two = await turn(cluster.port, behind, () => cluster.cpu())
      // The first round warms up.
      if (round === 0) continue
      recorder.add('shards/two of one', two.rate / one.rate, '×')
      recorder.add('shards/two of one, processor per request', two.cpu / one.cpu, '×')
      recorder.add('shards/one, processor per request', one.cpu, 'µs')
      recorder.add('shards/two, processor per request', two.cpu, 'µs')
    }
    const median = (what: string) => recorder.median(`shards/${what}`)
    console.log(
      `  two shards behind the proxy: ${median('two of one').toFixed(2)} of the requests of one, ${median('two of one, processor per request').toFixed(2)} × the processor time for each (${median('two, processor per request').toFixed(0)} : ${median('one, processor per request').toFixed(0)} µs)`,
    )
  } finally {
    await load.stop()
    await stop(single)
    await cluster.stop()
  }
}

interface Reply {
  readonly status: number
  readonly exchange: string | undefined
  readonly body: unknown
  readonly isStream: boolean
}

class Client {
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  /** One of many kinds of calls. */
  async some(workspace: Workspace, number: number): Promise<Reply> {
    const { id, key, agent, exchange } = workspace
    const kind = Math.random()
    if (kind < 0.3) {
      const title = `${id} ${number}`
      const reply = await this.call('POST', '/tasks', key, { title })
      if (reply.status === 201) workspace.tasks.add(title)
      workspace.exchange = reply.exchange ?? exchange
      return reply
    }
    if (kind < 0.4) return this.call('GET', `/_mock/workspaces/${id}/clock`)
    if (kind < 0.45 && exchange) {
      const reply = await this.call('GET', `/_mock/explain/${exchange}`)
      // A killed shard loses its journal.
      return reply.status === 404 ? { ...reply, status: 200 } : reply
    }
    if (kind < 0.48) {
      const started = await this.call('POST', `/agents/${agent}/run`, key, { input: { task: 'Stream' } })
      const { chat_id } = (started.body ?? {}) as { chat_id?: string }
      // A busy agent refuses; that is an answer of the right shard as well.
      return chat_id === undefined ? started : this.call('GET', `/chats/${chat_id}/stream`, key)
    }
    return this.call('GET', kind < 0.75 ? '/tasks?limit=5' : '/runs?limit=5', key)
  }

  /** The titles of all tasks of a workspace. */
  async titles({ key }: Workspace): Promise<string[]> {
    const titles: string[] = []
    for (let offset = 0; ; offset += 100) {
      const { body } = await this.call('GET', `/tasks?limit=100&offset=${offset}`, key)
      const { data } = body as { data: { title: string }[] }
      titles.push(...data.map(({ title }) => title))
      if (data.length < 100) return titles
    }
  }

  /** A call; of a stream its first events. */
  async call(method: string, path: string, key?: string, body?: unknown): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const exchange = headers.get('x-mock-exchange') ?? undefined
    if (isStream) {
      const reader = response.body!.getReader()
      await reader.read()
      await reader.cancel()
      return { status, exchange, body: undefined, isStream }
    }
    const text = await response.text()
    return { status, exchange, body: text.startsWith('{') ? JSON.parse(text) : undefined, isStream }
  }
}
