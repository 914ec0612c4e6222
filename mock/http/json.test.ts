import { expect, test } from 'vitest'
import { Cache, immutable } from '../store/cache.ts'
import { jsonOf } from './json.ts'

const views = new Cache<object, Record<string, unknown>>()
const cached = (view: Record<string, unknown>) => views.of({}, [], () => view)

const bodies: Record<string, unknown> = {
  'a plain body': { id: 'run_1', cost: 0.5 },
  'a body beyond ASCII': { summary: 'Grüße – “paid” 12 €' },
  'a view': cached({ id: 'run_1' }),
  'a list of views': { data: [cached({ id: 'run_1' }), cached({ id: 'run_2' })], next_cursor: 'x' },
  'a list of views beyond ASCII': {
    data: [cached({ id: 'run_1' }), cached({ summary: '12 €' })],
    next_cursor: 'ü',
  },
  'a list of views alone': { data: [cached({ id: 'run_1' })] },
  'a list whose end alone is beyond ASCII': { data: [cached({ id: 'run_1' })], next_cursor: '€' },
  'views at the top': [cached({ id: 'run_1' }), cached({ id: 'run_2' })],
  'views between other fields': {
    'n "1"': 1,
    gone: undefined,
    rows: [cached({ id: 'run_1' })],
    'a,b': null,
    c: [1],
  },
  'two lists of views': { data: [cached({ id: 'run_1' })], more: [cached({ id: 'run_2' })] },
  'an empty list': { data: [], next_cursor: null },
  'a list with something else in it': { data: [cached({ id: 'run_1' }), { id: 'run_2' }], total: 2 },
  'data that comes second': { total: 1, data: [cached({ id: 'run_1' })] },
  'a body with some of its fields immutable': {
    'tö "day"': 1,
    left: undefined,
    data: immutable([{ id: 'run_1', steps: [1] }]),
    total: immutable({ euros: 2 }),
  },
  'a page that is immutable as a whole': { data: immutable([cached({ id: 'run_1' })]), next_cursor: 'x' },
  'long figures of a period': {
    to: '12:00',
    data: immutable(Array.from({ length: 500 }, (_, at) => ({ at, name: 'José' }))),
    gone: undefined,
    more: immutable({ steps: Array.from({ length: 5_000 }, () => 1) }),
    total: 1,
  },
  'a long page': { data: Array.from({ length: 500 }, () => cached({ id: 'rün_1' })), next_cursor: null },
  'a long immutable body': cached({ data: Array.from({ length: 500 }, () => cached({ id: 'rün_1' })) }),
  'an immutable list at the top': immutable([cached({ id: 'run_1' })]),
  'immutable figures': { of: immutable([1, 2]) },
  'a text': 'text',
  null: null,
}

test.each(Object.entries(bodies))(
  '%s is written as JSON.stringify writes it, the first time and later',
  (_, body) => {
    for (let time = 0; time < 2; time++) {
      const { text, length, chunks = [] } = jsonOf(body)
      expect(text).toBe(JSON.stringify(body))
      expect(length).toBe(Buffer.byteLength(text))
      const sent =
        chunks.length === 0 ? Buffer.from(text) : Buffer.concat(chunks.map(part => Buffer.from(part)))
      expect(sent.toString()).toBe(JSON.stringify(body))
    }
  },
)
