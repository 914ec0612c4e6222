import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { defaultProfile } from '../profile/profile.ts'
import { startTestKit } from '../testing/test-kit.ts'
import { offsetPage, pageBody, withinMaximum } from './paging.ts'

test('a page is what was asked for', () => {
  expect(offsetPage({ limit: 20, offset: 40 }, defaultProfile)).toEqual({ limit: 20, offset: 40 })
})

test('a page that nothing was said of is of the usual size', () => {
  expect(offsetPage({ offset: 0 }, defaultProfile).limit).toBe(50)
  const profile = { ...defaultProfile, 'page-size-default': '20' } as const
  expect(offsetPage({ limit: null, offset: 0 }, profile).limit).toBe(20)
})

test('a page is no larger than pages get', () => {
  expect(withinMaximum(201, defaultProfile)).toBe(200)
  expect(withinMaximum(200, defaultProfile)).toBe(200)
  expect(withinMaximum(150, { ...defaultProfile, 'page-size-maximum': '100' })).toBe(100)
})

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

test('a page carries its rows, their number over all pages, and where it stands', () => {
  expect(pageBody(['a', 'b'], 12, { limit: 2, offset: 4 })).toEqual({
    data: ['a', 'b'],
    total: 12,
    limit: 2,
    offset: 4,
  })
})
