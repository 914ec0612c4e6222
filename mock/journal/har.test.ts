import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { sendAs, startRun } from '../testing/send-as.ts'
import { test } from '../testing/test-kit.ts'

// The package has no types, and is old enough to be loaded in the old way.
const schemas = createRequire(import.meta.url)('har-schema') as Record<string, Record<string, unknown>>

/** The schemas that validators of HTTP archives use; they are of draft 6, which differs in nothing that they say. */
function archiveJudge() {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const { $schema: _, ...schema } of Object.values(schemas)) ajv.addSchema(schema)
  return ajv.getSchema('har.json#')!
}

test('exports an archive that fits the schema of archives, whatever happened', async ({ workspace }) => {
  const call = (path: string, body?: object, method = body ? 'POST' : 'GET') =>
    sendAs(workspace.keys.admin, workspace.url + path, body, { method, redirect: 'manual' })
  await call('/runs?limit=1&status=failed')
  const created = await call('/tasks', { title: 'Grüße', tags: ['ä'] })
  const { id } = (await created.json()) as { id: string }
  await call(`/tasks/${id}`, undefined, 'DELETE')
  await call('/agents')
  await call('/nothing?x=1')
  const { chat_id } = await startRun(workspace, 'agent-that-finishes')
  workspace.clock.untilIdle()
  await (await call(`/chats/${chat_id}/stream`)).text()
  using _ = workspace.faults.add({ effects: [{ do: 'drop' }] })
  await expect(call('/runs')).rejects.toThrow('fetch failed')

  const archive = workspace.journal.har()
  const judge = archiveJudge()
  expect(judge(JSON.parse(JSON.stringify(archive))), JSON.stringify(judge.errors)).toBe(true)
  const { entries } = archive.log
  expect(entries.map(({ response }) => response.status)).toEqual([200, 201, 204, 307, 404, 200, 200, 0])
  expect(entries[0]!.request).toMatchObject({
    url: `${workspace.url}/runs?limit=1&status=failed`,
    queryString: [
      { name: 'limit', value: '1' },
      { name: 'status', value: 'failed' },
    ],
  })
  expect(entries[1]!.request.postData).toEqual({
    mimeType: 'application/json',
    text: '{"title":"Grüße","tags":["ä"]}',
  })
  expect(entries[1]!.request.bodySize).toBe(Buffer.byteLength('{"title":"Grüße","tags":["ä"]}'))
  expect(entries[3]!.response.redirectURL).toBe('/agents/')
  expect(entries[6]!.response.content).toMatchObject({ mimeType: 'text/event-stream; charset=utf-8' })
  expect(entries[7]!.comment).toBe('faults: drop before')
})
