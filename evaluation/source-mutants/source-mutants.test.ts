import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { apply, editsOf } from './operators.ts'
import { describe, sampleOf, sourceMutants } from './source-mutants.ts'
import type { Comparison } from './worker.ts'

const SOURCE = `
export const page = (all: number[], limit: number) => all.filter(n => n > 0).slice(0, limit)
export function show(run: { cost: number; id: string }) {
  if (run.cost < 0) throw new Error('negative')
  return { id: run.id, cost: run.cost }
}`

test('plants every kind of defect that the source has a place for, one at a time', () => {
  const mutants = editsOf('snippet.ts', SOURCE).map(edit => `${edit.operator}: ${apply(SOURCE, edit)}`)
  for (const [operator, line] of [
    ['drop-member', 'return { cost: run.cost }'],
    ['null-member', 'id: null'],
    ['swap-members', 'return { id: run.cost, cost: run.id }'],
    ['force-condition', 'if (false) throw'],
    ['swap-comparison', 'run.cost <= 0'],
    ['forget-step', 'all.slice(0, limit)'],
    ['drop-statement', '{\n  ;\n  return'],
    ['shift-number', '.slice(1, limit)'],
  ])
    expect(
      mutants.filter(text => text.startsWith(`${operator}: `) && text.includes(line ?? '')),
    ).toHaveLength(1)
})

test('names every mutant once, and draws the same sample for the same seed', () => {
  const ids = sourceMutants('tiny').map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(sampleOf('tiny', 20, 7)).toEqual(sampleOf('tiny', 20, 7))
  expect(sampleOf('tiny', 20, 7)).not.toEqual(sampleOf('tiny', 20, 8))
})

test('a walk shows what a defect changes', async () => {
  const lost = sourceMutants('tiny').find(
    one => one.edit.operator === 'drop-statement' && describe(one).includes("-  on('GET /runs/:run'"),
  )
  const child = fork(new URL('./worker.ts', import.meta.url), ['compare'])
  child.send(lost?.id ?? '')
  const [{ difference }] = (await once(child, 'message')) as [Comparison]
  child.kill()
  expect(difference?.was).toContain('"GET","path":"/runs/')
  expect(difference?.was).toContain('no such run')
  expect(difference?.is).toContain('-> 404')
})
