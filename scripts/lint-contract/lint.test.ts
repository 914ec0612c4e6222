import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from '../contract/bundle.ts'
import { formatProblems, openSources, type Sources } from '../contract/sources.ts'
import { lint } from './lint.ts'
import { lintWithRedocly } from './redocly.ts'

const sound = {
  'openapi.yaml': `openapi: 3.1.1
info: { title: Sample, version: 1.0.0 }
tags: [{ name: cats }]
paths:
  /cats/{cat_id}: { $ref: 'resources/cats.yaml#/paths/cat' }
components:
  securitySchemes: { apiKey: { type: http, scheme: bearer } }
x-rate-limits: { window_seconds: 60, requests: { getCat: 20 } }
`,
  'resources/cats.yaml': `paths:
  cat:
    parameters:
      - { $ref: '../shared/parameters.yaml#/CatId' }
    get:
      operationId: getCat
      tags: [cats]
      summary: Read a cat
      description: One cat.
      x-role-rule: workspace-wide
      deprecated: true
      x-deprecation: { since: 2026-11-01, sunset: 2027-05-01 }
      security: [{ apiKey: ['cats:read'] }]
      parameters:
        - { name: view, in: query, schema: { type: string, default: long, enum: [long, short] } }
        - { name: as, in: query, x-alias-of: view, x-gap: cat-fields, schema: { type: string } }
      responses:
        '200':
          description: The cat.
          content:
            application/json:
              schema: { $ref: '#/schemas/Cat' }
              example: { name: Mia, age: 3 }
        '404': { description: No such cat., x-gap: status-unknown-id }
        '422': { description: Not understood. }
schemas:
  Cat:
    x-gap: cat-fields
    at-least:
      name: { type: string }
      age?: { type: integer, minimum: 0, x-gap-keywords: { minimum: cat-fields } }
    examples: [{ name: Tom }]
`,
  'shared/parameters.yaml': `CatId: { name: cat_id, in: path, required: true, schema: { type: string } }
`,
  'gaps.yaml': `- cat-fields: Fields of a cat
  section: '2'
  silence: Only its name is stated.
  answers: [{ id: full, means: All of them. }, { id: lean, means: The name. }]
  default: full
  why: Cats have an age.
- status-unknown-id: A cat that does not exist
  section: '2'
  silence: Its status is not stated.
  answers: [{ id: s404, means: '404' }, { id: s403, means: '403' }]
  default: s404
  why: Usual.
- naps: How long cats sleep
  section: '2'
  silence: Not stated.
  answers: [{ id: day, means: All day. }, { id: night, means: All night. }]
  default: day
  why: Usual.
  affects: behaviour
`,
  'requirements.yaml': `sections: { '1': What it is, '2': Cats }
vocabulary: { keys: { member: A key of a member. }, cases: { accepts: It is taken. }, fixtures: { tom: A cat. } }
derived: { operations: { getCat: { fixtures: [tom] } } }
requirements:
  '2':
  - { CAT-01: A cat has a name., operations: [getCat], subject: { in: query, field: view, case: accepts }, needs: { scopes: ['cats:read'], keys: [member] } }
excluded:
  '1':
  - { CAT-02: Cats are nice., reason: A matter of taste. }
`,
}

type File = keyof typeof sound

/** The sound contract with other files. */
function contractWith(more: Readonly<Record<string, string>>): Sources {
  const files: Readonly<Record<string, string>> = { ...sound, ...more }
  return openSources(name => files[name])
}

/** The sound file after one change. */
function edited(file: File, from: string, to: string): string {
  expect(sound[file]).toContain(from)
  return sound[file].replace(from, to)
}

test('finds nothing wrong with a sound contract', () => {
  expect(lint(contractWith({}))).toEqual([])
})

/** A change of one text in a file of the sound contract, and the complaint about it; one of the same file begins with its line. */
type Mistake = readonly [from: string, to: string, complaint: string]

const MISTAKES: Partial<Record<File, readonly Mistake[]>> = {
  'openapi.yaml': [
    ['{ getCat: 20 }', '{ getCat: often }', ':8  x-rate-limits: has no whole number for getCat.'],
    [
      '{ getCat: 20 }',
      '{ getDog: 20 }',
      ':8  x-rate-limits: has a row for getDog, which is not an operation.',
    ],
    [
      'components:',
      "  /dogs/{cat_id}: { $ref: 'resources/cats.yaml#/paths/cat' }\ncomponents:",
      'getCat: is the name of two operations, here and at /cats/{cat_id}.',
    ],
    ["paths/cat'", "paths/dog'", 'cat: is not used.'],
    ["paths/cat'", "paths/dog'", ':5  resources/cats.yaml#/paths/dog: points'],
  ],
  'resources/cats.yaml': [
    ['getCat', 'Get_cat', 'Get_cat: is not camelCase.'],
    ['      tags: [cats]\n', '', 'getCat: has no tag.'],
    ["      security: [{ apiKey: ['cats:read'] }]\n", '', 'getCat: states no scope. Add the scope'],
    ["{ apiKey: ['cats:read'] }", '{ apiKey: [] }', ':13  getCat: can be called without a scope.'],
    ["        '422': { description: Not understood. }\n", '', 'no reply 422.'],
    [
      'enum: [long, short]',
      "enum: { $ref: '#/schemas/Cat' }",
      ':15  #/schemas/Cat: does not point to a list of words.',
    ],
    [', x-gap: status-unknown-id', '', ':24  getCat: assumes the status 404 without a gap.'],
    [
      'sunset: 2027-05-01',
      'sunset: 2026-10-31',
      ':12  x-deprecation: has the sunset 2026-10-31 before the deprecation 2026-11-01.',
    ],
    ['sunset: 2027-05-01', 'sunset: 2027-02-29', 'has sunset: "2027-02-29", which is no date.'],
    ['since: 2026-11-01', 'since: soon', 'has since: "soon", which is no date.'],
    ['since: 2026-11-01', 'from: 2026-11-01', 'has the unknown member from. It has since and sunset.'],
    ['{ since: 2026-11-01, sunset: 2027-05-01 }', '2026-11-01', 'x-deprecation: holds no dates.'],
    ['deprecated: true', 'deprecated: false', 'x-deprecation: is beside something that is not deprecated.'],
    ['workspace-wide', 'galaxy-wide', 'unknown role rule galaxy-wide.'],
    ['x-alias-of: view', 'x-alias-of: sight', 'an alias of sight, which it lacks.'],
    ['x-gap: cat-fields', 'x-gap: dog-fields', ':16  dog-fields: is not a registered gap.'],
    [
      '{ minimum: cat-fields }',
      '{ maximum: cat-fields }',
      ':31  x-gap-keywords: marks maximum, which the schema does not have.',
    ],
    [
      'x-alias-of: view, x-gap: cat-fields,',
      'x-alias-of: view,',
      ':5  getCat: has the parameter as, and no requirement or gap says what it is for.',
    ],
    [
      'name: Mia, age: 3',
      'name: Mia, age: old',
      "resources/cats.yaml:23  example: does not fit its schema: age must be a whole number, but was 'old'.",
    ],
    ['{ name: Tom }', '{ nome: Tom }', 'name is required.'],
    ['default: long', 'default: tall', 'default: does not fit its schema'],
    ['minimum: 0,', 'minimun: 0,', 'schema: strict mode: unknown keyword'],
    [
      'x-role-rule: workspace-wide',
      'x-rolerule: workspace-wide',
      ':10  x-rolerule: is not an extension of this contract.',
    ],
    [
      'schemas:\n',
      'schemas:\n  Dog: { type: object }\n',
      ':27  Dog: is not used. Refer to it, or remove it.',
    ],
  ],
  'gaps.yaml': [
    ['  affects: behaviour\n', '', ':13  naps: is a gap that nothing in the contract refers to.'],
    [', { id: night, means: All night. }', '', 'naps: has fewer than two answers.'],
    ['id: night', 'id: day', 'naps: has two answers of one id.'],
    ['{ id: night, means: All night. }', '{ id: night }', 'without id or means.'],
    [
      'default: day',
      'default: noon',
      ':17  naps: has the default noon, which is not among its answers. Choose one of day, night.',
    ],
    ['  why: Cats have an age.\n', '', 'cat-fields: has no why.'],
    ["section: '2'", "section: '7'", 'cat-fields: names section 7, which'],
    ['affects: behaviour', 'affect: behaviour', 'has the unknown field affect.'],
    ['affects: behaviour', 'operations: [getDog]', 'unknown operation getDog.'],
    ['- naps', '- Naps!', 'Naps!: is not a valid gap id.'],
    ['- naps', '- cat-fields', 'cat-fields: is in the register twice.'],
    ["section: '2'", "section: '2", 'YAML: '],
  ],
  'requirements.yaml': [
    ['[getCat]', '[getDog]', ':6  CAT-01: names the unknown operation getDog.'],
    ['[getCat]', '[getDog]', 'resources/cats.yaml:5  getCat: has no requirement.'],
    ['[getCat]', '[]', 'CAT-01: names no operation.'],
    ['getCat: {', 'getDog: {', ':3  getDog: is not an operation.'],
    ['[tom]', '[rex]', ':3  getCat: uses rex, which is not one of the fixtures.'],
    ["  '2':\n", "  '9':\n", 'names section 9'],
    ['CAT-01', 'cat1', 'cat1: is not a valid requirement id.'],
    ['CAT-02', 'CAT-01', 'CAT-01: is in the register twice.'],
    ['[member]', '[king]', 'CAT-01: uses king, which is not one of the keys.'],
    [
      'A cat has a name.,',
      'A cat has a name., severity: grave,',
      'CAT-01: uses grave, which is not one of the severities.',
    ],
    ['case: accepts }', 'case: adores }', 'uses adores, which is not one of the cases.'],
    ['field: view', 'field: sight', 'about query sight, which getCat does not'],
    ["['cats:read']", "['cats:pet']", 'needs the scope cats:pet, which no operation has.'],
    [', reason: A matter of taste.', '', 'CAT-02: has no reason.'],
    ["excluded:\n  '1':", "excluded:\n  '2':", ':1  section 1: has neither a requirement nor an exclusion.'],
  ],
}

const mistakes = Object.entries(MISTAKES).flatMap(([file, all]) =>
  all.map(([from, to, says]) => ({
    file: file as File,
    from,
    to,
    complaint: says.replace(/^:/, `${file}:`),
  })),
)

test.each(mistakes)('complains: $complaint', ({ file, from, to, complaint }) => {
  const sources = contractWith({ [file]: edited(file, from, to) })
  expect(formatProblems(lint(sources))).toContain(complaint)
})

test('has Redocly complain about what no OpenAPI document may have', async () => {
  const bird = `
  /birds/{bird_id}: { get: { tags: [birds], responses: { '302': { description: Gone. } } } }
components:`
  const root = edited('openapi.yaml', '\ncomponents:', bird).replace('{cat_id}:', '{cat}:')
  const bundled = bundle(contractWith({ 'openapi.yaml': root }))
  const complaints = formatProblems(await lintWithRedocly(bundled, join(import.meta.dirname, '../..')))
  for (const complaint of [
    'openapi.yaml:6  operation-operationId: ',
    'openapi.yaml:6  operation-tag-defined: ',
    'openapi.yaml:6  operation-summary: ',
    'openapi.yaml:6  operation-description: ',
    'openapi.yaml:6  operation-2xx-response: ',
    'The operation does not define the path parameter `{cat}` expected by path `/cats/{cat}`.',
    'Path parameter `cat_id` is not used in the path `/cats/{cat}`.',
  ])
    expect(complaints).toContain(complaint)
})

test('complains about two components of one name', () => {
  const like = "like: { $ref: '../shared/schemas.yaml#/Cat' }\n      age?: {"
  const sources = contractWith({
    'shared/schemas.yaml': 'Cat: { type: string }\n',
    'resources/cats.yaml': edited('resources/cats.yaml', 'age?: {', like),
  })
  expect(formatProblems(lint(sources))).toContain('Cat: is the name of two schemas: ')
})
