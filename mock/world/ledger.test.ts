import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR } from '../simulation/duration.ts'
import { type Dimension, Ledger, type LedgerQuery, type LedgerRow } from './ledger.ts'

const START = Date.parse('2026-03-27T00:00:00Z')
const or = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const anAmount = fc.record({
  at: fc.integer({ min: 0, max: 5 * 24 * 60 }).map(minutes => START + minutes * 60_000),
  kind: fc.constantFrom('run', 'chat-completion', 'top-up'),
  micros: fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }),
  savedMicros: fc.nat(1_000),
  tokensIn: fc.nat(100_000),
  tokensOut: fc.nat(100_000),
  agentId: or(fc.constantFrom('agt_1', 'agt_2')),
  userId: or(fc.constantFrom('usr_1', 'usr_2')),
  teamId: or(fc.constantFrom('tm_1', 'tm_2')),
  modelId: or(fc.constantFrom('m_1', 'm_2')),
  clientId: or(fc.constantFrom('cl_1')),
  runId: or(fc.constantFrom('run_1', 'run_2')),
  workflowRunId: or(fc.constantFrom('wfr_1')),
})
const someRows = fc
  .array(anAmount, { maxLength: 120, size: 'max' })
  .map(rows => rows.map((row, i) => ({ id: `led_${1000 + i}`, ...row })))

// Ends of intervals: on the hour, on its quarters, and anywhere.
const anInstant = fc.oneof(
  fc.integer({ min: -10, max: 500 }).map(quarters => START + (quarters * HOUR) / 4),
  fc.integer({ min: -HOUR, max: 125 * HOUR }).map(ms => START + ms),
)
const or2 = <T>(values: T[]) => fc.oneof(fc.constantFrom(...values), fc.subarray(values))
const aQuery = fc.record(
  {
    from: anInstant,
    to: anInstant,
    where: fc.record(
      {
        kind: or2(['run', 'top-up']),
        agentId: or2(['agt_1', 'agt_2', null]),
        userId: or2(['usr_1', null]),
        teamId: or2(['tm_1', 'tm_2']),
        modelId: or2(['m_1']),
        clientId: or2(['cl_1', null]),
        runId: fc.constantFrom('run_1'),
        workflowRunId: fc.constantFrom('wfr_1'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
)
const aGrouping = fc.subarray<Dimension | 'date'>([
  'kind',
  'agentId',
  'userId',
  'teamId',
  'modelId',
  'clientId',
  'date',
])

/** The same by looking at every row. */
function recomputed(rows: readonly LedgerRow[], by: readonly (Dimension | 'date')[], query: LedgerQuery) {
  const cells = new Map<string, Record<string, unknown> & { key: object; entries: number }>()
  for (const row of rows) {
    if (row.at < (query.from ?? row.at) || row.at >= (query.to ?? row.at + 1)) continue
    const wanted = Object.entries(query.where ?? {}) as [keyof LedgerRow, unknown][]
    if (!wanted.every(([name, value]) => [value].flat().includes(row[name]))) continue
    const key = Object.fromEntries(
      by.map(name => [name, name === 'date' ? new Date(row.at).toISOString().slice(0, 10) : row[name]]),
    )
    const text = Object.values(key).join('\n')
    const cell = cells.get(text) ?? { key, micros: 0, savedMicros: 0, tokensIn: 0, tokensOut: 0, entries: 0 }
    for (const name of ['micros', 'savedMicros', 'tokensIn', 'tokensOut'] as const)
      cell[name] = (cell[name] as number) + row[name]
    cell.entries += 1
    cells.set(text, cell)
  }
  return [...cells.keys()].sort().map(text => cells.get(text))
}

test('any grouping of any part equals its recomputation from the rows, to the last cent', () => {
  fc.assert(
    fc.property(someRows, aGrouping, aQuery, fc.nat(120), fc.nat(120), (rows, by, query, from, to) => {
      const ledger = new Ledger()
      // One by one, then many at once, then one by one; each part may be empty.
      for (const row of rows.slice(0, from)) ledger.append(row)
      ledger.load(rows.slice(from, to))
      for (const row of rows.slice(Math.max(from, to))) ledger.append(row)
      expect(ledger.groupBy(by, query as LedgerQuery)).toEqual(recomputed(rows, by, query as LedgerQuery))
    }),
    { numRuns: 1_000 },
  )
})

test('the sum is the sum of the groups', () => {
  fc.assert(
    fc.property(someRows, aQuery, (rows, query) => {
      const ledger = new Ledger()
      ledger.load(rows)
      const { key: _, ...expected } = {
        key: 0,
        micros: 0,
        savedMicros: 0,
        tokensIn: 0,
        tokensOut: 0,
        entries: 0,
        ...recomputed(rows, [], query)[0],
      }
      expect(ledger.sum(query as LedgerQuery)).toEqual(expected)
    }),
  )
})

test('forks and their origins add up by themselves, each over its own rows', () => {
  fc.assert(
    fc.property(someRows, fc.array(fc.nat(3)), aGrouping, (rows, turns, by) => {
      const ledgers = [{ ledger: new Ledger(), rows: [] as LedgerRow[] }]
      for (const [i, row] of rows.entries()) {
        const turn = ledgers[(turns[i] ?? 0) % ledgers.length]!
        turn.ledger.append(row)
        turn.rows.push(row)
        if (turns[i] === 3) ledgers.push({ ledger: turn.ledger.fork(), rows: [...turn.rows] })
      }
      for (const { ledger, rows } of ledgers) {
        expect(ledger.groupBy(by)).toEqual(recomputed(rows, by, {}))
        expect(ledger.size).toBe(rows.length)
      }
    }),
  )
})

const aRow = (fields: Partial<LedgerRow>): LedgerRow => ({
  id: 'led_1',
  at: START,
  kind: 'run',
  micros: 1,
  savedMicros: 0,
  tokensIn: 0,
  tokensOut: 0,
  agentId: null,
  userId: null,
  teamId: null,
  modelId: null,
  clientId: null,
  runId: null,
  workflowRunId: null,
  ...fields,
})

test('lists the rows of a run in order of time', () => {
  const ledger = new Ledger()
  ledger.append(aRow({ id: 'led_2', at: START + 5, runId: 'run_1' }))
  ledger.append(aRow({ id: 'led_1', at: START + 9, runId: 'run_1' }))
  ledger.append(aRow({ id: 'led_3', at: START + 7, runId: 'run_2' }))
  expect(ledger.rows({ where: { runId: 'run_1' } }).map(row => row.id)).toEqual(['led_2', 'led_1'])
})

test('refuses parts of a micro-euro and leaves the sums alone', () => {
  const ledger = new Ledger()
  expect(() => ledger.append(aRow({ micros: 0.5 }))).toThrow('micros of ledger row led_1 is 0.5')
  expect(ledger.sum().entries).toBe(0)
})

test('saved rows restore every sum, and the difference names new rows', () => {
  const ledger = new Ledger()
  ledger.append(aRow({ id: 'led_1', userId: 'usr_1' }))
  const fork = ledger.fork()
  fork.append(aRow({ id: 'led_2', userId: 'usr_2' }))
  const restored = new Ledger()
  restored.load(JSON.parse(JSON.stringify(fork.all())))
  expect(restored.groupBy(['userId'])).toEqual(fork.groupBy(['userId']))
  expect(fork.changesSince(ledger).added.map(row => row.id)).toEqual(['led_2'])
})
