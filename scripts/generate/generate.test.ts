import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../mock/testing/new-folder.ts'
import { openSources } from '../contract/sources.ts'
import { generate, generateControl } from './generate.ts'

const files: Record<string, string> = {
  'openapi.yaml': `openapi: 3.1.1
info: { title: Sample, version: 1.0.0 }
paths:
  /cats/: { $ref: 'resources/cats.yaml#/paths/cats' }
x-rate-limits: { window_seconds: 60, requests: { addCat: 20 } }
components:
  securitySchemes: { apiKey: { type: http, scheme: bearer } }
`,
  'resources/cats.yaml': `paths:
  cats:
    parameters:
      - { $ref: '../shared/parameters.yaml#/Limit' }
    post:
      operationId: addCat
      tags: [cats]
      summary: Add a cat
      x-role-rule: workspace-wide
      security: [{ apiKey: ['cats:read', 'cats:write'] }, { apiKey: [all] }]
      parameters:
        - { name: per_page, in: query, deprecated: true, x-deprecation: { sunset: 2027-05-01 }, x-alias-of: limit, x-gap: alias, schema: { type: [integer, 'null'] } }
      requestBody: { content: { application/json: { schema: { $ref: '#/schemas/Cat' } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/schemas/Cat' } } } }
        '202':
          description: Follow it.
          content: { text/event-stream: { schema: { type: string }, x-event-schema: { $ref: '#/schemas/Purr' } } }
        '204': { description: Nothing. }
schemas:
  Cat:
    type: object
    required: [name]
    properties:
      name: { type: string }
      lives: { type: integer, default: 9, deprecated: true, x-deprecation: { since: 2026-11-01 } }
      mother: { $ref: '#/schemas/Cat', description: Where it comes from. }
      $ref: { type: string }
    example: { name: Mia }
  Purr: { type: object, x-gap: [purrs, alias], properties: { loud: { type: boolean, x-gap-keywords: { type: volume } } } }
`,
  'shared/parameters.yaml':
    'Limit: { name: limit, in: query, required: true, schema: { type: integer, default: 50 } }\n',
  'gaps.yaml': `- { purrs: Purrs, section: '2', answers: [{ id: yes-it-does }, { id: never }] }
- { naps: Naps, section: '2', answers: [{ id: long }, { id: short }] }
`,
  'requirements.yaml': `sections: { '2': Cats }
derived: { sections: { cats: '2' }, families: { cats: CAT } }
requirements: { '2': [{ CAT-01: Cats sleep., operations: every }, { each: { DOG-01: Rex }, statement: '{it} barks, {so}.', operations: rate-limited }] }
`,
  'requirement-ids.yaml': 'addCat:\n  key: { scope: SCOPE-07 }\n  body.tail: { refuses-type: CAT-05 }\n',
}

const control = `openapi: 3.1.1
info: { title: Control, version: 1.0.0 }
paths:
  /_mock/cat:
    get:
      operationId: pokeCat
      security: [{}]
      responses: { '200': { description: Poked., content: { application/json: { schema: { $ref: '../../openapi/resources/cats.yaml#/schemas/Purr' } } } } }
`

/** The contract where the project has it, beside other files. */
const inProject = (others: Readonly<Record<string, string>>) =>
  openSources(name => others[name] ?? files[name.replace(/^openapi\//, '')])

const outcome = await generate(openSources(name => files[name]))
const parsed = (name: string) => JSON.parse(outcome.files[name] ?? '')

test('joins the files into one document with components under their names', () => {
  const document = parsed('openapi.json')
  expect(outcome.problems).toEqual([])
  expect(Object.keys(document.components.schemas)).toEqual(['Cat', 'Purr'])
  expect(document.paths['/cats/'].parameters).toEqual([{ $ref: '#/components/parameters/Limit' }])
  const { content } = document.paths['/cats/'].post.responses['202']
  expect(content['text/event-stream']['x-event-schema']).toEqual({ $ref: '#/components/schemas/Purr' })
})

test('keeps what stands beside a reference, and takes no field for one', () => {
  const { Cat } = parsed('openapi.json').components.schemas
  expect(Cat.properties.mother).toEqual({
    description: 'Where it comes from.',
    $ref: '#/components/schemas/Cat',
  })
  expect(Cat.properties.$ref).toEqual({ type: 'string' })
})

test('a schema may take the words of another one, and a member may be null or a text as well', async () => {
  const words = '  Mood: { type: string, enum: [calm, wild] }\n'
  const own = `mother: { or-null: { $ref: '#/schemas/Cat' } }
      mood: { type: [string, 'null'], enum: { $ref: '#/schemas/Mood/enum' } }
      toy: { type: [string, object], at-least: { name?: {} } }`
  const edited = files['resources/cats.yaml']!.replace(/mother: .*/, own) + words
  const { files: made } = await generate(
    openSources(name => (name === 'resources/cats.yaml' ? edited : files[name])),
  )
  const { mother, mood, toy } = JSON.parse(made['openapi.json']!).components.schemas.Cat.properties
  expect(mother).toEqual({ oneOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] })
  expect(mood).toEqual({ type: ['string', 'null'], enum: ['calm', 'wild', null] })
  expect(toy).toEqual({ type: ['string', 'object'], properties: { name: {} } })
})

test('writes a row for every operation', () => {
  const source = outcome.files['operations.gen.ts'] ?? ''
  const row = JSON.parse(/addCat: (.*),\n/.exec(source)?.[1] ?? '')
  expect(row).toEqual({
    id: 'addCat',
    method: 'POST',
    path: '/cats/',
    tag: 'cats',
    summary: 'Add a cat',
    scopes: [['cats:read', 'cats:write'], ['all']],
    roleRule: 'workspace-wide',
    rateLimit: { requests: 20, windowSeconds: 60 },
    deprecations: [
      { place: 'query per_page', since: null, sunset: '2027-05-01' },
      { place: 'body.lives', since: '2026-11-01', sunset: null },
    ],
    successStatus: 201,
    statuses: [201, 202, 204],
    replies: { 201: ['application/json'], 202: ['text/event-stream'], 204: [] },
    pathParams: [],
    queryParams: [
      {
        name: 'limit',
        required: true,
        nullable: false,
        hasDefault: true,
        aliasOf: null,
        gaps: [],
      },
      {
        name: 'per_page',
        required: false,
        nullable: true,
        hasDefault: false,
        aliasOf: 'limit',
        gaps: ['alias'],
      },
    ],
    headerParams: [],
    requestBody: { required: false, contentTypes: ['application/json'] },
    streams: true,
    gaps: ['alias', 'purrs', 'volume'],
  })
})

test('a field with a default may still be left out of a request', () => {
  expect(outcome.files['types.gen.ts']).toContain('lives?: number')
})

test('says which operations a gap touches, and gives the registers types', () => {
  const gaps = parsed('gaps.json')
  expect(gaps.map((gap: { operations: string[] }) => gap.operations)).toEqual([['addCat'], []])
  expect(outcome.files['registers.gen.ts']).toContain("'purrs': 'yes-it-does' | 'never'")
  expect(outcome.files['registers.gen.ts']).toContain("| 'CAT-01'")
})

test('derives requirements, keeps the ids that were given and gives none twice', () => {
  const { sections, requirements } = parsed('requirements.json')
  expect(sections).toEqual({ '2': 'Cats' })
  const statements = requirements.map((row: { id: string; statement?: string }) => [row.id, row.statement])
  expect(statements).toEqual(
    expect.arrayContaining([
      ['CAT-01', 'Cats sleep.'],
      ['DOG-01', 'Rex barks, {so}.'],
      ['CAT-06', 'In addCat, the parameter `limit` is a whole number; anything else is refused with 422.'],
      ['CAT-08', 'In addCat, `name` is required; a body without it is refused with 422.'],
      ['CAT-09', 'In addCat, `name` is a string; any other type, null included, is refused with 422.'],
      ['ERR-01', 'In addCat, the body is an object; anything else is refused with 422.'],
      [
        'SCOPE-07',
        'addCat serves a key that has the scope cats:read and cats:write or all, and refuses a key without it.',
      ],
    ]),
  )
  expect(requirements.find(({ id }: { id: string }) => id === 'CAT-01').operations).toEqual(['addCat'])
  expect(outcome.files['../requirement-ids.yaml']).toContain('  body.tail: { refuses-type: CAT-05 }\n')
  expect(outcome.files['../requirement-ids.yaml']).toContain('  body.lives: { refuses-type: CAT-10 }\n')
})

test('a requirement written by hand takes the place of the derived one', async () => {
  const own = `requirements:
  '2': [{ CAT-02: Cats have nine lives., operations: [addCat], subject: { in: body, field: lives, case: refuses-type } }]`
  const { files: made } = await generate(openSources(name => files[name]?.replace(/^requirements:.*$/m, own)))
  const rows: { id: string; subject?: { field: string } }[] = JSON.parse(
    made['requirements.json'] ?? '',
  ).requirements
  expect(rows.filter(({ subject }) => subject?.field === 'lives').map(({ id }) => id)).toEqual(['CAT-02'])
})

test('makes the control API a document of its own, which borrows schemas and assumes nothing', async () => {
  const { files: made, problems } = await generateControl(inProject({ 'mock/control/control.yaml': control }))
  expect(problems).toEqual([])
  expect(JSON.parse(made['control.json'] ?? '').components.schemas.Purr).toEqual({
    type: 'object',
    properties: { loud: { type: 'boolean' } },
  })
  expect(made['control.gen.ts']).toContain('pokeCat: {"id":"pokeCat","method":"GET","path":"/_mock/cat"')
})

test('operations of the control API have the tag of their file, their workspace and the usual refusals', async () => {
  const ok = "responses: { '200': { description: Done. }"
  const sources = inProject({
    'mock/control/control.yaml': `${control}  /_mock/{workspace_id}/dog: { $ref: 'dogs.yaml#/paths/dog' }
x-usual-replies: { all: { '401': KeyNeeded, '403': ForeignOrigin }, path: { '404': NotFound }, input: { '422': Invalid } }
`,
    'mock/control/dogs.yaml': `tag: dogs
paths:
  dog:
    get: { operationId: callDog, ${ok} } }
    put: { operationId: walkDog, requestBody: { content: {} }, ${ok}, '404': null, '403': { description: Bites. } } }
    post:
      operationId: washDog
      requestBody: { schema: { type: string }, example: soap }
      responses: { '200': { description: The dogs., items: { type: integer } }, '409': { $ref: '#/responses/Dirty' } }
responses:
  Dirty: { description: Dirty., schema: { exactly: { soap?: {}, responses: { properties: { schema: {}, exactly: {} } } } } }
`,
    'mock/control/shared/parameters.yaml': 'WorkspaceId: { name: workspace_id, in: path }\n',
    'mock/control/shared/responses.yaml':
      'KeyNeeded: {}\nForeignOrigin: {}\nNotFound: {}\nInvalid: { description: Wrong. }\n',
  })
  const { files: made } = await generateControl(sources)
  const { paths, components } = JSON.parse(made['control.json']!)
  const { parameters, get, put, post } = paths['/_mock/{workspace_id}/dog']
  expect(parameters).toEqual([{ $ref: '#/components/parameters/WorkspaceId' }])
  expect([get.tags, Object.keys(get.responses)]).toEqual([['dogs'], ['200', '401', '403', '404']])
  expect(Object.keys(put.responses)).toEqual(['200', '401', '403', '422'])
  expect(put.responses['403']).toEqual({ description: 'Bites.' })
  const json = (schema: object) => ({ 'application/json': { schema } })
  expect(post.requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: { type: 'string' }, example: 'soap' } },
  })
  const objectOf = (name: string, property: object, more = {}) => ({
    type: 'object',
    required: [name],
    additionalProperties: false,
    properties: { ...more, [name]: property },
  })
  const list = objectOf('data', { type: 'array', items: { type: 'integer' } })
  expect(post.responses['200']).toEqual({ description: 'The dogs.', content: json(list) })
  expect(components.responses.Dirty).toEqual({
    description: 'Dirty.',
    content: json(objectOf('responses', { properties: { schema: {}, exactly: {} } }, { soap: {} })),
  })
})

test('generates nothing from a contract with mistakes', async () => {
  const broken = await generate(openSources(name => files[name]?.replace('#/schemas/Purr', '#/schemas/Meow')))
  expect(broken.files).toEqual({})
  expect(broken.problems).toMatchObject([
    { file: 'resources/cats.yaml', line: 18, what: 'points to nothing.' },
  ])
})

test('fails on drift, naming file and command, and is content after generating', () => {
  const root = join(import.meta.dirname, '../..')
  const folder = newFolder()
  for (const room of ['flags', 'scripts']) cpSync(join(root, room), join(folder, room), { recursive: true })
  for (const name of [
    'package.json',
    'tsconfig.json',
    'conformance/target/target.yaml',
    'mock/dialect/twin.yaml',
    'openapi/deprecation.ts',
    'openapi/elements.ts',
    'openapi/fields.ts',
    'openapi/operation-table.ts',
    'openapi/raw-document.ts',
    'openapi/reference/type-words.ts',
    'platform/form-options.ts',
    'platform/yaml.ts',
  ])
    cpSync(join(root, name), join(folder, name))
  for (const page of ['mock/console', 'conformance/report', 'conformance/rules', 'watch/page'])
    cpSync(join(root, page), join(folder, page), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'openapi', name, '..'), { recursive: true })
    writeFileSync(join(folder, 'openapi', name), text)
  }
  mkdirSync(join(folder, 'mock/control'), { recursive: true })
  writeFileSync(join(folder, 'mock/control/control.yaml'), control)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/generate.ts', ...args], { cwd: folder, encoding: 'utf8' })

  const drifted = run('--check')
  expect(drifted.status).toBe(1)
  expect(drifted.stderr).toContain('openapi/generated/openapi.json is out of date.')
  expect(drifted.stderr).toContain('npm run generate')
  expect(run().status).toBe(0)
  expect(run('--check')).toMatchObject({ status: 0, stdout: expect.stringContaining('up to date') })
})
