import { expect, test } from 'vitest'
import { Ids, newApiKey } from './ids.ts'
import { Random } from './random.ts'

const take = (ids: Ids, prefix: string, n: number) => Array.from({ length: n }, () => ids.next(prefix))

test('ids of a prefix are distinct, of one length, and rise as text', () => {
  const runs = take(new Ids('demo'), 'run', 50_000)
  expect(new Set(runs).size).toBe(runs.length)
  expect(runs.every(id => /^run_[0-9a-z]{24}$/.test(id))).toBe(true)
  expect(runs.toSorted()).toEqual(runs)
})

test('UUIDs are distinct, well formed, and rise as text', () => {
  const runs = take(new Ids('demo', 'uuid'), 'run', 50_000)
  expect(new Set(runs).size).toBe(runs.length)
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(runs.filter(id => !form.test(id))).toEqual([])
  expect(runs.toSorted()).toEqual(runs)
  expect(new Ids('demo', 'uuid').next('task')).not.toBe(runs[0])
})

test('ids of digits are distinct, of one length, and rise as text behind those with a name', () => {
  const ids = new Ids('demo', 'digits')
  const named = ids.named('run', 'a')
  const runs = take(ids, 'run', 50_000)
  expect(new Set(runs).size).toBe(runs.length)
  expect([named, ...runs].filter(id => !/^\d{19}$/.test(id))).toEqual([])
  expect([named, ...runs].toSorted()).toEqual([named, ...runs])
  expect(ids.next('task')).not.toBe(runs[0])
})

test('the format of ids is saved with them', () => {
  expect(Ids.restore(new Ids('demo', 'uuid').save()).next('run')).toMatch(/^[0-9a-f-]{36}$/)
})

test('the same seed gives the same ids, another seed others', () => {
  expect(take(new Ids('a'), 'run', 5)).toEqual(take(new Ids('a'), 'run', 5))
  expect(take(new Ids('a'), 'run', 1)).not.toEqual(take(new Ids('b'), 'run', 1))
})

test('ids of two prefixes have nothing in common', () => {
  const ids = new Ids('a')
  expect(ids.next('run').slice(-14)).not.toBe(ids.next('tsk').slice(-14))
})

test('each prefix counts by itself', () => {
  const ids = new Ids('a')
  take(ids, 'tsk', 7)
  expect(ids.next('run')).toBe(new Ids('a').next('run'))
})

test('saved ids go on where they stood', () => {
  const ids = new Ids('a')
  take(ids, 'run', 3)
  const restored = Ids.restore(JSON.parse(JSON.stringify(ids.save())))
  expect(restored.next('run')).toBe(ids.next('run'))
})

test('a branch goes on behind the ids given so far, with ids of its own', () => {
  const ids = new Ids('a')
  const before = take(ids, 'run', 3)
  const branches = [ids.branch('one'), ids.branch('two'), ids]
  const next = branches.map(branch => branch.next('run'))
  expect(new Set(next).size).toBe(3)
  for (const id of next) expect([...before, id].toSorted()).toEqual([...before, id])
  const [one] = branches
  expect(Ids.restore(one!.save()).next('run')).toBe(one!.next('run'))
})

test('API keys look like keys and differ by the stream they are drawn from', () => {
  const random = new Random('a')
  expect(newApiKey(random)).toMatch(/^awk_[A-Za-z0-9]{40}$/)
  expect(newApiKey(random.fork('one'))).not.toBe(newApiKey(random.fork('two')))
})
