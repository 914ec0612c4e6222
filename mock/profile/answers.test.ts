import { expect, test } from 'vitest'
import type { Contract } from '#openapi'
import { listGaps } from '../cli/gap-list.ts'
import { startMock } from '../index.ts'
import { answersIn, answerTo } from './answers.ts'
import { profileFor, randomProfile } from './random-profile.ts'

test('an answer is taken for the text that it was written as', () => {
  expect(answerTo('error-body', 'problem')).toEqual(['error-body', 'problem'])
  expect(answerTo('status-missing-key', 403)).toEqual(['status-missing-key', '403'])
  expect(answerTo('assignee-fields-left-out', null)).toEqual(['assignee-fields-left-out', 'null'])
})

test('a mistake is reported with what was probably meant', () => {
  expect(() => answerTo('eror-body', 'problem')).toThrow("no gap 'eror-body' (did you mean error-body?)")
  expect(() => answerTo('days-bound', '7-90')).toThrow('did you mean days-bounds-spend?')
  expect(() => answerTo('error-body', 'problems')).toThrow(
    "error-body cannot be answered with 'problems' (did you mean problem?); its answers are envelope, problem, detail",
  )
  expect(() => answerTo('xyz', '1')).toThrow("no gap 'xyz'; --gaps lists them")
})

test('all mistakes are reported at once', () => {
  expect(() => answersIn({ 'error-body': 'x', nothing: 1 })).toThrow(
    /error-body cannot[\s\S]*no gap 'nothing'/,
  )
})

test.each([60, 80, 132])('the list of gaps fits %i columns', columns => {
  for (const text of [listGaps(columns), listGaps(columns, 'wallet'), listGaps(columns, 'run')])
    expect(text.split('\n').filter(line => line.length > columns)).toEqual([])
})

test('a word explains the gaps that contain it', () => {
  expect(listGaps(80, 'error-body')).toMatch(/^error-body: The body of a refusal \(section 7\)\n/)
  expect(listGaps(80, 'error-body')).toMatch(/envelope \(default\)\n[\s\S]*problem\n/)
  expect(listGaps(80, 'error-body')).not.toMatch(/\n[^ \n]/)
  expect(listGaps(80, 'unicorn')).toBe("No gap contains 'unicorn'. --gaps lists all of them.\n")
})

test('answers that were chosen hold in every workspace, also where the others vary', () => {
  const chosen = { profile: { 'error-body': 'problem' }, vary: true, seed: 's' } as const
  const one = profileFor('ws_1', chosen, { 'empty-title': 'refuse' })
  expect(one).toEqual({ ...randomProfile('s/ws_1'), 'error-body': 'problem', 'empty-title': 'refuse' })
  expect(profileFor('ws_2', chosen)).not.toEqual(profileFor('ws_3', chosen))
})

test('a varying mock publishes the contract of each workspace, and the one of the demo as its own', async () => {
  await using mock = await startMock({ vary: true, profile: { 'error-body': 'detail' } })
  const { id } = mock.workspace()
  const read = async (path: string) => {
    const contract = (await (await fetch(mock.url + path)).json()) as Contract
    return contract.info['x-profile'] as Record<string, string>
  }
  const [own, demo, other] = await Promise.all(
    ['', '/workspaces/current', `/workspaces/${id}`].map(at => read(`/_mock${at}/openapi.json`)),
  )
  expect(own).toEqual(demo)
  expect(other).not.toEqual(demo)
  expect([demo?.['error-body'], other?.['error-body']]).toEqual(['detail', 'detail'])
})
