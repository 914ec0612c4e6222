import { expect, test } from 'vitest'
import type { Contract } from './contract.ts'
import type { Issue } from './issue.ts'
import type { OperationRow } from './operation-row.ts'
import { schemaChecker } from './schemas.ts'
import { eventValidator, type RawRequest, replyValidator, requestValidator } from './validate.ts'

const cat = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1 },
    mood: { type: ['string', 'null'], enum: ['calm', 'wild', null] },
    age: { type: 'integer', minimum: 0, maximum: 30 },
    born: { type: 'string', format: 'date-time' },
    toys: { type: 'array', minItems: 1, uniqueItems: true, items: { $ref: '#/components/schemas/Toy' } },
    owner: { oneOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
    colour: { type: 'string', pattern: '^#' },
    shade: { type: 'string', pattern: '^#', examples: ['#aaa'] },
    weight: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    tag: { const: 'x' },
  },
} as const

const contract = {
  openapi: '3.1.1',
  info: { title: 'Sample', version: '1' },
  paths: {
    '/cats/{cat_id}': {
      parameters: [{ $ref: '#/components/parameters/CatId' }],
      post: {
        operationId: 'feedCat',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 50 } },
          { name: 'kind', in: 'query', schema: { type: ['string', 'null'], enum: ['dry', 'wet', null] } },
          { name: 'full', in: 'query', schema: { type: 'boolean' } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'since', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
        },
        responses: {
          '200': {
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Cat' } },
              'text/event-stream': {
                schema: { type: 'string' },
                'x-event-schema': { $ref: '#/components/schemas/Event' },
              },
            },
          },
          '204': { description: 'Eaten.' },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    parameters: {
      CatId: { name: 'cat_id', in: 'path', required: true, schema: { type: 'string', maxLength: 5 } },
    },
    responses: {
      NotFound: { content: { 'application/json': { schema: { type: 'object', required: ['error'] } } } },
    },
    schemas: {
      Cat: cat,
      Toy: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        dependentRequired: { a: ['b'] },
      },
      Owner: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Event: {
        discriminator: { propertyName: 'type' },
        oneOf: [
          {
            type: 'object',
            required: ['type', 'text'],
            properties: { type: { const: 'said' }, text: { type: 'string' } },
          },
          { type: 'object', required: ['type'], properties: { type: { const: 'ended' } } },
        ],
      },
    },
  },
} as unknown as Contract

const row = {
  id: 'feedCat',
  method: 'POST',
  path: '/cats/{cat_id}',
  successStatus: 200,
  statuses: [200, 204, 404],
} as unknown as OperationRow

const checker = schemaChecker(contract)
const judgeRequest = requestValidator(contract, () => checker)
const judgeReply = replyValidator(contract, () => checker)
const judgeEvent = eventValidator(contract, () => checker)

const sound = { path: { cat_id: 'c1' }, query: new URLSearchParams('since=x'), body: { name: 'Mia' } }
const judge = (raw: Partial<RawRequest>) => judgeRequest(row, { ...sound, ...raw })
const says = (issues: readonly Issue[]) => issues.map(issue => issue.message)
const sayOfBody = (fields: object) => says(judge({ body: { name: 'Mia', ...fields } }).issues)
const query = (text: string) => judge({ query: new URLSearchParams(`since=x&${text}`) })

test('turns texts into values and fills in defaults', () => {
  const { value, issues } = query('limit=20&full=true&kind=dry&tags=1&tags=2&unknown=9')
  expect(issues).toEqual([])
  expect(value.path).toEqual({ cat_id: 'c1' })
  expect(value.query).toEqual({ since: 'x', limit: 20, full: true, kind: 'dry', tags: [1, 2] })
  expect(query('').value.query).toEqual({ since: 'x', limit: 50 })
})

test('takes a query as plain fields as well', () => {
  const { value, issues } = judge({ query: { since: 'x', tags: ['1', '2'], limit: undefined } })
  expect(issues).toEqual([])
  expect(value.query).toEqual({ since: 'x', limit: 50, tags: [1, 2] })
})

test('reads headers by name, however they are written in the contract', () => {
  expect(judge({ header: { 'last-event-id': '7' } }).value.header).toEqual({ 'Last-Event-ID': '7' })
})

test('reads an empty value as null where null is allowed, and refuses it elsewhere', () => {
  expect(query('kind=').value.query).toMatchObject({ kind: null })
  expect(says(query('limit=').issues)).toEqual(["query.limit must be not empty, but was ''"])
})

test('refuses a parameter that is given twice', () => {
  expect(query('limit=1&limit=2').issues).toEqual([
    {
      in: 'query',
      field: 'limit',
      message: 'query.limit must be given once, but was ["1","2"]',
      expected: 'given once',
      received: ['1', '2'],
    },
  ])
})

test.each([
  ['limit=0', 'query.limit must be at least 1, but was 0'],
  ['limit=1e1', "query.limit must be a whole number, but was '1e1'"],
  ['full=yes', "query.full must be true or false, but was 'yes'"],
  ['kind=hot', "query.kind must be one of dry, wet, null, but was 'hot'"],
  ['tags=1&tags=b', "query.tags[1] must be a whole number, but was 'b'"],
])('says what is wrong with ?%s', (text, sentence) => {
  expect(says(query(text).issues)).toEqual([sentence])
})

test('names what is missing', () => {
  expect(says(judge({ path: {}, query: {}, body: undefined }).issues)).toEqual([
    'path.cat_id is required',
    'query.since is required',
    'body is required',
  ])
})

test('never changes the body, not even to fill in what is missing', () => {
  const body = Object.freeze({ name: 'Mia', age: 3 })
  expect(judge({ body }).value.body).toBe(body)
  expect(says(judge({ body: { name: 5 } }).issues)).toEqual(['body.name must be a text, but was 5'])
})

test('looks at the content type of a body only when somebody read it', () => {
  expect(judge({ contentType: 'Application/JSON; charset=utf-8' }).issues).toEqual([])
  const [issue] = judge({ contentType: 'text/plain' }).issues
  expect(issue).toMatchObject({
    in: 'header',
    field: 'Content-Type',
    expected: 'application/json',
    received: 'text/plain',
  })
  expect(says(judge({ contentType: null }).issues)).toEqual([
    'header.Content-Type must be application/json, but was missing',
  ])
})

test.each<[object, string]>([
  [{ mood: 'hot' }, "body.mood must be one of calm, wild, null, but was 'hot'"],
  [{ age: 31 }, 'body.age must be at most 30, but was 31'],
  [{ age: '3' }, "body.age must be a whole number, but was '3'"],
  [{ name: '' }, "body.name must be not empty, but was ''"],
  [{ colour: 'red' }, "body.colour must be text that matches ^#, but was 'red'"],
  [{ shade: 'grey' }, "body.shade must be text such as #aaa, but was 'grey'"],
  [{ weight: 0 }, 'body.weight must be more than 0, but was 0'],
  [{ weight: 0.7 }, 'body.weight must be a multiple of 0.5, but was 0.7'],
  [{ toys: [] }, 'body.toys must be a list of at least 1 item, but was []'],
  [{ toys: [{}] }, 'body.toys[0].kind is required'],
  [{ toys: [{ kind: 'a', a: 1 }] }, 'body.toys[0].b is required beside a'],
  [{ tag: 'y' }, "body.tag must be x, but was 'y'"],
  [
    { extra: 1 },
    'body.extra is not allowed; only name, mood, age, born, toys, owner, colour, shade, weight, tag',
  ],
  [{ owner: {} }, 'body.owner.name is required'],
  [{ owner: 'me' }, "body.owner must be an object or null, but was 'me'"],
])('says what is wrong with a body with %j', (fields, sentence) => {
  expect(sayOfBody(fields)).toEqual([sentence])
})

test('gives an example of a timestamp', () => {
  expect(sayOfBody({ born: 'yesterday' })[0]).toContain('such as 2026-11-20T09:30:00Z')
})

test('shortens a long value', () => {
  expect(sayOfBody({ mood: 'x'.repeat(500) })[0]?.length).toBeLessThan(150)
})

test('judges replies by status, content type and body', () => {
  expect(judgeReply(row, 200, 'application/json', { name: 'Mia' })).toEqual([])
  expect(says(judgeReply(row, 200, 'application/json; charset=utf-8', {}))).toEqual(['body.name is required'])
  expect(says(judgeReply(row, 404, 'application/json', {}))).toEqual(['body.error is required'])
  expect(says(judgeReply(row, 418, 'application/json', {}))[0]).toContain('418 is not a status of feedCat')
  expect(says(judgeReply(row, 200, 'text/html', ''))[0]).toContain(
    'must be application/json or text/event-stream',
  )
  expect(judgeReply(row, 204, null, undefined)).toEqual([])
  expect(says(judgeReply(row, 204, null, {}))).toEqual(['body must be no body, but was {}'])
  expect(judgeReply(row, 200, 'text/event-stream', 'data: x')).toEqual([])
})

test('explains the kind of event that was meant', () => {
  expect(judgeEvent(row, { type: 'said', text: 'hi' })).toEqual([])
  expect(says(judgeEvent(row, { type: 'said' }))).toEqual(['body.text is required'])
  expect(says(judgeEvent(row, { type: 'sang' }))).toEqual([
    "body.type must be one of said, ended, but was 'sang'",
  ])
  expect(says(judgeEvent(row, 'said'))).toEqual(["body must be an object, but was 'said'"])
})

test('refuses a schema with a keyword that does not exist', () => {
  const wrong = {
    ...contract,
    components: { schemas: { Cat: { type: 'string', minLenght: 1 } } },
  } as Contract
  expect(() => schemaChecker(wrong).check('/components/schemas/Cat', 'x', 'body')).toThrow('minLenght')
})
