import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mock, startMock } from '#mock'
import { freePorts } from '../mock/testing/free-ports.ts'
import { newFolder } from '../mock/testing/new-folder.ts'
import { askAs, sendAs } from '../mock/testing/send-as.ts'
import { messagesOf } from '../mock/testing/test-kit.ts'
import { runCommand } from './testing/run-command.ts'

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

const print = async (...args: string[]) => `${(await runCommand('proxy', args)).text}\n`

test('says which shards are wrong', async () => {
  await expect(print()).rejects.toThrow('--shards says which there are')
  await expect(print('--shards', 'one=10.0.0.1')).rejects.toThrow('takes shards such as s1=')
  await expect(print('--shards', 's1=a:1,s1=b:1')).rejects.toThrow('s1 is there twice')
  await expect(print('--shards', 's1=a:1', '--bind', '4010')).rejects.toThrow('such as :4010')
})

describe.skipIf(!hasHaproxy)('behind HAProxy (skipped where haproxy is not installed)', () => {
  const clock = { frozen: '2026-11-20T09:00:00Z' }
  const folder = newFolder()
  let ports: number[]
  let proxy: ChildProcess
  let url: string
  let shards: Mock[]
  const peers = () =>
    Object.fromEntries(ports.slice(1).map((port, index) => [`s${index + 1}`, `http://127.0.0.1:${port}`]))
  const startShard = (number: number) =>
    startMock({
      clock,
      shard: `s${number}`,
      port: ports[number]!,
      peers: peers(),
      keep: join(folder, `s${number}.db`),
    })
  const ask = (path: string, key?: string) => askAs(key, url + path)
  const post = (path: string, body: unknown, key?: string) => askAs(key, url + path, body)

  beforeAll(async () => {
    ports = await freePorts(4)
    shards = await Promise.all([1, 2, 3].map(startShard))
    const list = Object.entries(peers()).map(([name, peer]) => `${name}=${new URL(peer).host}`)
    const config = join(folder, 'haproxy.cfg')
    writeFileSync(config, await print('--shards', list.join(','), '--bind', `127.0.0.1:${ports[0]}`))
    proxy = spawn('haproxy', ['-f', config], { stdio: 'ignore' })
    url = `http://127.0.0.1:${ports[0]}`
    await until(async () => {
      if (proxy.exitCode !== null) throw new Error('HAProxy did not start')
      return (await ask('/_mock/health').catch(() => undefined))?.status === 200
    })
  })
  afterAll(async () => {
    proxy.kill()
    for (const shard of shards) await shard.stop()
  })

  test('HAProxy takes the configuration of a thousand shards', async () => {
    const file = join(folder, 'thousand.cfg')
    const list = Array.from({ length: 1_000 }, (_, n) => `s${n + 1}=127.0.0.1:${20_000 + n}`)
    writeFileSync(file, await print('--shards', list.join(',')))
    expect(spawnSync('haproxy', ['-c', '-f', file]).stderr.toString()).toBe('')
  })

  test('every request reaches the shard that its name says: service, control, explanations, streams', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => post('/_mock/workspaces', {})))
    const ids = made.map(({ body }) => body.id as string)
    expect(new Set(ids.map(id => id.split('_')[1])).size).toBeGreaterThan(1)
    for (const { body } of made) {
      const { id, keys, roles } = body
      const task = await post('/tasks', { title: `Of ${id}` }, keys.admin)
      expect(task.status).toBe(201)
      const exchange = task.headers.get('x-mock-exchange')!
      expect(exchange.startsWith(`${id}.`)).toBe(true)
      expect((await ask(`/_mock/explain/${exchange}`)).status).toBe(200)
      expect((await ask(`/_mock/workspaces/${id}/clock`)).status).toBe(200)
      expect((await ask('/_mock/workspaces/current', keys.admin)).body.id).toBe(id)
      const started = await post(`/agents/${roles.agents['agent-that-is-slow']}/run`, {}, keys.admin)
      const stream = await sendAs(keys.admin, `${url}/chats/${started.body.chat_id}/stream`)
      const first = await messagesOf(stream).next()
      expect(first.value?.data).toContain(started.body.run_id)
    }
    // The key of the demo and an unknown one get the answer of the first shard.
    expect((await ask('/runs?limit=1', 'awk_demo_admin')).status).toBe(200)
    expect((await ask('/runs', 'awk_nobody')).status).toBe(401)
    expect((await ask('/runs', 'awk_s9_nobody')).status).toBe(421)
    const list = await ask('/_mock/workspaces')
    const listed = list.body.data.map(({ id }: { id: string }) => id)
    expect(listed).toEqual(expect.arrayContaining(ids))
    expect(list.body.unreachable).toEqual([])
  })

  test('a workspace moves while clients call it, and the proxy learns where it is', async () => {
    const { id, keys } = (await post('/_mock/workspaces', {})).body
    const told: string[] = []
    let isOver = false
    const client = async () => {
      for (let n = 0; !isOver || n < 3; n++) {
        const { status, body } = await post('/tasks', { title: `Task ${n}` }, keys.admin)
        expect(status).toBe(201)
        told.push(body.id)
      }
    }
    const clients = Promise.all([client(), client()])
    const others = ['s1', 's2', 's3'].filter(name => name !== id.split('_')[1])
    for (const to of others) expect((await post(`/_mock/workspaces/${id}/move`, { to })).status).toBe(200)
    isOver = true
    await clients
    const now = shards[Number(others[1]!.slice(1)) - 1]!
    const { tasks } = now.registry.get(id)!.workspace.tables
    expect(told.filter(task => !tasks.get(task))).toEqual([])
    await ask('/wallet', keys.admin)
    expect((await ask('/wallet', keys.admin)).headers.get('x-mock-moved')).toBeNull()
  })

  test('only the demo needs the first shard', async () => {
    await shards[0]!.stop()
    await until(async () => (await ask('/tasks', 'awk_nobody')).status === 401)
    for (const [path, key, status] of [
      ['/runs', 'awk_s9_nobody', 421],
      ['/_mock/workspaces?limit=5', undefined, 200],
      ['/_mock/control.json', undefined, 200],
      ['/runs', 'awk_demo_admin', 503],
      ['/_mock/workspaces/current/clock', undefined, 503],
      ['/_mock/events', undefined, 503],
    ] as const)
      expect([path, (await ask(path, key)).status]).toEqual([path, status])
    shards[0] = await startShard(1)
    await until(async () => (await ask('/runs', 'awk_demo_admin')).status === 200)
  })

  test('a shard that is down is told apart, the others go on, and it comes back with what it had', async () => {
    const made: { id: string; keys: { admin: string } }[] = []
    while (!made.some(({ id }) => id.startsWith('ws_s2_')) || !made.some(({ id }) => id.startsWith('ws_s3_')))
      made.push((await post('/_mock/workspaces', {})).body)
    const lost = made.find(({ id }) => id.startsWith('ws_s2_'))!
    const other = made.find(({ id }) => id.startsWith('ws_s3_'))!
    await post('/tasks', { title: 'Kept' }, lost.keys.admin)
    await shards[1]!.stop()
    await until(async () => (await ask('/tasks', lost.keys.admin)).headers.has('x-mock-shard'))
    const down = await ask('/tasks', lost.keys.admin)
    expect([down.headers.get('x-mock-shard'), down.headers.get('retry-after')]).toEqual(['s2', '2'])
    expect(down.body.error.message).toContain('The shard s2 is down.')
    expect((await ask('/tasks', other.keys.admin)).status).toBe(200)
    expect((await ask('/_mock/workspaces')).body.unreachable).toEqual(['s2'])
    expect((await post('/_mock/workspaces', {})).status).toBe(201)
    shards[1] = await startShard(2)
    await until(async () => (await ask('/tasks', lost.keys.admin)).status === 200)
    const { body } = await ask('/tasks?limit=5', lost.keys.admin)
    expect(body.data.map(({ title }: { title: string }) => title)).toContain('Kept')
  })
})

/** Waits for what other processes do; the machine may be slow. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 50))
}
