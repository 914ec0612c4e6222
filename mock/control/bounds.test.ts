import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_UNFOLDED } from '../../platform/yaml.ts'
import { type BodyLimits, DEEPEST } from '../http/body.ts'
import { MAX_PARTS, MAX_WILDCARDS } from '../journal/partial.ts'
import { LONGEST_PATTERN, MAX_PROGRAM, MAX_STEPS } from '../store/pattern.ts'
import { MAX_CHECKED, MAX_PROBLEMS } from '../world-file/shape.ts'
import { controlDocument } from './document.ts'
import { controlLimits } from './index.ts'

test('docs/security.md lists the bounds of bodies below /_mock as they are', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('### Bodies below `/_mock`')
  const rows = section.split('\n\n')[1]?.split('\n').slice(2)
  const n = (value: number) => value.toLocaleString('en')
  const body = ({ bodyBytes, bodyValues }: BodyLimits) => `${n(bodyBytes)} bytes, ${n(bodyValues)} values`
  expect(rows).toEqual([
    `| a body | ${body(controlLimits.other)}, ${DEEPEST} levels |`,
    `| an archive to replay | ${body(controlLimits.archive)} |`,
    `| a body with a snapshot file or a workspace | ${body(controlLimits.file)} |`,
    `| a world as text | ${n(longestWorldText())} characters |`,
    `| the aliases of a world | ${n(MAX_UNFOLDED)} values when expanded |`,
    `| mistakes that are listed | ${MAX_PROBLEMS}; of a world with more than ${n(MAX_CHECKED)} members, 1 |`,
    `| a filter of the journal | ${n(MAX_PARTS)} values, ${MAX_WILDCARDS} paths with \`[*]\` |`,
    `| a pattern | ${n(LONGEST_PATTERN)} characters, ${n(MAX_PROGRAM)} instructions |`,
    `| all patterns of a request | ${n(MAX_STEPS)} instructions times characters of the texts |`,
  ])
})

function longestWorldText(): number {
  const [text] = controlDocument().components?.schemas?.WorldSource?.anyOf ?? []
  return Number(text?.maxLength)
}
