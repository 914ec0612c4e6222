import { expect, test } from 'vitest'
import { formatProblems } from '../contract/format-problems.ts'
import { openSources } from '../contract/sources.ts'
import { lint } from './lint.ts'

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
      deprecated: false
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
    type: object
    required: [name]
    properties:
      name: { type: string }
      age: { type: integer, minimum: 0, x-gap-keywords: { minimum: cat-fields } }
    examples: [{ name: Tom }]
`,
  'shared/parameters.yaml': `CatId: { name: cat_id, in: path, required: true, schema: { type: string } }
`,
  'gaps.yaml': `- id: cat-fields
  section: '2'
  title: Fields of a cat
  silence: Only its name is stated.
  answers: [{ id: full, means: All of them. }, { id: lean, means: The name. }]
  default: full
  why: Cats have an age.
- id: status-unknown-id
  section: '2'
  title: A cat that does not exist
  silence: Its status is not stated.
  answers: [{ id: s404, means: '404' }, { id: s403, means: '403' }]
  default: s404
  why: Usual.
- id: naps
  section: '2'
  title: How long cats sleep
  silence: Not stated.
  answers: [{ id: day, means: All day. }, { id: night, means: All night. }]
  default: day
  why: Usual.
  affects: behaviour
`,
  'requirements.yaml': `sections: { '1': What it is, '2': Cats }
vocabulary: { keys: { member: A key of a member. }, cases: { accepts: It is taken. } }
requirements:
  - { id: CAT-01, section: '2', statement: A cat has a name., operations: [getCat], subject: { in: query, field: view, case: accepts }, needs: { scopes: ['cats:read'], keys: [member] } }
excluded:
  - { id: CAT-02, section: '1', statement: Cats are nice., reason: A matter of taste. }
`,
}

type File = keyof typeof sound

/** The complaints about the sound contract after one change to one of its files. */
function complaintsAfter(file: File, from: string, to: string): string {
  const text = sound[file]
  expect(text).toContain(from)
  const files: Record<string, string> = { ...sound, [file]: text.replace(from, to) }
  return formatProblems(lint(openSources(name => files[name])))
}

test('finds nothing wrong with a sound contract', () => {
  expect(lint(openSources(name => sound[name as File]))).toEqual([])
})

test.each<[string, File, string, string, string]>([
  [
    'an operation without a name',
    'resources/cats.yaml',
    '      operationId: getCat\n',
    '',
    'resources/cats.yaml:5  GET /cats/{cat_id}: has no operationId. Give it a name',
  ],
  ['a name that is not camelCase', 'resources/cats.yaml', 'getCat', 'Get_cat', 'Get_cat: is not camelCase.'],
  ['an operation without a tag', 'resources/cats.yaml', '      tags: [cats]\n', '', 'getCat: has no tag.'],
  [
    'a tag that is not declared',
    'resources/cats.yaml',
    'tags: [cats]',
    'tags: [dogs]',
    'getCat: has the tag dogs',
  ],
  [
    'an operation without a summary',
    'resources/cats.yaml',
    'summary: Read a cat',
    'x-gap: cat-fields',
    'has no summary.',
  ],
  [
    'an operation without a description',
    'resources/cats.yaml',
    '      description: One cat.\n',
    '',
    'has no description.',
  ],
  [
    'an operation without a scope',
    'resources/cats.yaml',
    "      security: [{ apiKey: ['cats:read'] }]\n",
    '',
    'getCat: states no scope. Add the scope',
  ],
  [
    'an operation that any key may call',
    'resources/cats.yaml',
    "{ apiKey: ['cats:read'] }",
    '{ apiKey: [] }',
    'resources/cats.yaml:12  getCat: can be called without a scope.',
  ],
  [
    'an operation without a success status',
    'resources/cats.yaml',
    "'200':",
    "'302':",
    'getCat: has no success status.',
  ],
  [
    'an operation without 422',
    'resources/cats.yaml',
    "        '422': { description: Not understood. }\n",
    '',
    'no reply 422.',
  ],
  [
    'an assumed status without a gap',
    'resources/cats.yaml',
    ', x-gap: status-unknown-id',
    '',
    'resources/cats.yaml:23  getCat: assumes the status 404 without a gap.',
  ],
  [
    'a path parameter that is not declared',
    'openapi.yaml',
    '/cats/{cat_id}',
    '/cats/{cat}',
    'getCat: does not declare its path parameter cat.',
  ],
  [
    'a path parameter that the path lacks',
    'openapi.yaml',
    '/cats/{cat_id}',
    '/cats',
    'getCat: declares the path parameter cat_id, which its path lacks.',
  ],
  [
    'an unknown role rule',
    'resources/cats.yaml',
    'workspace-wide',
    'galaxy-wide',
    'unknown role rule galaxy-wide.',
  ],
  [
    'a rate limit that is no number',
    'openapi.yaml',
    '{ getCat: 20 }',
    '{ getCat: often }',
    'openapi.yaml:8  x-rate-limits: has no whole number for getCat.',
  ],
  [
    'an alias of nothing',
    'resources/cats.yaml',
    'x-alias-of: view',
    'x-alias-of: sight',
    'an alias of sight, which it lacks.',
  ],
  [
    'a mark that names no gap',
    'resources/cats.yaml',
    'x-gap: cat-fields',
    'x-gap: dog-fields',
    'resources/cats.yaml:15  dog-fields: is not a registered gap.',
  ],
  [
    'a marked keyword that is not there',
    'resources/cats.yaml',
    '{ minimum: cat-fields }',
    '{ maximum: cat-fields }',
    'x-gap-keywords: marks maximum, which the schema does not have.',
  ],
  [
    'a gap that nothing refers to',
    'gaps.yaml',
    '  affects: behaviour\n',
    '',
    'gaps.yaml:15  naps: is a gap that nothing in the contract refers to.',
  ],
  [
    'a gap with one answer',
    'gaps.yaml',
    ', { id: night, means: All night. }',
    '',
    'naps: has fewer than two answers.',
  ],
  ['two answers of one id', 'gaps.yaml', 'id: night', 'id: day', 'naps: has two answers of one id.'],
  [
    'an answer that says nothing',
    'gaps.yaml',
    '{ id: night, means: All night. }',
    '{ id: night }',
    'without id or means.',
  ],
  [
    'a default that is no answer',
    'gaps.yaml',
    'default: day',
    'default: noon',
    'gaps.yaml:20  naps: has the default noon, which is not among its answers. Choose one of day, night.',
  ],
  ['a gap without a reason', 'gaps.yaml', '  why: Cats have an age.\n', '', 'cat-fields: has no why.'],
  ['a gap of no section', 'gaps.yaml', "section: '2'", "section: '7'", 'cat-fields: names section 7, which'],
  [
    'a gap with an unknown field',
    'gaps.yaml',
    'affects: behaviour',
    'affect: behaviour',
    'has the unknown field affect.',
  ],
  [
    'a gap that names no operation',
    'gaps.yaml',
    'affects: behaviour',
    'operations: [getDog]',
    'unknown operation getDog.',
  ],
  ['a gap whose id is no word', 'gaps.yaml', 'id: naps', 'id: Naps!', 'Naps!: is not a valid gap id.'],
  ['two gaps of one id', 'gaps.yaml', 'id: naps', 'id: cat-fields', 'cat-fields: is in the register twice.'],
  [
    'a requirement of an unknown operation',
    'requirements.yaml',
    '[getCat]',
    '[getDog]',
    'requirements.yaml:4  CAT-01: names the unknown operation getDog.',
  ],
  [
    'an operation without a requirement',
    'requirements.yaml',
    '[getCat]',
    '[getDog]',
    'resources/cats.yaml:5  getCat: has no requirement.',
  ],
  [
    'a parameter that neither requirement nor gap explains',
    'resources/cats.yaml',
    'x-alias-of: view, x-gap: cat-fields,',
    'x-alias-of: view,',
    'resources/cats.yaml:5  getCat: has the parameter as, and no requirement or gap says what it is for.',
  ],
  [
    'a rate limit of an unknown operation',
    'openapi.yaml',
    '{ getCat: 20 }',
    '{ getDog: 20 }',
    'openapi.yaml:8  x-rate-limits: has a row for getDog, which is not an operation.',
  ],
  ['a requirement of no operation', 'requirements.yaml', '[getCat]', '[]', 'CAT-01: names no operation.'],
  [
    'a requirement of no section',
    'requirements.yaml',
    "CAT-01, section: '2'",
    "CAT-01, section: '9'",
    'names section 9',
  ],
  [
    'a requirement whose id is no id',
    'requirements.yaml',
    'CAT-01',
    'cat1',
    'cat1: is not a valid requirement id.',
  ],
  [
    'two requirements of one id',
    'requirements.yaml',
    'CAT-02',
    'CAT-01',
    'CAT-01: is in the register twice.',
  ],
  [
    'an unknown need',
    'requirements.yaml',
    '[member]',
    '[king]',
    'CAT-01: uses king, which is not one of the keys.',
  ],
  [
    'an unknown severity',
    'requirements.yaml',
    'A cat has a name.,',
    'A cat has a name., severity: grave,',
    'CAT-01: uses grave, which is not one of the severities.',
  ],
  [
    'an unknown case',
    'requirements.yaml',
    'case: accepts }',
    'case: adores }',
    'uses adores, which is not one of the cases.',
  ],
  [
    'a subject that the operation lacks',
    'requirements.yaml',
    'field: view',
    'field: sight',
    'about query sight, which getCat does not',
  ],
  [
    'an unknown scope',
    'requirements.yaml',
    "['cats:read']",
    "['cats:pet']",
    'needs the scope cats:pet, which no operation has.',
  ],
  [
    'an exclusion without a reason',
    'requirements.yaml',
    ', reason: A matter of taste.',
    '',
    'CAT-02: has no reason.',
  ],
  [
    'a section that nothing speaks of',
    'requirements.yaml',
    "CAT-02, section: '1'",
    "CAT-02, section: '2'",
    'requirements.yaml:1  section 1: has neither a requirement nor an exclusion.',
  ],
  [
    'an example that does not fit its schema',
    'resources/cats.yaml',
    'name: Mia, age: 3',
    'name: Mia, age: old',
    "resources/cats.yaml:22  example: does not fit its schema: age must be a whole number, but was 'old'.",
  ],
  [
    'an example of a schema that does not fit',
    'resources/cats.yaml',
    '{ name: Tom }',
    '{ nome: Tom }',
    'name is required.',
  ],
  [
    'a default that does not fit',
    'resources/cats.yaml',
    'default: long',
    'default: tall',
    'default: does not fit its schema',
  ],
  [
    'a keyword that does not exist',
    'resources/cats.yaml',
    'minimum: 0,',
    'minimun: 0,',
    'schema: strict mode: unknown keyword',
  ],
  [
    'an unknown extension',
    'resources/cats.yaml',
    'x-role-rule: workspace-wide',
    'x-rolerule: workspace-wide',
    'resources/cats.yaml:10  x-rolerule: is not an extension of this contract.',
  ],
  [
    'a schema that nothing uses',
    'resources/cats.yaml',
    'schemas:\n',
    'schemas:\n  Dog: { type: object }\n',
    'resources/cats.yaml:26  Dog: is not used. Refer to it, or remove it.',
  ],
  ['a path item that nothing uses', 'openapi.yaml', "paths/cat'", "paths/dog'", 'cat: is not used.'],
  [
    'a reference to nothing',
    'openapi.yaml',
    "paths/cat'",
    "paths/dog'",
    'openapi.yaml:5  resources/cats.yaml#/paths/dog: points',
  ],
  ['wrong YAML', 'gaps.yaml', "section: '2'", "section: '2", 'YAML: '],
])('complains about %s', (_, file, from, to, complaint) => {
  expect(complaintsAfter(file, from, to)).toContain(complaint)
})

test('complains about two operations of one name', () => {
  const twice = sound['openapi.yaml'].replace(
    'components:',
    "  /dogs/{cat_id}: { $ref: 'resources/cats.yaml#/paths/cat' }\ncomponents:",
  )
  const files: Record<string, string> = { ...sound, 'openapi.yaml': twice }
  const complaints = formatProblems(lint(openSources(name => files[name])))
  expect(complaints).toContain('getCat: is the name of two operations, here and at /cats/{cat_id}.')
})

test('complains about two components of one name', () => {
  const files: Record<string, string> = {
    ...sound,
    'shared/schemas.yaml': 'Cat: { type: string }\n',
    'resources/cats.yaml': sound['resources/cats.yaml'].replace(
      'age: {',
      "like: { $ref: '../shared/schemas.yaml#/Cat' }\n      age: {",
    ),
  }
  const complaints = formatProblems(lint(openSources(name => files[name])))
  expect(complaints).toContain('Cat: is the name of two schemas: ')
})
