import { expect, test } from 'vitest'
import { rules } from '../rules/rules.ts'
import { rulesText } from './rules-text.ts'

test('prints every rule, or those named, and suggests a name for an unknown one', () => {
  const headings = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, id]) => id)
  expect(headings(rulesText())).toEqual(Object.keys(rules))
  expect(headings(rulesText(['stated-type', 'same-question']))).toEqual(['stated-type', 'same-question'])
  expect(() => rulesText(['stated-typ'])).toThrow('there is no rule stated-typ; did you mean stated-type?')
})
