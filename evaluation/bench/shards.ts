// Shards behind HAProxy: what the proxy costs.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../mock/testing/free-ports.ts'
import { firstReply, mock, type Running, start } from './contestants.ts'
import { cpuSeconds, Program, pinned, root, stop } from './processes.ts'
import { read, wire } from './requests.ts'
import type { Recorder } from './results.ts'
import { turn } from './turns.ts'

const CONNECTIONS = 32

/**
 * One mock beside two shards and the proxy: the same calls, and the processor time that they take in all. Needs the program
 * `haproxy`; without it the part is left out with a note.
 */
export async function shards(recorder: Recorder, quick: boolean): Promise<void> {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    recorder.note('Shards were left out: HAProxy is not installed.')
    return
  }
  const [rounds, ms] = quick ? [2, 500] : [5, 2_000]
  await using load = new Program('load', 'load')
  await using cluster = await startCluster(2)
  await using single = await startShard()
  const requestsOf = async (at: number) => {
    const requests: string[] = []
    for (let n = 0; n < 20; n++) {
      const { keys } = (await read(at, '/_mock/workspaces', { keep: false })) as { keys: { admin: string } }
      requests.push(wire({ method: 'GET', path: '/runs?limit=20' }, keys.admin))
    }
    return requests
  }
  const [direct, behind] = [await requestsOf(single.port), await requestsOf(cluster.port)]
  const how = { connections: CONNECTIONS, ms }
  for (let round = 0; round <= rounds; round++) {
    const one = await turn(load, single, { requests: direct, ...how })
    const two = await turn(load, cluster, { requests: behind, ...how })
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
}

/** Shards with files of their own, behind HAProxy. */
async function startCluster(count: number) {
  await using started = new AsyncDisposableStack()
  const folder = started.use(mkdtempDisposableSync(join(tmpdir(), 'agent-work-bench-shards-'))).path
  const ports: number[] = []
  for (let n = 0; n < count; n++) ports.push(await freePort())
  const list = ports.map((port, index) => `s${index + 1}=127.0.0.1:${port}`).join(',')
  const shards = ports.map(async (port, index) => {
    const name = `s${index + 1}`
    const more = ['--shard', name, '--peers', list, '--keep', join(folder, `${name}.db`)]
    return started.use(await startShard(more, { port })).child
  })
  const port = await freePort()
  const config = join(folder, 'haproxy.cfg')
  const args = ['cli/main.ts', 'proxy', '--shards', list, '--bind', `127.0.0.1:${port}`]
  writeFileSync(config, execFileSync(process.execPath, args, { cwd: root }))
  const [file, wrapper] = pinned ? ['taskset', ['-c', '0', 'haproxy']] : ['haproxy', []]
  const proxy = spawn(file, [...wrapper, '-f', config], { stdio: 'ignore' })
  started.defer(() => stop(proxy))
  const processes = [proxy, ...(await Promise.all(shards))]
  await firstReply(port, proxy)
  const all = started.move()
  const cpu = () => processes.reduce((sum, child) => sum + cpuSeconds(child), 0)
  return { port, cpu, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

function startShard(more: readonly string[] = [], how = {}): Promise<Running> {
  return start(port => [...mock(port), ...more, '--log', 'off'], how)
}
