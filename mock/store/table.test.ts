import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from '../world/cursor.ts'
import { Table } from './table.ts'

type Job = { readonly id: string; readonly owner: string; readonly status: string; readonly at: number }

const at = (job: Job) => job.at
const newJobs = () =>
  new Table<Job, 'time' | 'owner' | 'status'>('jobs', {
    time: { order: at },
    owner: { bucket: job => [job.owner, `${job.owner}|${job.status}`], order: at },
    status: { bucket: job => (job.status === 'hidden' ? undefined : job.status), order: at },
  })

const OWNERS = ['ann', 'bob', 'cem']
const STATUSES = ['open', 'done', 'hidden']

const aJob = fc.record({
  id: fc.integer({ min: 0, max: 200 }).map(n => `job_${n}`),
  owner: fc.constantFrom(...OWNERS),
  status: fc.constantFrom(...STATUSES),
  at: fc.integer({ min: 0, max: 20 }),
})
const someJobs = fc.uniqueArray(aJob, { selector: job => job.id, maxLength: 150, size: 'max' })

const byTime = (a: Job, b: Job) => a.at - b.at || (a.id < b.id ? -1 : 1)
const job = (n: number, fields: Partial<Job> = {}): Job => ({
  id: `job_${String(n).padStart(7, '0')}`,
  owner: OWNERS[n % 3]!,
  status: 'open',
  at: n,
  ...fields,
})

test('finds what was inserted, replaced and not deleted', () => {
  const action = fc.record({ kind: fc.constantFrom('insert', 'replace', 'delete', 'read'), job: aJob })
  fc.assert(
    fc.property(fc.array(action, { maxLength: 1_500, size: 'max' }), actions => {
      const jobs = newJobs()
      const model = new Map<string, Job>()
      for (const { kind, job } of actions) {
        // An index that is read meanwhile is ahead of the others.
        if (kind === 'read') {
          expect(jobs.count('owner', job.owner)).toBe(
            [...model.values()].filter(({ owner }) => owner === job.owner).length,
          )
          continue
        }
        if (kind === 'delete') expect(jobs.delete(job.id)).toEqual(model.get(job.id))
        if (kind === 'delete') model.delete(job.id)
        else if (model.has(job.id))
          model.set(job.id, jobs.replace(job.id, { status: job.status, at: job.at }))
        else model.set(job.id, jobs.insert(job))
      }
      const all = [...model.values()]
      expect(jobs.size).toBe(all.length)
      for (const job of all) expect(jobs.get(job.id)).toBe(job)
      for (const owner of OWNERS) {
        expect(jobs.range('owner', owner)).toEqual(all.filter(job => job.owner === owner).sort(byTime))
        for (const status of STATUSES)
          expect(jobs.range('owner', `${owner}|${status}`)).toEqual(
            all.filter(job => job.owner === owner && job.status === status).sort(byTime),
          )
      }
      expect(jobs.count('status', 'hidden')).toBe(0)
    }),
  )
})

test('reads any part of a bucket in both directions as a filtered, sorted, cut list would', () => {
  const range = fc.record(
    {
      descending: fc.boolean(),
      skip: fc.integer({ min: 0, max: 9 }),
      limit: fc.integer({ min: 0, max: 30 }),
      from: fc.integer({ min: -1, max: 21 }),
      to: fc.integer({ min: -1, max: 21 }),
      after: fc.record({
        order: fc.integer({ min: 0, max: 20 }),
        id: fc.constantFrom('job_0', 'job_150', 'job_99'),
      }),
      before: fc.record({
        order: fc.integer({ min: 0, max: 20 }),
        id: fc.constantFrom('job_0', 'job_150', 'job_99'),
      }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(someJobs, fc.constantFrom(...OWNERS), range, (list, owner, range) => {
      const jobs = newJobs()
      jobs.load(list)
      const sign = range.descending ? -1 : 1
      const compare = (job: Job, p: { order: number; id: string }) =>
        sign * (job.at - p.order || (job.id < p.id ? -1 : job.id > p.id ? 1 : 0))
      const inside = list
        .filter(job => job.owner === owner)
        .filter(job => job.at >= (range.from ?? -1) && job.at < (range.to ?? 99))
        .filter(
          job =>
            (!range.after || compare(job, range.after) > 0) &&
            (!range.before || compare(job, range.before) < 0),
        )
        .sort((a, b) => sign * byTime(a, b))
      const skip = range.skip ?? 0
      expect(jobs.range('owner', owner, range)).toEqual(inside.slice(skip, skip + (range.limit ?? 999)))
      const { from, to } = range
      expect(jobs.count('owner', owner, { from, to })).toBe(jobs.range('owner', owner, { from, to }).length)
    }),
    { numRuns: 300 },
  )
})

test('a scan finds the same as filtering everything, from whichever bucket is the smallest', () => {
  fc.assert(
    fc.property(someJobs, fc.nat(20), fc.nat(5), (list, limit, skip) => {
      const jobs = newJobs()
      jobs.load(list)
      const among = [{ index: 'owner', bucket: 'ann' } as const, { index: 'status', bucket: 'done' } as const]
      const where = (job: Job) => job.owner === 'ann' && job.status === 'done' && job.at % 2 === 0
      const expected = list.filter(where).sort(byTime).reverse()
      expect(jobs.scan(among, where, { descending: true, limit, skip })).toEqual(
        expected.slice(skip, skip + limit),
      )
      expect(jobs.scan(among, where)).toHaveLength(expected.length)
    }),
  )
})

test('a scan reads far beyond its first chunk, and no further than it must', () => {
  const jobs = newJobs()
  jobs.load(Array.from({ length: 10_000 }, (_, n) => job(n)))
  let looked = 0
  const where = (job: Job) => {
    looked++
    return job.at >= 3_000
  }
  const found = jobs.scan([{ index: 'time', bucket: null }], where, { limit: 2 })
  expect(found.map(at)).toEqual([3_000, 3_001])
  expect(looked).toBeLessThan(3_500)
})

test('a scan looks only at the smallest bucket', () => {
  const jobs = newJobs()
  jobs.load(Array.from({ length: 3_000 }, (_, n) => job(n, n % 100 === 0 ? { status: 'done' } : {})))
  for (const among of [
    [{ index: 'owner', bucket: 'ann' } as const, { index: 'status', bucket: 'done' } as const],
    [{ index: 'status', bucket: 'done' } as const, { index: 'owner', bucket: 'ann' } as const],
  ]) {
    let looked = 0
    jobs.scan(among, () => ++looked > 0)
    expect(looked).toBe(30)
  }
})

test('a scan over indexes with different orders is refused', () => {
  const table = new Table('things', {
    a: { order: (row: { id: string }) => row.id },
    b: { order: (row: { id: string }) => row.id },
  })
  const among = [{ index: 'a', bucket: null } as const, { index: 'b', bucket: null } as const]
  expect(() => table.scan(among, () => true)).toThrow('indexes a and b of things do not share one order')
})

test('refuses a second row with the same id, and a change of a row that is not there', () => {
  const jobs = newJobs()
  jobs.insert(job(1))
  expect(() => jobs.insert(job(1))).toThrow('jobs has a row job_0000001 already')
  expect(() => jobs.replace('job_x', { at: 2 })).toThrow('jobs has no row job_x to replace')
  expect(() => newJobs().load([job(1), job(2), job(1)])).toThrow('jobs was loaded with two rows job_0000001')
})

test('a replaced row is another row; the old one stays as it was', () => {
  const jobs = newJobs()
  const before = jobs.insert(job(1))
  const after = jobs.replace(before.id, { status: 'done' })
  expect(before.status).toBe('open')
  expect(after).toEqual({ ...before, status: 'done' })
  expect(jobs.range('time', null)).toEqual([after])
})

test('what was changed or deleted stays so, however many other rows are read afterwards', () => {
  const jobs = newJobs()
  jobs.load(Array.from({ length: 5_000 }, (_, n) => job(n)))
  jobs.replace(job(1).id, { status: 'done' })
  jobs.delete(job(2).id)
  for (let n = 3; n < 5_000; n++) expect(jobs.get(job(n).id)).toEqual(job(n))
  expect(jobs.get(job(1).id)).toEqual(job(1, { status: 'done' }))
  expect(jobs.get(job(2).id)).toBeUndefined()
})

test('rows that are loaded later stand among those before, as if put in one by one', () => {
  const [loaded, filled] = [newJobs(), newJobs()]
  loaded.load([job(3), job(1)])
  const fork = loaded.fork()
  loaded.load([job(2), job(4)])
  for (const n of [1, 2, 3, 4]) filled.insert(job(n))
  expect(loaded.changesSince(filled)).toEqual({ added: [], changed: [], removed: [] })
  expect(loaded.range('time', null)).toEqual(filled.range('time', null))
  expect(fork.all()).toEqual([job(1), job(3)])
  expect(() => loaded.load([job(4)])).toThrow('jobs was loaded with two rows job_0000004')
})

test('a fork and its origin go separate ways, and the difference shows how', () => {
  const jobs = newJobs()
  jobs.load(Array.from({ length: 1_000 }, (_, n) => job(n)))
  const fork = jobs.fork()
  fork.replace(job(7).id, { status: 'done' })
  fork.delete(job(8).id)
  fork.insert(job(2_000))
  jobs.replace(job(9).id, { owner: 'zoe' })
  expect(jobs.get(job(7).id)?.status).toBe('open')
  expect(jobs.count('status', 'done')).toBe(0)
  expect(fork.range('owner', 'zoe')).toEqual([])
  expect(fork.changesSince(jobs)).toEqual({
    added: [job(2_000)],
    changed: [
      { before: job(7), after: job(7, { status: 'done' }) },
      { before: job(9, { owner: 'zoe' }), after: job(9) },
    ],
    removed: [job(8)],
  })
})

test('a row put back as it was counts as unchanged', () => {
  const jobs = newJobs()
  jobs.insert(job(1))
  const fork = jobs.fork()
  fork.replace(job(1).id, { status: 'done' })
  fork.replace(job(1).id, { status: 'open' })
  expect(fork.changesSince(jobs)).toEqual({ added: [], changed: [], removed: [] })
})

test('saved rows restore the table', () => {
  const jobs = newJobs()
  for (const n of [3, 1, 2]) jobs.insert(job(n))
  const restored = newJobs()
  restored.load(JSON.parse(JSON.stringify(jobs.all())))
  expect(restored.changesSince(jobs)).toEqual({ added: [], changed: [], removed: [] })
  expect(restored.range('time', null)).toEqual(jobs.range('time', null))
})

test('paging by cursor neither loses nor repeats while newer rows arrive and rows change or go', () => {
  const scope = { list: 'jobs', filter: { owner: 'ann' } }
  const disturbance = fc.record({ kind: fc.constantFrom('arrive', 'change', 'remove'), n: fc.nat(59) })
  fc.assert(
    fc.property(
      fc.array(fc.array(disturbance, { maxLength: 4 })),
      fc.integer({ min: 1, max: 7 }),
      (between, limit) => {
        const jobs = newJobs()
        jobs.load(Array.from({ length: 60 }, (_, n) => job(n, { owner: 'ann', at: Math.floor(n / 3) })))
        const seen: string[] = []
        const removed = new Set<string>()
        let next = 1_000
        let cursor: string | null = null
        do {
          const decoded = cursor === null ? { after: undefined } : decodeCursor(cursor, scope)
          if ('refused' in decoded) throw new Error(decoded.refused)
          const page = jobs.range('owner', 'ann', {
            descending: true,
            limit: limit + 1,
            after: decoded.after,
          })
          const shown = page.slice(0, limit)
          seen.push(...shown.map(job => job.id))
          cursor =
            page.length > limit
              ? encodeCursor({ ...scope, after: jobs.position('owner', shown.at(-1)!) })
              : null
          for (const { kind, n } of between.pop() ?? []) {
            if (kind === 'arrive') jobs.insert(job(next++, { owner: 'ann' }))
            else if (kind === 'change' && jobs.get(job(n).id)) jobs.replace(job(n).id, { status: 'done' })
            else if (kind === 'remove' && jobs.delete(job(n).id)) removed.add(job(n).id)
          }
        } while (cursor !== null)
        const expected = Array.from({ length: 60 }, (_, n) => job(n).id).reverse()
        // A removed row may have been shown before it went.
        expect(seen.filter(id => !removed.has(id))).toEqual(expected.filter(id => !removed.has(id)))
        expect(new Set(seen).size).toBe(seen.length)
      },
    ),
  )
})

test('calls its watchers with each change of a row, and leaves forks alone', () => {
  const jobs = newJobs()
  const heard: (readonly [string | undefined, string | undefined])[] = []
  jobs.watch((before, after) => heard.push([before?.status, after?.status]))
  jobs.insert(job(1))
  jobs.fork().insert(job(2))
  jobs.replace(job(1).id, { status: 'done' })
  jobs.delete(job(1).id)
  jobs.delete(job(1).id)
  expect(heard).toEqual([
    [undefined, 'open'],
    ['open', 'done'],
    ['done', undefined],
  ])
})

test('an index that nobody read has every row when it is first read, as has that of a fork', () => {
  const jobs = newJobs()
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++) jobs.insert(job(n, { owner: 'ann' }))
  }
  add(0, 2_000)
  const fork = jobs.fork()
  add(2_000, 4_000)
  for (let n = 0; n < 1_000; n++) jobs.delete(job(n).id)
  expect([jobs.count('owner', 'ann'), fork.count('owner', 'ann')]).toEqual([3_000, 2_000])
  add(4_000, 4_001)
  expect(jobs.range('owner', 'ann', { descending: true, limit: 1 })).toEqual([job(4_000, { owner: 'ann' })])
})

test.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]]])(
  'forks of forks have the rows of their time in an index, whoever of %j reads it first',
  order => {
    const tables = [newJobs()]
    const add = (table: number, n: number) => tables[table]!.insert(job(n, { owner: 'ann' }))
    for (const n of [0, 1, 2]) {
      add(n, n)
      tables.push(tables[n]!.fork())
      add(n, 10 + n)
    }
    for (const table of order) expect(tables[table]!.range('owner', 'ann')).toHaveLength([2, 3, 4, 3][table]!)
  },
)
