import { expect, test } from 'vitest'
import { isFramed, jsonOf } from './event-stream.ts'
import { findNamed, mentions } from './find-value.ts'
import { isOrdered, listIn, nextCursor } from './list-rows.ts'
import { idOf, recordIn, refIn, wordIn } from './record.ts'
import { phaseOf, readRun, timeOf, tokensOf } from './run-status.ts'
import { isSameValue } from './same-value.ts'
import { keeps } from './task-record.ts'

const rows = [{ id: 1 }, { id: 2 }]

test.each([
  ['a bare array', rows],
  ['data', { data: rows, total: 2 }],
  ['items beside other arrays', { items: rows, warnings: [] }],
  ['the resource', { runs: rows, next_cursor: 'x' }],
  ['the resource beside another array', { tags: ['a'], runs: rows }],
  ['the usual name beside ids under that of the resource', { runs: ['1', '2'], entries: rows }],
  ['columns', { columns: ['id', 'status'], rows: rows.map(row => [row.id, 'done']) }],
  ['a map with its order', { order: ['1', '2'], by_id: Object.fromEntries(rows.map(row => [row.id, row])) }],
  ['a map by id', Object.fromEntries(rows.map(row => [row.id, row]))],
  ['a map by id, without the ids in its rows', { days: 7, rows: { 1: { status: 'a' }, 2: { status: 'b' } } }],
  ['a map by id, with lists in its rows', { 1: { users: [{ user: 7 }] }, 2: { users: [{ user: 8 }] } }],
  ['data inside data', { data: { runs: rows }, meta: { next_cursor: 'x' } }],
  ['an unusual name', { page: 1, whatever: rows }],
  ['JSend', { status: 'success', data: { runs: rows } }],
  ['nodes of edges', { edges: rows.map(node => ({ node })) }],
])('finds the rows in %s', (_, body) => {
  expect(listIn(body, ['runs'])?.map(row => idOf(row))).toEqual(['1', '2'])
})

test('finds a single row under its id, beside which stands nothing', () => {
  const rows = listIn({ '236a48f5-fe9c': { runs: 16, users: [{ user: '7', runs: 16 }] } })
  expect(rows?.map(row => idOf(row as object))).toEqual(['236a48f5-fe9c'])
})

test('parts that hold lists of their own are no rows', () => {
  const part = { total: 1, runs: [{ id: 7 }] }
  expect(listIn({ mine: part, others: part }, ['runs'])).toEqual([{ id: 7 }])
})

test('an empty list is a list, and a record without one is none', () => {
  expect(listIn({ data: [] })).toEqual([])
  for (const body of [{ data: {} }, { DATA: {} }, { data: null }]) expect(listIn(body)).toEqual([])
  expect(listIn({ id: 1, name: 'x' })).toBeUndefined()
  expect(
    listIn({ id: 1, owner: { id: 2, name: 'x' }, config: { model: { id: 3 }, other: { id: 4 } } }),
  ).toBeUndefined()
})

test('rows under whole numbers have no order, unless a list says one', () => {
  const numbered = { 1: { id: 1 }, 2: { id: 2 } }
  for (const json of [numbered, { data: numbered }]) expect(isOrdered({ json })).toBe(false)
  for (const json of [rows, { data: rows }, { a1: { id: 'a1' } }, { order: ['2', '1'], by_id: numbered }])
    expect(isOrdered({ json })).toBe(true)
})

test('finds next_cursor wherever it stands, and takes null and the empty text for none', () => {
  expect(nextCursor({ runs: [], meta: { paging: { next_cursor: 'abc' } } })).toBe('abc')
  expect(nextCursor({ next_cursor: null })).toBeUndefined()
  expect(nextCursor({ next_cursor: '' })).toBeUndefined()
})

test.each([
  ['flat', { id: 7, status: 'running' }],
  ['run', { run: { id: 7, status: 'running' } }],
  ['data', { data: { id: 7, status: 'running' } }],
  ['data and run', { data: { run: { id: 7, status: 'running' } } }],
  ['JSend', { status: 'success', data: { id: 7, status: 'running' } }],
  ['JSON:API', { data: { type: 'run', id: 7, attributes: { status: 'running' } } }],
  ['status as an object', { id: 7, status: { name: 'running', color: 'green' } }],
])('reads a record wrapped as %s', (_, body) => {
  const record = recordIn(body, ['run'])
  expect([idOf(record, 'run'), wordIn(record)]).toEqual(['7', 'running'])
})

test.each([
  ['backlog', { name: 'Backlog', key: 'backlog' }],
  ['in_progress', { id: 'st_3', name: 'In progress', key: 'in_progress' }],
  ['done', { name: 'done', key: 'd' }],
  ['In Arbeit', { name: 'In Arbeit', id: 'st-4' }],
  ['Backlog', { name: 'Backlog', value: 'BACKLOG' }],
])('reads the word %s of a status that is an object', (word, status) => {
  expect(wordIn({ status })).toBe(word)
})

test('a field called like a wrapper does not hide the record', () => {
  expect(idOf(recordIn({ id: 'a', data: { id: 'b' } }))).toBe('a')
})

test('reads references in any spelling', () => {
  for (const row of [{ agent_id: 5 }, { agentId: '5' }, { agent: '5' }, { agent: { id: 5, name: 'x' } }]) {
    expect(refIn(row, 'agent')).toBe('5')
  }
})

test('knows what a run does by stated words, usual words and its summary', () => {
  expect(phaseOf('running', false)).toBe('running')
  expect(phaseOf('queued', false)).toBe('waiting')
  expect(phaseOf('succeeded', false)).toBe('ended')
  expect(phaseOf('warming-up', false)).toBe('unknown')
  expect(phaseOf('warming-up', true)).toBe('ended')
})

test('reads cost, tokens and time under the names that deployments give them', () => {
  const view = readRun({
    run: { id: 1, status: 'done', cost_euros: '0.12', usage: { input: 3 }, took_ms: 12 },
  })
  expect(view?.cost).toBe(0.12)
  expect(tokensOf(view?.record ?? {})?.path).toBe('usage')
  expect(timeOf(view?.record ?? {})?.path).toBe('took_ms')
})

test('an empty summary is none', () => {
  for (const summary of [null, '', {}])
    expect(readRun({ id: 1, status: 'running', summary })?.summary).toBeUndefined()
})

test('finds the shallowest value of a name, and texts inside texts when asked', () => {
  expect(findNamed({ a: { status: 'deep' }, status: 'top' }, 'status')?.value).toBe('top')
  expect(mentions({ a: ['the heron flies'] }, 'heron')).toBe(false)
  expect(mentions({ a: ['the heron flies'] }, 'heron', true)).toBe(true)
})

test.each([
  ['2032-02-03T08:15:00Z', true],
  ['2032-02-03T10:15:00.000000+02:00', true],
  ['20320203T081500Z', true],
  ['2032-034T08:15:00,000Z', true],
  ['2032-02-03T10:15:00', true],
  ['2032-02-03T08:16:00', false],
  ['2032-02-03T09:15:00Z', false],
  ['2032-02-04T08:15:00Z', false],
  ['2032-02-03', true],
  ['2032-02-02', true],
  ['2032-02-01', false],
  ['2032-02-04', false],
  ['soon', false],
])('says whether a due date of 08:15 in UTC is shown by %s', (shown, isKept) => {
  expect(keeps({ due_date: shown }, 'due_date', '2032-02-03T08:15:00.000Z')).toBe(isKept)
})

test('an integer with more digits than a number keeps is its digits', () => {
  const text =
    '{"id":7241800000000000031,"tokens":9007199254740991,"rate":0.30000000000000004,"note":"is 7241800000000000031"}'
  expect(jsonOf(text)).toEqual({
    id: '7241800000000000031',
    tokens: 9_007_199_254_740_991,
    rate: 0.1 + 0.2,
    note: 'is 7241800000000000031',
  })
})

test('two timestamps without an offset are of the same place', () => {
  expect(isSameValue('2032-02-03T08:15:00', '2032-02-03T09:15:00')).toBe(false)
  expect(isSameValue('2032-02-03T08:15:00.4', '2032-02-03 08:15:00')).toBe(true)
  expect(isSameValue('2032-02-03T08:15:00Z', '2032-02-03T10:15:00')).toBe(true)
})

test.each([
  ['id: 1\ndata: a\n\nid: 2\ndata: b\n\n', true],
  ['event: one\ndata: a\ndata: b\nid: 1\n\ndata: c\n', true],
  ['id: 1\ndata: a\nid: 2\ndata: b\n', false],
  ['event: one\ndata: a\nevent: two\ndata: b\n', false],
])('says whether %j closes each event with an empty line', (text, isClosed) => {
  expect(isFramed(text)).toBe(isClosed)
})
