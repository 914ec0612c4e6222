// Checks the violations in a twin file: they may only contradict what the specification states.
import { requirements, type Schema } from '#openapi'
import type { Violations } from '../dialect/dialect.ts'
import { requirementOfWord, STATED_CODES } from '../dialect/stated-elements.ts'
import { partsOf } from '../dialect/wrong-members.ts'

type Say = (at: readonly string[], message: string) => void

/** The mistakes in the violations of a file. `schemaOf` is the schema of a reply that the dialect describes. */
export function checkViolations(
  violations: Violations,
  schemaOf: (id: string) => Schema | undefined,
  say: Say,
): void {
  for (const [requirement, { refusals = {}, members = {}, words = {} }] of Object.entries(violations)) {
    if (!requirements.requirements.some(({ id }) => id === requirement))
      say([requirement], `there is no requirement ${requirement}`)
    for (const key of Object.keys(refusals)) {
      const code = key.split(' ').at(-1) ?? ''
      if (!STATED_CODES.has(code))
        say(
          [requirement, 'refusals', key],
          `the status of ${code} is not stated: write it below dialect.refusals`,
        )
    }
    for (const [id, wrong] of Object.entries(members)) {
      const at = [requirement, 'members', id]
      const schema = schemaOf(id)
      if (!schema) say(at, `describe ${id} below dialect.replies first`)
      else
        for (const path of Object.keys(wrong))
          if (!hasMember(schema, partsOf(path))) say(at, `the reply of ${id} has no member ${path}`)
    }
    for (const [name, its] of Object.entries(words))
      for (const word of Object.keys(its))
        if (requirementOfWord(name, word) === undefined)
          say(
            [requirement, 'words', name],
            `the word ${word} of ${name} is not stated: write it below dialect.words`,
          )
  }
}

function hasMember(schema: Schema, [part = '', ...rest]: readonly string[]): boolean {
  const { items, properties = {}, anyOf = [] } = schema
  if (anyOf.some(one => hasMember(one, [part, ...rest]))) return true
  const inner = part === '[]' ? items : properties[part]
  return inner !== undefined && (rest.length === 0 || hasMember(inner, rest))
}
