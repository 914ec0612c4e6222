import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compareContracts } from '#openapi'
import { asText, differencesIn } from './describe.ts'

/** A contract with one operation that has something of everything. */
function contract(): Sample {
  return {
    openapi: '3.1.1',
    paths: {
      '/cats/{cat_id}': {
        post: {
          operationId: 'feedCat',
          security: [{ apiKey: ['cats:write'] }],
          parameters: [
            { name: 'cat_id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'grams', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 90, default: 50 } },
            { name: 'kind', in: 'query', schema: { type: ['string', 'null'], enum: ['dry', 'wet', null] } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['by'],
                  properties: { by: { type: 'string' }, note: { type: 'string', maxLength: 9 } },
                },
              },
            },
          },
          responses: {
            '200': {
              headers: { ETag: { required: true, schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
            },
            '422': {},
          },
        },
      },
    },
    components: {
      schemas: {
        Cat: {
          type: 'object',
          required: ['name', 'mood'],
          properties: {
            name: { type: 'string' },
            mood: { type: 'string', enum: ['calm', 'wild'] },
            weight: { type: 'number' },
            owner: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          },
        },
        Owner: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            boss: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
          },
        },
      },
    },
  }
}

// Loose on purpose: each test edits one place of the sample.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Sample = any

/** What an edit of the sample means, in words. */
function after(edit: (sample: { operation: Sample; schemas: Sample; all: Sample }) => void): string {
  const edited = contract()
  edit({ operation: edited.paths['/cats/{cat_id}'].post, schemas: edited.components.schemas, all: edited })
  return asText(differencesIn(compareContracts(contract(), edited)))
}

const body = (operation: Sample) => operation.requestBody.content['application/json'].schema

test('finds nothing where nothing changed', () => {
  expect(after(() => {})).toBe('Nothing changes for clients.\n')
})

test.each<[string, Parameters<typeof after>[0], string]>([
  ['a removed operation', ({ all }) => delete all.paths['/cats/{cat_id}'], 'POST /cats/{cat_id} is gone.'],
  [
    'another scope',
    ({ operation }) => (operation.security[0].apiKey = ['cats:feed']),
    'a key with cats:write is refused',
  ],
  ['a role rule', ({ operation }) => (operation['x-role-rule'] = 'workspace-wide'), 'members are refused'],
  [
    'a rate limit',
    ({ operation }) => (operation['x-rate-limit'] = { requests: 9, window_seconds: 60 }),
    'allows 9 requests',
  ],
  ['a removed parameter', ({ operation }) => operation.parameters.pop(), 'query kind is gone.'],
  [
    'a parameter that is required',
    ({ operation }) => (operation.parameters[1].required = true),
    'query grams is required now.',
  ],
  [
    'a new required parameter',
    ({ operation }) => operation.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    'query x is a new required parameter.',
  ],
  [
    'a narrower bound',
    ({ operation }) => (operation.parameters[1].schema.minimum = 5),
    'query grams has minimum 5 now',
  ],
  [
    'a lost value',
    ({ operation }) => operation.parameters[2].schema.enum.shift(),
    'query kind is never "dry" now.',
  ],
  [
    'a lost null',
    ({ operation }) => (operation.parameters[2].schema.type = 'string'),
    'query kind is never null now.',
  ],
  [
    'another type',
    ({ operation }) => (operation.parameters[1].schema.type = 'boolean'),
    'query grams is never integer now.',
  ],
  [
    'a body field that is required',
    ({ operation }) => body(operation).required.push('note'),
    'body.note is required now.',
  ],
  ['a removed body field', ({ operation }) => delete body(operation).properties.note, 'body.note is gone.'],
  [
    'a closed body',
    ({ operation }) => (body(operation).additionalProperties = false),
    'body may carry no further fields',
  ],
  [
    'a body that is required',
    ({ operation }) => (operation.requestBody.required = true),
    'body is required now.',
  ],
  [
    'a pattern',
    ({ operation }) => (body(operation).properties.by.pattern = '^a'),
    'body.by has pattern ^a now',
  ],
  ['a removed reply field', ({ schemas }) => delete schemas.Cat.properties.weight, 'Cat.weight is gone.'],
  [
    'a reply field that may be missing',
    ({ schemas }) => schemas.Cat.required.pop(),
    'Cat.mood may be missing now.',
  ],
  [
    'a reply field that may be null',
    ({ schemas }) => (schemas.Cat.properties.name.type = ['string', 'null']),
    'Cat.name may be null',
  ],
  [
    'a new value in a reply',
    ({ schemas }) => schemas.Cat.properties.mood.enum.push('sad'),
    'Cat.mood may be "sad" now.',
  ],
  [
    'a change behind a reference',
    ({ schemas }) => delete schemas.Owner.properties.name,
    'Cat.owner.name is gone.',
  ],
  [
    'another success status',
    ({ operation }) => (operation.responses['201'] = {}),
    'reply 201 is a new way to succeed.',
  ],
  [
    'a removed header',
    ({ operation }) => delete operation.responses['200'].headers.ETag,
    'reply 200 header ETag is gone.',
  ],
])('says that %s breaks clients', (_, edit, sentence) => {
  const words = after(edit)
  expect(words).toContain('Breaks clients:')
  expect(words).toContain(sentence)
})

test.each<[string, Parameters<typeof after>[0], string]>([
  [
    'a new operation',
    ({ all, operation }) => (all.paths['/dogs'] = { get: { ...operation, operationId: 'x' } }),
    'GET /dogs is a new',
  ],
  [
    'a scope that is enough too',
    ({ operation }) => operation.security.push({ apiKey: ['all'] }),
    'a key with all is enough now.',
  ],
  [
    'a new optional parameter',
    ({ operation }) => operation.parameters.push({ name: 'x', in: 'query', schema: {} }),
    'new optional',
  ],
  [
    'a wider bound',
    ({ operation }) => (operation.parameters[1].schema.maximum = 99),
    'query grams has maximum 99 now',
  ],
  [
    'a new value in a request',
    ({ operation }) => operation.parameters[2].schema.enum.push('raw'),
    'query kind may be "raw" now.',
  ],
  [
    'a new optional body field',
    ({ operation }) => (body(operation).properties.x = {}),
    'body.x is a new optional field.',
  ],
  [
    'a body field that may be left out',
    ({ operation }) => body(operation).required.pop(),
    'body.by may be left out now.',
  ],
  [
    'a new reply field',
    ({ schemas }) => (schemas.Cat.properties.age = {}),
    'Cat.age is a new optional field.',
  ],
  [
    'a value that is not replied any more',
    ({ schemas }) => schemas.Cat.properties.mood.enum.pop(),
    'Cat.mood is never "wild" now.',
  ],
  [
    'a reply field that is always there',
    ({ schemas }) => schemas.Cat.required.push('weight'),
    'Cat.weight is always there now.',
  ],
  [
    'another default',
    ({ operation }) => (operation.parameters[1].schema.default = 40),
    'has the default 40 (before: 50).',
  ],
  ['a new refusal', ({ operation }) => (operation.responses['409'] = {}), 'reply 409 is a new refusal.'],
  [
    'a renamed operation',
    ({ operation }) => (operation.operationId = 'giveFood'),
    'giveFood is the new name of feedCat',
  ],
  ['a deprecation', ({ operation }) => (operation.deprecated = true), 'feedCat is deprecated now.'],
])('says that %s breaks nobody', (_, edit, sentence) => {
  const words = after(edit)
  expect(words).not.toContain('Breaks clients:')
  expect(words).toContain(sentence)
})

const script = join(import.meta.dirname, '../contract-diff.ts')
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })

test('exits with 0 when nothing breaks, 1 when something does, 2 when it cannot compare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'))
  try {
    const current = join(import.meta.dirname, '../../openapi/openapi.yaml')
    expect(run(current)).toMatchObject({ status: 0, stdout: 'Nothing changes for clients.\n' })
    const other = join(folder, 'other.json')
    writeFileSync(other, JSON.stringify(contract()))
    expect(run(other)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('POST /cats/{cat_id} is gone.'),
    })
    expect(run('no-such-ref')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('neither a file nor a git ref'),
    })
    expect(run().status).toBe(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
