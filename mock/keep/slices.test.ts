import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { builtWorld } from '../control/built-worlds.ts'
import { defaultProfile, startMock } from '../index.ts'
import type { Slices } from '../simulation/slices.ts'
import { newFolder } from '../testing/new-folder.ts'
import { sendAs } from '../testing/send-as.ts'
import type { SavedWorkspace, Workspace } from '../world/workspace.ts'
import { shippedWorlds } from '../world-file/index.ts'
import { Keeper } from './keeper.ts'
import { KeptFile } from './kept-file.ts'
import { rowsOf } from './saved-rows.ts'
import { readingSnapshotFile, writingSnapshotFile } from './snapshot-file.ts'

const folder = newFolder()
const START = Date.parse('2026-11-20T09:00:00Z')
const mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
afterAll(() => mock.stop())

/** How many rows a slice may have, so that none takes long. */
const MAX_ROWS = 300

function run<Result>(work: Slices<Result>): { result: Result; slices: number } {
  for (let slices = 1; ; slices++) {
    const step = work.next()
    if (step.done) return { result: step.value, slices }
  }
}

function open(name: string) {
  const file = new KeptFile(join(folder, name))
  const keeper = new Keeper(file)
  return { file, keeper, restored: keeper.restore() }
}

function follow(keeper: Keeper, workspace: Workspace, state: SavedWorkspace): void {
  const faults = { save: () => ({}), watch: () => {} }
  const kept = { origin: 'demo', beginning: state, faults, lease: null }
  keeper.follow(workspace, kept, { state, from: state })
}

test('a snapshot file is written, read and stored in slices', () => {
  const { workspace } = mock.workspace({ from: 'demo' })
  const saved = workspace.save()
  const rows = [...rowsOf(saved)].length
  const least = rows / MAX_ROWS
  const choices = { name: 'a', workspace: 'b', at: '2026-11-20T09:00:00Z', profile: {}, withKeys: true }
  const written = run(writingSnapshotFile(saved, choices))
  expect(written.slices).toBeGreaterThan(least)
  const read = run(readingSnapshotFile(written.result))
  expect(read.slices).toBeGreaterThan(least)
  // So is a file that has to be unpacked first.
  const packed = gzipSync(written.result).toString('base64')
  expect(run(readingSnapshotFile(packed)).slices).toBeGreaterThan(read.slices + packed.length / 20_000)
  const { keeper } = open('stored.db')
  expect(run(keeper.writingAhead(read.result.saved)).slices).toBeGreaterThan(least)
  keeper.close()
})

test('a long file is sent in parts, which divide no character', async () => {
  const workspace = mock.workspace({ from: 'demo' })
  for (let n = 0; n < 8; n++) {
    const task = { title: 'x'.repeat(n + 1), description: '💥'.repeat(120_000) }
    await sendAs(workspace.keys.admin, `${mock.url}/tasks`, task)
  }
  const reply = await fetch(`${mock.url}/_mock/workspaces/${workspace.id}/snapshots/now/file`)
  expect(reply.headers.get('content-length')).toBeNull()
  expect((await reply.text()) === workspace.snapshotFile('now')).toBe(true)
})

test('a world with a past is built in slices, by all who wait for it', () => {
  const { demo } = shippedWorlds()
  const origin = { seed: 'sliced', at: START, now: START, profile: defaultProfile }
  const waiting = builtWorld(demo, origin)
  waiting.next()
  const { result, slices } = run(builtWorld(demo, origin))
  expect(slices).toBeGreaterThan(demo.history?.days ?? 0)
  expect(waiting.next()).toEqual({ done: true, value: result })
})

test('rows of a workspace that never came are deleted, also after a crash between their slices', () => {
  const saved = mock.workspace({ from: 'demo' }).workspace.save()
  const before = open('crashed.db')
  const work = before.keeper.writingAhead(saved)
  work.next()
  work.next()
  before.keeper.abandon()
  const { keeper, file, restored } = open('crashed.db')
  expect(restored.workspaces).toEqual([])
  expect(file.layers()).toHaveLength(1)
  keeper.settings.set('any', 1)
  for (let commits = 0; commits < 5; commits++) keeper.commit()
  expect(file.layers()).toEqual([])
  keeper.close()
})

test('commits between the slices delete nothing of them', () => {
  const { workspace } = mock.workspace({ from: 'demo' })
  const other = mock.workspace({ from: 'empty' }).workspace
  const saved = workspace.save()
  const before = open('between.db')
  const work = before.keeper.writingAhead(saved)
  work.next()
  follow(before.keeper, other, other.save())
  before.keeper.commit()
  before.keeper.commit()
  const { result: release } = run(work)
  follow(before.keeper, workspace, saved)
  release()
  before.keeper.close()
  const { keeper, restored } = open('between.db')
  const kept = restored.workspaces.find(({ id }) => id === workspace.id)!
  expect([...rowsOf(kept.saved)]).toEqual([...rowsOf(saved)])
  keeper.close()
})

test('rows of a workspace that is followed between their slices are written once', () => {
  const { workspace } = mock.workspace({ from: 'demo' })
  const saved = workspace.save()
  const before = open('followed.db')
  const work = before.keeper.writingAhead(saved)
  work.next()
  follow(before.keeper, workspace, saved)
  before.keeper.commit()
  run(work).result()
  before.keeper.close()
  const { keeper, restored } = open('followed.db')
  expect([...rowsOf(restored.workspaces[0]!.saved)]).toEqual([...rowsOf(saved)])
  keeper.close()
})
