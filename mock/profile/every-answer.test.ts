// Every answer of every gap is really served: the same look at two workspaces sees what each of the answers says, and
// every reply on the way fits the contract that a deployment with that answer would publish.
import { describe, expect, test } from 'vitest'
import { type GapId, gaps } from '#openapi'
import type { Case, Cases } from '../testing/profile-cases/case.ts'
import { completions } from '../testing/profile-cases/completions.ts'
import { keys } from '../testing/profile-cases/keys.ts'
import { limits } from '../testing/profile-cases/limits.ts'
import { lists } from '../testing/profile-cases/lists.ts'
import { records } from '../testing/profile-cases/records.ts'
import { replies } from '../testing/profile-cases/replies.ts'
import { requests } from '../testing/profile-cases/requests.ts'
import { runs } from '../testing/profile-cases/runs.ts'
import { tasks } from '../testing/profile-cases/tasks.ts'
import { startTestKit } from '../testing/test-kit.ts'

const cases: Cases = {
  ...requests,
  ...lists,
  ...keys,
  ...replies,
  ...runs,
  ...tasks,
  ...records,
  ...limits,
  ...completions,
}

test('every gap of the register is looked at, under each of its answers, and no two are the same', () => {
  const known = cases as Partial<Record<GapId, Case<never>>>
  expect(gaps.map(gap => gap.id).filter(id => !known[id])).toEqual([])
  for (const { id, answers } of gaps) {
    const sees = known[id]!.sees as Record<string, unknown>
    expect([id, Object.keys(sees).toSorted()]).toEqual([id, answers.map(answer => answer.id).toSorted()])
    const seen = Object.values(sees).map(each => JSON.stringify(each) ?? 'undefined')
    expect([id, new Set(seen).size]).toEqual([id, seen.length])
  }
})

describe.each(gaps.filter(gap => gap.id in cases))('$id', ({ id, answers }) => {
  const { look, sees, beside, alone } = cases[id] as Case<GapId> & { sees: Record<string, unknown> }
  test.each(answers)('$id', async answer => {
    await using kit = await startTestKit({
      profile: { ...beside, [id]: answer.id },
      ...(alone ? { alone } : {}),
    })
    expect(await look(kit)).toEqual(sees[answer.id])
  })
})
