// Snapshots, forks, restores and deletions in any order: a mock that crashes between them has the same worlds as one that
// never stops, and nothing in its file that none of them needs.
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { type Mock, startMock } from '../index.ts'
import { Random } from '../simulation/random.ts'
import { crashed, newFile } from '../testing/new-folder.ts'
import { sendAs } from '../testing/send-as.ts'
import { KeptFile } from './kept-file.ts'

/** `KEPT_WALKS=20 npx vitest run mock/keep/layers.test.ts` takes more walks. */
const WALKS = Number(process.env.KEPT_WALKS ?? 1)
const STEPS = 48
const STEPS_BETWEEN_CRASHES = 12

const call = async (mock: Mock, method: string, path: string, body?: unknown) => {
  const reply = await sendAs(undefined, `${mock.url}/_mock/workspaces${path}`, body, { method })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return reply.text()
}
const idsIn = async (mock: Mock, path: string) =>
  (JSON.parse(await call(mock, 'GET', path)).data as { id: string }[]).map(({ id }) => id)

/** Every workspace with its snapshots: the lines of their snapshot files. */
async function everything(mock: Mock): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const id of await idsIn(mock, ''))
    for (const snapshot of ['now', 'beginning', ...(await idsIn(mock, `/${id}/snapshots`))]) {
      const file = await call(mock, 'GET', `/${id}/snapshots/${snapshot}/file?with_keys=true`)
      all[`${id} ${snapshot}`] = file.split('\n')
    }
  return all
}

/** Compares two mocks; shows the first line of a difference. */
async function expectSame(kept: Mock, steady: Mock, when: string): Promise<void> {
  const [has, wants] = [await everything(kept), await everything(steady)]
  expect(Object.keys(has).sort(), when).toEqual(Object.keys(wants).sort())
  for (const [name, lines] of Object.entries(wants)) {
    const at = lines.findIndex((line, index) => line !== has[name]![index])
    expect(has[name]![at], `${name} ${when}`).toBe(lines[at])
  }
}

/** A step that both mocks take. */
async function stepOf(random: Random, mock: Mock, number: number): Promise<(mock: Mock) => Promise<unknown>> {
  const workspaces = (await idsIn(mock, '')).filter(id => id !== 'second-tenant')
  const id = random.pick(workspaces)
  const snapshots = await idsIn(mock, `/${id}/snapshots`)
  const change = (it: Mock) => {
    const { tables, ids } = it.registry.get(id)!.workspace
    const agents = tables.agents.all()
    const agent = agents[number % agents.length]
    if (!agent) return call(it, 'POST', `/${id}/clock/advance`, { by: '1m' })
    if (number % 5 === 0) tables.agents.delete(agent.id)
    else tables.agents.replace(agent.id, { description: `Changed by step ${number}` })
    tables.agents.insert({ ...agent, id: ids.next('agt'), name: `New in step ${number}` })
    return call(it, 'POST', `/${id}/clock/advance`, { by: '1m' })
  }
  const steps: ((it: Mock) => Promise<unknown>)[] = [
    ...Array(6).fill(change),
    ...Array(3).fill((it: Mock) => call(it, 'POST', `/${id}/snapshots`, {})),
    it => call(it, 'POST', '', { from: id, keep: true }),
    it => call(it, 'POST', `/${id}/reset`),
    async it => {
      const { id: undo } = JSON.parse(await call(it, 'POST', `/${id}/snapshots`, { automatic: true }))
      await change(it)
      await call(it, 'POST', `/${id}/snapshots/${undo}/restore`)
    },
  ]
  if (id !== 'demo') steps.push(it => call(it, 'DELETE', `/${id}`))
  if (snapshots.length > 0) {
    const snapshot = random.pick(snapshots)
    steps.push(
      ...Array(3).fill((it: Mock) => call(it, 'POST', `/${id}/snapshots/${snapshot}/restore`)),
      it => call(it, 'POST', '', { from: snapshot, keep: true }),
      it => call(it, 'DELETE', `/${id}/snapshots/${snapshot}`),
    )
  }
  return random.pick(steps)
}

test.for(Array.from({ length: WALKS }, (_, index) => index))(
  'walk %i through snapshots ends in the same worlds, with crashes or without',
  async index => {
    const random = new Random(`walk ${index}`)
    const clock = { frozen: '2026-11-20T09:00:00Z' }
    await using steady = await startMock({ clock })
    let keep = newFile()
    let kept = await startMock({ clock, keep })
    for (let number = 1; number <= STEPS; number++) {
      const step = await stepOf(random, steady, number)
      await Promise.all([step(steady), step(kept)])
      if (number % STEPS_BETWEEN_CRASHES !== 0) continue
      keep = crashed(keep)
      await kept.stop()
      kept = await startMock({ clock, keep })
      await expectSame(kept, steady, `after step ${number}`)
    }
    // All deleted: what remains is the world of each, and that of its beginning.
    for (const mock of [steady, kept])
      for (const id of await idsIn(mock, '')) {
        for (const snapshot of await idsIn(mock, `/${id}/snapshots`))
          await call(mock, 'DELETE', `/${id}/snapshots/${snapshot}`)
        if (id.startsWith('ws_')) await call(mock, 'DELETE', `/${id}`)
        else await call(mock, 'POST', `/${id}/reset`)
      }
    await kept.stop()
    kept = await startMock({ keep })
    await expectSame(kept, steady, 'at the end')
    await kept.stop()
    const database = new DatabaseSync(keep)
    const { layers } = database.prepare('SELECT count(*) AS layers FROM layer').get() as { layers: number }
    const { freelist_count } = database.prepare('PRAGMA freelist_count').get() as { freelist_count: number }
    database.close()
    // The pages of what was deleted are given back.
    expect(freelist_count).toBe(0)
    expect(layers).toBeLessThanOrEqual(6)
  },
)

test('a start reads no row of a snapshot that no workspace goes on from', async () => {
  const options = { keep: newFile(), clock: { frozen: '2026-11-20T09:00:00Z' } } as const
  const before = await startMock(options)
  const { id } = before.workspace({ from: 'empty', keep: true })
  await call(before, 'PATCH', `/${id}/world`, { people: { ana: { name: 'Ana Ruiz', role: 'member' } } })
  const { id: snapshot } = JSON.parse(await call(before, 'POST', `/${id}/snapshots`, {}))
  await call(before, 'POST', `/${id}/reset`)
  await before.stop()
  const changes = vi.spyOn(KeptFile.prototype, 'changes')
  await using mock = await startMock(options)
  const atStart = changes.mock.calls.length
  await call(mock, 'POST', `/${id}/snapshots/${snapshot}/restore`)
  expect(changes.mock.calls.length).toBe(atStart + 1)
  changes.mockRestore()
  expect(
    mock.registry
      .get(id)!
      .workspace.tables.people.all()
      .map(({ name }) => name),
  ).toContain('Ana Ruiz')
})

test('a file has at most twice the rows of a world that changes all the time, and some more', async () => {
  const options = { keep: newFile(), clock: { frozen: '2026-11-20T09:00:00Z' } } as const
  const before = await startMock(options)
  const { id } = before.workspace({ from: 'empty', keep: true })
  const changed = (round: number) => Array.from({ length: 40 }, (_, n) => `Person ${n} of ${round}`)
  for (let round = 1; round <= 100; round++) {
    const people = changed(round).map((name, n) => [`p${n}`, { name, role: 'member' }] as const)
    await call(before, 'PATCH', `/${id}/world`, { people: Object.fromEntries(people) })
  }
  await before.stop()
  const database = new DatabaseSync(options.keep)
  const ofWorld = `FROM change, json_each(rows) AS row WHERE row.value ->> 2 LIKE '%"Person %'`
  const { rows } = database.prepare(`SELECT count(*) AS rows ${ofWorld}`).get() as { rows: number }
  database.close()
  expect(rows).toBeLessThan(3_000)
  await using mock = await startMock(options)
  const names = mock.registry.get(id)!.workspace.tables.people.all()
  expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(changed(100)))
})

test('a world with more snapshots than layers are piled up goes on as it was', async () => {
  const options = { keep: newFile(), clock: { frozen: '2026-11-20T09:00:00Z' } } as const
  const before = await startMock(options)
  const { id } = before.workspace({ from: 'empty', keep: true })
  for (let n = 0; n < 100; n++) {
    await call(before, 'PATCH', `/${id}/world`, { people: { ana: { name: `Ana ${n}`, role: 'member' } } })
    await call(before, 'POST', `/${id}/snapshots`, {})
  }
  await before.stop()
  const database = new DatabaseSync(options.keep)
  const { layers } = database
    .prepare(
      `WITH RECURSIVE stack (layer) AS (
        SELECT layer FROM workspace WHERE id = ? UNION ALL SELECT parent FROM stack JOIN layer ON layer.id = stack.layer
      ) SELECT count(layer) AS layers FROM stack`,
    )
    .get(id) as { layers: number }
  database.close()
  expect(layers).toBeLessThan(100)
  await using mock = await startMock(options)
  const names = mock.registry.get(id)!.workspace.tables.people.all()
  expect(names.map(({ name }) => name)).toContain('Ana 99')
})
