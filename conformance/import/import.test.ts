import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startMock, type WorldSource } from '#mock'
import { readTarget } from '../target/target.ts'
import type { TargetInput } from '../target/target-schema.ts'
import { readDeployment } from './read-deployment.ts'
import { worldTextOf } from './world-text.ts'

type Start = (options: {
  timeScale: number
}) => Promise<{ url: string; target: object; stop: () => Promise<void> }>

const SERVERS: readonly [name: string, load: () => Promise<{ start: Start }>][] = [
  ['tiny', () => import('../../evaluation/independent-servers/tiny/index.ts')],
  ['fastapi-like', () => import('../../evaluation/independent-servers/fastapi-like/index.ts')],
  ['enterprise', () => import('../../evaluation/independent-servers/enterprise/index.ts')],
]

test.each(SERVERS)('what the keys of the %s server see becomes a world that starts', async (_, load) => {
  const { start } = await load()
  const server = await start({ timeScale: 100 })
  try {
    const target = readTarget(
      { ...(server.target as TargetInput), pace: { clock_scale: 100, analytics_per_minute: 900 } },
      {},
    )
    const seen = await readDeployment(target)
    expect(seen.agents.length).toBeGreaterThan(0)
    expect(seen.workflows.length).toBeGreaterThan(0)
    expect(seen.models.length).toBeGreaterThan(0)
    expect(seen.people.length).toBeGreaterThan(0)
    for (const keepsNames of [true, false]) {
      const text = worldTextOf(seen, { from: server.url, keepsNames })
      await using mock = await startMock({ world: parse(text) as WorldSource })
      const { tables } = mock.demo.workspace
      expect(tables.agents.size).toBe(seen.agents.length)
      expect(tables.workflows.size).toBe(seen.workflows.length)
      const steps = seen.workflows.map(workflow => Math.max(1, workflow.steps.length))
      expect(tables.workflows.all().flatMap(workflow => workflow.steps)).toHaveLength(
        steps.reduce((sum, count) => sum + count),
      )
      for (const model of seen.models) expect(tables.models.get(model)).toBeDefined()
      const theirs = [...seen.agents, ...seen.workflows, ...seen.people, ...seen.knowledge].flatMap(
        ({ name }) => name ?? [],
      )
      const prompts = seen.agents.flatMap(({ prompt }) => prompt ?? [])
      if (keepsNames) for (const { name } of seen.agents) expect(text).toContain(name ?? '')
      else
        for (const own of [...theirs, ...prompts, ...seen.people.map(({ id }) => id)])
          if (own.length > 5) expect(text).not.toContain(own)
    }
  } finally {
    await server.stop()
  }
})

test('scripts are guessed from the latest runs', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { keys, roles } = mock.demo
  const target = readTarget({ base_url: mock.url, keys: { admin: { value: keys.admin } } }, {})
  const seen = await readDeployment(target)
  const handles = ['finishes', 'fails', 'asks-text', 'waits-for-approval'] as const
  const agents = handles.map(
    handle => seen.agents.find(({ id }) => id === roles.agents[`agent-that-${handle}`])!,
  )
  const scripts = (keepsNames: boolean) => {
    const text = worldTextOf({ ...seen, agents, workflows: [] }, { from: mock.url, keepsNames })
    const entries: { script: string }[] = Object.values(parse(text).agents)
    return entries.map(({ script }) => script)
  }
  expect(scripts(true)).toEqual([
    expect.stringMatching(/^work \d+s; finish /),
    expect.stringMatching(/^work \d+s; fail /),
    expect.stringMatching(/^work \d+s; ask What should the briefing stress\?; finish /),
    expect.stringMatching(/^work \d+s; approval Go on; finish /),
  ])
  expect(scripts(false).join()).not.toContain('briefing')
})
