import { expect, test } from 'vitest'
import { Remembered, remember } from '../store/remembered.ts'
import { jsonOf } from './json.ts'

const views = new Remembered<object, Record<string, unknown>>()
const remembered = (view: Record<string, unknown>) => views.of({}, [], () => view)

const bodies: Record<string, unknown> = {
  'a plain body': { id: 'run_1', cost: 0.5 },
  'a body beyond ASCII': { summary: 'Grüße – “paid” 12 €' },
  'a view': remembered({ id: 'run_1' }),
  'a list of views': { data: [remembered({ id: 'run_1' }), remembered({ id: 'run_2' })], next_cursor: 'x' },
  'a list of views beyond ASCII': {
    data: [remembered({ id: 'run_1' }), remembered({ summary: '12 €' })],
    next_cursor: 'ü',
  },
  'a list of views alone': { data: [remembered({ id: 'run_1' })] },
  'a list whose end alone is beyond ASCII': { data: [remembered({ id: 'run_1' })], next_cursor: '€' },
  'views at the top': [remembered({ id: 'run_1' }), remembered({ id: 'run_2' })],
  'views between other fields': {
    'n "1"': 1,
    gone: undefined,
    rows: [remembered({ id: 'run_1' })],
    'a,b': null,
    c: [1],
  },
  'two lists of views': { data: [remembered({ id: 'run_1' })], more: [remembered({ id: 'run_2' })] },
  'an empty list': { data: [], next_cursor: null },
  'a list with something else in it': { data: [remembered({ id: 'run_1' }), { id: 'run_2' }], total: 2 },
  'data that comes second': { total: 1, data: [remembered({ id: 'run_1' })] },
  'a body with some of its fields remembered': {
    'tö "day"': 1,
    left: undefined,
    data: remember([{ id: 'run_1', steps: [1] }]),
    total: remember({ euros: 2 }),
  },
  'a text': 'text',
  null: null,
}

test.each(Object.entries(bodies))(
  '%s is written as JSON.stringify writes it, the first time and later',
  (_, body) => {
    for (let time = 0; time < 2; time++) {
      const { text, length, bytes } = jsonOf(body)
      expect(text).toBe(JSON.stringify(body))
      expect(length).toBe(Buffer.byteLength(text))
      expect(bytes ?? Buffer.from(text)).toEqual(Buffer.from(JSON.stringify(body)))
    }
  },
)
