// Reports about exchanges are right under every profile.
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'
import { callerOf } from './test-kit.ts'

test('journal, explanations, report, coverage, replay and faults work in workspaces of every kind', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' }, vary: true })
  for (let i = 0; i < 12; i++) {
    await using workspace = mock.workspace({ from: 'quiet' })
    const call = callerOf(workspace)
    await call('POST', '/tasks', { title: 'x' })
    await call('POST', '/tasks', { titel: 'x' })
    await call('GET', '/runs?offset=1&nonsense=2')
    const agent = workspace.roles.agents['agent-that-finishes']
    const started = await call('POST', `/agents/${agent}/run`, {})
    const chat = /"(?:chat_id|chatId)": ?"([^"]+)"/.exec(await started.text())?.[1]
    workspace.clock.untilIdle()
    workspace.faults.add({
      on: { operation: 'streamChat' },
      effects: [{ do: 'shuffle-events' }, { do: 'split-stream', bytes: 11 }],
    })
    if (chat) await (await call('GET', `/chats/${chat}/stream`)).text()
    using storm = workspace.faults.add({
      on: { operation: 'listModels' },
      effects: [{ do: 'reply', status: 503 }],
    })
    const affected = await call('GET', '/v1/models')
    expect([affected.status, storm.read().applied]).toEqual([503, 1])

    const profile = JSON.stringify(workspace.workspace.profile)
    const { journal } = workspace
    expect(journal.list().length, profile).toBeGreaterThanOrEqual(5)
    for (const { id } of journal.list()) expect(workspace.explain(id).exchange.id).toBe(id)
    journal.verify({ operation: 'createTask', body: { title: 'x' }, times: 1 })
    const rules = workspace.lint().problems.map(({ rule }) => rule)
    expect(rules, profile).toEqual(
      expect.arrayContaining(['uses-deprecated', 'unknown-parameters', 'unknown-fields']),
    )
    expect(workspace.coverage().areas[0]?.covered, profile).toBeGreaterThan(0)
    const [again] = await journal.replayAs()
    expect(
      again?.calls.filter(({ same }) => !same),
      profile,
    ).toEqual([])
  }
})
