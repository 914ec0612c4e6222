import { expect, test } from 'vitest'
import { memberPaths } from './json-paths.ts'

test('keys that are data count as one, and names of members do not', () => {
  const runs = { run_01h1ss23d3ckj56vc59hrkh4: { step2_of_3: 1 }, run_01h1srkkz2pvrhg777jebtdk: {} }
  const days = { '2026-11-29': { oauth2_callback_v1_url: 1 } }
  expect([...memberPaths({ runs, days })]).toEqual([
    'runs',
    'runs.*',
    'runs.*.step2_of_3',
    'days',
    'days.*',
    'days.*.oauth2_callback_v1_url',
  ])
})
