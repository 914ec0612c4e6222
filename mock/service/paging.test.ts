import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { startTestKit } from '../testing/test-kit.ts'

const lists = ['/tasks', '/agents/', '/workflows/', '/workflows/WORKFLOW/runs', '/runs']

test('every list takes what is below the bounds as the bound, or refuses it, as the profile says', async () => {
  for (const [answer, status] of [
    ['clamp', 200],
    ['refuse', 422],
  ] as const) {
    await using kit = await startTestKit({
      profile: { 'limit-below-one': answer, 'negative-offset': answer },
    })
    for (const list of lists)
      for (const query of ['limit=-3', 'limit=0', 'limit=1&offset=-7']) {
        const path = list.replace('WORKFLOW', kit.roles.workflows['workflow-with-gate'])
        const response = await kit.fetch('admin', `${path}?${query}`)
        expect([path, query, response.status]).toEqual([path, query, status])
        if (status === 422) continue
        const first = await kit.fetch('admin', `${path}?limit=1&offset=0`)
        expect(await response.json()).toEqual(await first.json())
      }
  }
})

test('a limit above the largest page is refused where a profile says so, with what came and what is taken', async () => {
  const profile = { 'limit-above-maximum': 'refuse' } as const
  await using kit = await startTestKit({ profile })
  const response = await kit.fetch('admin', '/runs?limit=201')
  const { error } = (await response.json()) as Schemas['Error']
  expect([response.status, error.param]).toEqual([422, 'query.limit'])
  expect(error.issues).toMatchObject([{ in: 'query', field: 'limit', received: 201 }])
  expect(error.issues[0]?.expected).toContain('200')
})
