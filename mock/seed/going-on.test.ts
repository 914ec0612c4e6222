// The demo goes on by itself; a quiet or empty world does not. A whole year of it is in year.test.ts.
import { expect, test } from 'vitest'
import type { MockWorkspace } from '../index.ts'
import { askAs } from '../testing/send-as.ts'
import { mock } from '../testing/test-kit.ts'

const read = async ({ keys, url }: MockWorkspace, path: string) => (await askAs(keys.admin, url + path)).body

test('a day looked at often and one looked at once are the same', async () => {
  const shown = async (steps: number) => {
    await using workspace = mock.workspace({ seed: 'same days' })
    for (let step = 0; step < steps; step++) workspace.clock.advance(`${(7 * 24) / steps}h`)
    return JSON.stringify(await read(workspace, '/runs?limit=60'))
  }
  expect(await shown(56)).toBe(await shown(1))
})

test('what a client starts waits for the client, and quiet and empty worlds stay as they are', async () => {
  await using own = mock.workspace()
  const { run_id } = own.trigger('run-asks')
  own.clock.advance('10d')
  expect(await read(own, `/runs/${run_id}`)).toMatchObject({ status: 'paused' })
  for (const from of ['quiet', 'empty'] as const) {
    await using still = mock.workspace({ from })
    still.clock.advance('60d')
    expect((await read(still, '/runs')).data).toEqual([])
  }
})
