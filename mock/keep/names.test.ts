// Names are given once: what a client holds never comes to mean something else, not even after a crash or a restore.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { newFolder } from '../testing/new-folder.ts'
import { startProgram } from '../testing/program.ts'
import { askAs, sendAs } from '../testing/send-as.ts'

const folder = newFolder()
const root = join(import.meta.dirname, '../..')

async function startProcess(keep: string) {
  const args = ['mock', '--keep', keep, '--port', '0', '--log', 'json', '--clock', '2026-11-20T09:00:00Z']
  const { child, printed, ended } = startProgram('cli/main.ts', args, { cwd: root })
  const [, url = ''] = await printed(/"event":"ready".*"url":"([^"]+)"/)
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended()
    },
  }
}

/** The names that a mock gives to new things. */
async function namesGivenBy(url: string): Promise<string[]> {
  const post = async (path: string, body: unknown = {}) =>
    (await askAs(undefined, `${url}/_mock/workspaces${path}`, body)).body
  const exchangeOf = async (key: string) => (await sendAs(key, `${url}/runs`)).headers.get('x-mock-exchange')!
  const { id, keys } = await post('', { from: 'empty', keep: false })
  const snapshot = await post('/demo/snapshots', { automatic: true })
  return [id, keys.admin, snapshot.id, await exchangeOf('awk_demo_admin'), await exchangeOf('awk_unknown')]
}

test('no workspace, key, snapshot or exchange is named as one from before a kill', async () => {
  const keep = join(folder, 'killed.db')
  const given: string[] = []
  for (let start = 0; start < 3; start++) {
    const mock = await startProcess(keep)
    given.push(...(await namesGivenBy(mock.url)))
    await mock.kill()
  }
  expect(new Set(given).size).toBe(given.length)
})

test('exchanges are numbered without a break over a clean restart', async () => {
  const keep = join(folder, 'stopped.db')
  const exchanges: (string | null)[] = []
  for (let start = 0; start < 2; start++) {
    const mock = await startMock({ keep })
    exchanges.push((await sendAs(mock.demo.keys.admin, `${mock.url}/runs`)).headers.get('x-mock-exchange'))
    await mock.stop()
  }
  expect(exchanges).toEqual(['demo.1', 'demo.2'])
})

test('no id is given again after a restore or a reset', async () => {
  await using mock = await startMock()
  const { workspace } = mock.demo
  const create = async (): Promise<string> =>
    (await askAs(mock.demo.keys.admin, `${mock.url}/tasks`, { title: 'Named' })).body.id
  expect(workspace.id).toBe('demo')
  const snapshot = mock.demo.snapshot()
  const ids = [await create()]
  mock.demo.restore(snapshot)
  ids.push(await create())
  await fetch(`${mock.url}/_mock/workspaces/demo/reset`, { method: 'POST' })
  ids.push(await create())
  expect(new Set(ids).size).toBe(3)
})
