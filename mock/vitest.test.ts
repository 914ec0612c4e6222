import { describe, expect } from 'vitest'
import { test, testWith } from './vitest.ts'

const seen = new Set<string>()
const headers = (key: string) => ({ authorization: `Bearer ${key}` })

describe.concurrent('each test', () => {
  for (const name of ['one', 'another', 'a third'])
    test(`has a workspace of its own, ${name}`, async ({ url, keys, workspace, mock }) => {
      expect(mock.url).toBe(url)
      expect(keys.admin).toBe(workspace.keys.admin)
      expect(seen).not.toContain(workspace.id)
      seen.add(workspace.id)
      const body = JSON.stringify({ title: name })
      const post = {
        method: 'POST',
        body,
        headers: { ...headers(keys.admin), 'content-type': 'application/json' },
      }
      expect((await fetch(`${url}/tasks`, post)).status).toBe(201)
      const tasks = await fetch(`${url}/tasks?limit=1`, { headers: headers(keys.admin) })
      expect(await tasks.json()).toMatchObject({ data: [{ title: name }] })
      expect(workspace.clock.now()).toEqual(new Date('2026-11-20T09:00:00Z'))
    })
})

const quiet = testWith({ seed: 'x', workspace: { from: 'quiet', profile: { 'error-body': 'problem' } } })

quiet('options say what the workspaces are made of', async ({ url, keys }) => {
  const runs = await fetch(`${url}/runs`, { headers: headers(keys.admin) })
  expect(await runs.json()).toMatchObject({ data: [] })
  const refused = await fetch(`${url}/runs/nope`, { headers: headers(keys.admin) })
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
})

test('workspaces are let go with their tests', async ({ mock }) => {
  for (const id of seen) expect(mock.registry.get(id)).toBeUndefined()
})
