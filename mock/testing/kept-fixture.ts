// npm run row-form:fixture: writes a kept file of the present version of rows, for the tests of later versions. It has one
// workspace with a bit of everything; those that every mock makes by itself are left out, so that it is small.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { startMock } from '../index.ts'
import { ROWS_VERSION } from '../keep/row-versions.ts'

const folder = mkdtempSync(join(tmpdir(), 'agent-work-fixture-'))
const file = join(folder, 'world.db')
const target = join(import.meta.dirname, `../keep/fixtures/rows-${ROWS_VERSION}.db.gz`)

const mock = await startMock({ keep: file, clock: { frozen: '2026-11-20T09:00:00Z' } })
const { keys, roles, ...workspace } = mock.workspace({ from: 'quiet', name: 'kept', keep: true })
await post('/tasks', { title: 'Kept' })
for (const [handle, agent] of Object.entries(roles.agents))
  if (handle.startsWith('agent-that-')) await post(`/agents/${agent}/run`, { input: { task: 'Kept' } })
for (const handle of ['workflow-straight', 'workflow-with-gate', 'workflow-that-asks'] as const)
  await post(`/workflows/${roles.workflows[handle]}/run`, { input: { task: 'Kept' } })
workspace.clock.advance('5m')
workspace.snapshot('kept')
await post('/tasks', { title: 'Later' })
workspace.faults.add({
  on: { operation: 'getRun' },
  times: 2,
  ttl: '0s',
  effects: [{ do: 'reply', status: 503 }],
})
await mock.stop()

const database = new DatabaseSync(file)
database.exec(`
  DELETE FROM workspace WHERE id IN ('demo', 'second-tenant');
  DELETE FROM base WHERE id NOT IN (SELECT base FROM workspace);
  DELETE FROM row WHERE owner NOT IN (
    SELECT 'base/' || id FROM base
    UNION SELECT 'workspace/' || id FROM workspace UNION SELECT 'beginning/' || id FROM workspace
    UNION SELECT 'snapshot/' || id FROM snapshot
  );
  VACUUM;
  PRAGMA journal_mode = DELETE;
`)
database.close()
writeFileSync(target, gzipSync(readFileSync(file), { level: 9 }))
rmSync(folder, { recursive: true })
console.log(`Wrote ${target}.`)

async function post(path: string, body: unknown): Promise<void> {
  const reply = await fetch(mock.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
}
