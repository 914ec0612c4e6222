// Flips single bits of a kept file and its log, and compares what a mock serves of it with what was kept.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KeepProblem, startMock } from '../../mock/index.ts'
import { Random } from '../../mock/simulation/random.ts'
import { startMockProcess } from '../../scripts/mock-process.ts'
import { Caller } from './caller.ts'
import { Memory } from './memory.ts'

export interface FlipReport {
  /** Starts that were refused with the reason. */
  refused: number
  /** Starts that served everything as it was: the bit was in a part of the file without content. */
  same: number
  /** Flips that were served as truth, or failed in any other way. */
  readonly wrong: string[]
}

/** Fills the world of a mock, starts it again, goes on, and kills it, so that its log is there. */
async function fill(keep: string): Promise<void> {
  for (const [from, to, signal] of [
    [0, 40, 'SIGTERM'],
    [40, 60, 'SIGKILL'],
  ] as const) {
    const { url, child, ended } = await startMockProcess('--keep', keep, '--clock', '2026-11-20T09:00:00Z')
    const caller = new Caller(url, new Memory())
    const demo = { id: 'demo', key: 'awk_demo_admin' }
    const { roles } = await caller.control('GET', '/workspaces/demo')
    if (from === 0) await caller.control('POST', '/workspaces', { from: 'empty', keep: true })
    for (let n = from; n < to; n++) {
      await caller.service(demo, 'POST', '/tasks', { title: `Task ${n}` })
      const agent = Object.values(roles.agents)[n % 3]
      await caller.service(demo, 'POST', `/agents/${agent}/run`, { input: { task: `Run ${n}` } })
      if (n % 20 === 0) await caller.control('POST', '/workspaces/demo/snapshots', { name: `Snapshot ${n}` })
      await caller.control('POST', '/workspaces/demo/clock/advance', { by: '30s' })
    }
    child.kill(signal)
    await ended
  }
}

export async function flips(folder: string, count: number, seed = '1'): Promise<FlipReport> {
  const whole = join(folder, 'whole')
  mkdirSync(whole, { recursive: true })
  await fill(join(whole, 'world.db'))
  const copy = join(folder, 'copy')
  const served = async () => {
    await using mock = await startMock({ keep: join(copy, 'world.db') })
    return JSON.stringify(await everythingOf(mock.url))
  }
  const renew = () => {
    rmSync(copy, { recursive: true, force: true })
    cpSync(whole, copy, { recursive: true })
  }
  renew()
  const kept = await served()
  const random = new Random(seed)
  const sizes = ['world.db', 'world.db-wal'].map(
    name => [name, readFileSync(join(whole, name)).length] as const,
  )
  const report: FlipReport = { refused: 0, same: 0, wrong: [] }
  for (let n = 0; n < count; n++) {
    renew()
    const [name, size] = sizes[n % sizes.length]!
    const place = random.int(0, size - 1)
    const bit = random.int(0, 7)
    const bytes = readFileSync(join(copy, name))
    bytes[place]! ^= 1 << bit
    writeFileSync(join(copy, name), bytes)
    try {
      if ((await served()) === kept) report.same += 1
      else report.wrong.push(`bit ${bit} of byte ${place} of ${name}: served as truth`)
    } catch (error) {
      if (error instanceof KeepProblem) report.refused += 1
      else report.wrong.push(`bit ${bit} of byte ${place} of ${name}: ${error}`)
    }
  }
  return report
}

/** Every workspace with its snapshots, as snapshot files with keys. */
async function everythingOf(url: string): Promise<unknown[]> {
  const get = async (path: string) => {
    const reply = await fetch(`${url}/_mock/workspaces${path}`)
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return reply
  }
  const { data } = (await (await get('')).json()) as { data: { id: string }[] }
  const all: unknown[] = [data]
  for (const { id } of data) {
    const list = (await (await get(`/${id}/snapshots`)).json()) as { data: { id: string }[] }
    all.push(list, await (await get(`/${id}/faults`)).json())
    for (const snapshot of ['now', 'beginning', ...list.data.map(({ id }) => id)])
      all.push(await (await get(`/${id}/snapshots/${snapshot}/file?with_keys=true`)).text())
  }
  return all
}
