import { expect, test } from 'vitest'
import { words } from '#openapi'
import { HOUR } from '../simulation/duration.ts'
import { Random } from '../simulation/random.ts'
import type { RunTable } from './run-table.ts'
import type { RunRow, RunStatus } from './runs.ts'
import { newTables } from './tables.ts'

test('counts by group what the rows say, for any interval, after loads, inserts, changes, deletions and forks', () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(`run tally ${seed}`)
    let table: RunTable = newTables().runs
    const others: RunTable[] = []
    table.load(Array.from({ length: 60 }, (_, i) => runOf(random, `loaded_${i}`)))
    table.load(Array.from({ length: 20 }, (_, i) => runOf(random, `added_${i}`)))
    for (let i = 0; i < 200; i++) {
      const ids = table.all().map(row => row.id)
      const dice = random.int(0, 9)
      if (dice < 4) table.insert(runOf(random, `run_${i}`))
      else if (dice < 8) table.replace(random.pick(ids), { status: random.pick(words.RunStatus), micros: i })
      else if (dice < 9) table.delete(random.pick(ids))
      else {
        others.push(table)
        table = table.fork()
      }
    }
    for (const each of [table, ...others]) {
      for (let i = 0; i < 10; i++) {
        const [a, b] = [random.int(-HOUR, 30 * HOUR), random.int(-HOUR, 30 * HOUR)]
        expectSame(each, { from: Math.min(a, b), to: Math.max(a, b) })
      }
      expectSame(each, { from: 2 * HOUR, to: 20 * HOUR })
      expectSame(each, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY })
    }
  }
})

function expectSame(table: RunTable, interval: { from: number; to: number }): void {
  for (const fields of [[], ['teamId'], ['teamId', 'agentId', 'startedBy']] as const) {
    const counted = new Map<string, number>()
    const add = (group: Partial<RunRow>, status: RunStatus, runs: number) => {
      const key = [status, ...fields.map(field => group[field])].join(' ')
      counted.set(key, (counted.get(key) ?? 0) + runs)
    }
    for (const row of table.all())
      if (row.createdAt >= interval.from && row.createdAt < interval.to) add(row, row.status, 1)
    table.visitGroups(interval, fields, (group, runs) => {
      expect(runs.some(count => count > 0)).toBe(true)
      for (const [place, status] of words.RunStatus.entries()) add(group, status, -runs[place]!)
    })
    expect([...counted].filter(([, runs]) => runs !== 0)).toEqual([])
  }
}

function runOf(random: Random, id: string): RunRow {
  return {
    id,
    createdAt: random.int(0, 29 * HOUR),
    status: random.pick(words.RunStatus),
    agentId: random.pick(['agt_1', 'agt_2']),
    startedBy: random.pick(['usr_1', 'usr_2', 'usr_3']),
    teamId: random.pick(['team_1', null]),
    taskId: null,
    workflowRunId: null,
    micros: 0,
  } as unknown as RunRow
}
