import { expect } from 'vitest'
import { chat } from '../testing/completion-client.ts'
import { test } from '../testing/test-kit.ts'

test('every model that is listed answers', async ({ kit }) => {
  const { data } = await kit.as('member').GET('/v1/models')
  expect(data?.data.map(model => model.id)).toEqual(kit.workspace.tables.models.all().map(model => model.id))
  for (const { id } of data?.data ?? []) {
    expect((await chat(kit, 'Hello', { model: id })).model).toBe(id)
  }
})
