import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { defaultProfile } from '../profile/profile.ts'
import { startTestKit } from '../test-kit.ts'
import { Refusal } from '../world/refusal.ts'
import { offsetPage, pageBody, withinMaximum } from './paging.ts'

test('a page is what was asked for', () => {
  expect(offsetPage({ limit: 20, offset: 40 }, defaultProfile)).toEqual({ limit: 20, offset: 40 })
})

test('a page that nothing was said of is the first one, of the usual size', () => {
  expect(offsetPage({}, defaultProfile)).toEqual({ limit: 50, offset: 0 })
  expect(offsetPage({ limit: null, offset: null }, { ...defaultProfile, 'page-size-default': '20' })).toEqual(
    {
      limit: 20,
      offset: 0,
    },
  )
})

test('what a profile lets through below the bounds is taken as the bound', () => {
  expect(offsetPage({ limit: -3, offset: -7 }, defaultProfile)).toEqual({ limit: 1, offset: 0 })
})

test('a page is no larger than pages get', () => {
  expect(withinMaximum(201, defaultProfile)).toBe(200)
  expect(withinMaximum(200, defaultProfile)).toBe(200)
  expect(withinMaximum(150, { ...defaultProfile, 'page-size-maximum': '100' })).toBe(100)
})

test('a limit above the largest page is refused where a profile says so', () => {
  const profile = { ...defaultProfile, 'limit-above-maximum': 'refuse' } as const
  expect(withinMaximum(200, profile)).toBe(200)
  expect(() => offsetPage({ limit: 201 }, profile)).toThrow(Refusal)
  expect(() => withinMaximum(201, profile)).toThrow('at most 200 rows')
})

test('such a refusal names the parameter, what came and what is taken', async () => {
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
