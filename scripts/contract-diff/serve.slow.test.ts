import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { document } from '#openapi'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { startProgram } from '../../mock/testing/program.ts'
import { sendAs } from '../../mock/testing/send-as.ts'

const root = join(import.meta.dirname, '../..')

test('a contract and its edit are served side by side, and what has no handler is made up', async () => {
  const folder = newFolder()
  const next = join(folder, 'next.json')
  const edited = JSON.parse(JSON.stringify(document))
  edited.components.schemas.TaskCreate.required.push('description')
  edited.components.schemas.Task.properties.effort = { type: 'integer', minimum: 1 }
  edited.components.schemas.Task.required.push('effort')
  delete edited.paths['/runs']
  const { parameters, get } = edited.paths['/tasks/{task_id}']
  edited.paths['/tasks/{task_id}/notes'] = { parameters, get: { ...get, operationId: 'getNotes' } }
  writeFileSync(next, JSON.stringify(edited))
  const args = ['openapi/openapi.yaml', next, '--serve']
  const both = startProgram(join(root, 'scripts/contract-diff.ts'), args, { cwd: root })
  try {
    const [, there, here] = await both.printed(
      /^\S+next\.json: (http:\S+)\nopenapi\/openapi\.yaml: (http:\S+)\n/m,
    )
    const asked = (path: string, body?: object) =>
      Promise.all([here, there].map(base => sendAs('awk_demo_admin', `${base}${path}`, body)))
    const statuses = async (...call: Parameters<typeof asked>) =>
      (await asked(...call)).map(({ status }) => status)
    expect(await statuses('/tasks', { title: 'Plan' })).toEqual([201, 422])
    expect(await statuses('/runs')).toEqual([200, 404])
    expect(await statuses('/tasks/one/notes')).toEqual([404, 200])
    const [task, filled] = await asked('/tasks', { title: 'Plan', description: 'The week' })
    expect(await task?.json()).not.toHaveProperty('effort')
    expect(await filled?.json()).toHaveProperty('effort', expect.any(Number))
  } finally {
    both.child.kill('SIGTERM')
    expect(await both.ended()).toBe(0)
  }
})
