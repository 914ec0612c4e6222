import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fingerprint } from '../simulation/hash.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const scope = { list: 'runs', filter: { agent_id: 'agt_1', status: null } }
const after = { order: 1_763_629_200_000, id: 'run_7' }
const cursor = encodeCursor({ ...scope, after })

test('gives back the position it was made from, whatever that is', () => {
  const position = fc.record({
    order: fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer()),
    id: fc.string({ unit: 'grapheme' }),
  })
  fc.assert(
    fc.property(position, after => {
      const text = encodeCursor({ ...scope, after })
      expect(text).toMatch(/^[\w-]+$/)
      expect(decodeCursor(text, scope)).toEqual({ after })
    }),
  )
})

test('is the same for filters that mean the same', () => {
  const same = { status: null, agent_id: 'agt_1', cursor: undefined }
  expect(decodeCursor(cursor, { list: 'runs', filter: same })).toEqual({ after })
})

test('refuses a cursor from another list or with another filter, and says which', () => {
  expect(decodeCursor(cursor, { ...scope, list: 'tasks' })).toEqual({ refused: 'other-list' })
  expect(decodeCursor(cursor, { ...scope, filter: { agent_id: 'agt_2' } })).toEqual({
    refused: 'other-filter',
  })
})

test('refuses a cursor in which any one letter was changed, added or lost', () => {
  const letters = 'abcXYZ019-_=+/ .'
  for (let i = 0; i < cursor.length; i++) {
    const tampered = [cursor.slice(0, i) + cursor.slice(i + 1)]
    for (const letter of letters) {
      if (letter !== cursor[i]) tampered.push(cursor.slice(0, i) + letter + cursor.slice(i + 1))
      tampered.push(cursor.slice(0, i) + letter + cursor.slice(i))
    }
    for (const text of tampered) expect(decodeCursor(text, scope), text).toEqual({ refused: 'malformed' })
  }
})

test('refuses any text that is no cursor', () => {
  for (const text of ['', 'x', 'null', '{}', '20', '🙂', 'e30', '-1'])
    expect(decodeCursor(text, scope)).toEqual({ refused: 'malformed' })
  fc.assert(
    fc.property(fc.string(), text => {
      expect(decodeCursor(text, scope)).toEqual({ refused: 'malformed' })
    }),
  )
})

test('refuses a forgery with a checksum that fits', () => {
  for (const content of ['null', '{}', '["runs"', '["runs","x",{},"run_7"]', '["runs","x",1]']) {
    const forged = Buffer.from(fingerprint(`cursor:${content}`) + content).toString('base64url')
    expect(decodeCursor(forged, scope), content).toEqual({ refused: 'malformed' })
  }
})
