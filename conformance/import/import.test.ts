import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startMock, type WorldSource } from '#mock'
import { independentServers, startServer } from '../../evaluation/independent-servers/start-server.ts'
import { readTarget } from '../target/target.ts'
import type { TargetInput } from '../target/target-schema.ts'
import { readDeployment } from './read-deployment.ts'
import { worldTextOf } from './world-text.ts'

test.each(independentServers)(
  'what the keys of the %s server see becomes a world that starts',
  async name => {
    const server = await startServer(name)
    try {
      const seen = await readDeployment(readTarget(server.target, {}))
      expect(seen.agents.length).toBeGreaterThan(0)
      expect(seen.workflows.length).toBeGreaterThan(0)
      expect(seen.models.length).toBeGreaterThan(0)
      expect(seen.people.length).toBeGreaterThan(0)
      for (const names of ['kept', 'content', 'replaced'] as const) {
        const keepsNames = names !== 'replaced'
        const text = worldTextOf(seen, { from: server.url, names })
        await using mock = await startMock({ world: parse(text) as WorldSource })
        const { tables } = mock.demo.workspace
        expect(tables.agents.size).toBe(seen.agents.length)
        expect(tables.workflows.size).toBe(seen.workflows.length)
        const steps = seen.workflows.flatMap(({ steps }) => steps)
        const gates = steps.filter(({ agent, isGate }) => agent !== undefined && isGate).length
        const unseen = seen.workflows.filter(({ steps }) => steps.length === 0).length
        expect(tables.workflows.all().flatMap(workflow => workflow.steps)).toHaveLength(
          steps.length + gates + unseen,
        )
        for (const model of seen.models) expect(tables.models.get(model)).toBeDefined()
        const theirs = [...seen.agents, ...seen.workflows, ...seen.people, ...seen.knowledge].flatMap(
          ({ name }) => name ?? [],
        )
        const prompts = seen.agents.flatMap(({ prompt }) => prompt ?? [])
        if (names === 'kept') for (const { name } of seen.agents) expect(text).toContain(name ?? '')
        if (names === 'content')
          for (const { name } of seen.people) if (name) expect(text).not.toContain(name)
        if (!keepsNames)
          for (const own of [...theirs, ...prompts, ...seen.people.map(({ id }) => id)])
            if (own.length > 5) expect(text).not.toContain(own)
      }
    } finally {
      await server.stop()
    }
  },
)

test('scripts are guessed from the latest runs', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const { keys, roles } = mock.demo
  const target = readTarget({ base_url: mock.url, keys: { admin: { value: keys.admin } } }, {})
  const seen = await readDeployment(target)
  const handles = ['finishes', 'fails', 'asks-text', 'waits-for-approval'] as const
  const agents = handles.map(
    handle => seen.agents.find(({ id }) => id === roles.agents[`agent-that-${handle}`])!,
  )
  const scripts = (names: 'kept' | 'replaced') => {
    const text = worldTextOf({ ...seen, agents, workflows: [], tasks: [] }, { from: mock.url, names })
    const entries: { script: string }[] = Object.values(parse(text).agents)
    return entries.map(({ script }) => script)
  }
  expect(scripts('kept')).toEqual([
    expect.stringMatching(/^work \d+s; finish /),
    expect.stringMatching(/^work \d+s; fail /),
    expect.stringMatching(/^work \d+s; ask What should the briefing stress\?; finish /),
    expect.stringMatching(/^work \d+s; approval Go on; finish /),
  ])
  expect(scripts('replaced').join()).not.toContain('briefing')
})

test('people with their names, roles and teams, the balance, tasks and the past are read where keys may see them', async () => {
  await using mock = await startMock({ clock: { frozen: '2026-11-20T09:00:00Z' } })
  const seen = await readDeployment(
    readTarget(parse(await (await fetch(`${mock.url}/_mock/target.yaml`)).text()) as TargetInput, {}),
  )
  await using copy = await startMock({
    world: parse(worldTextOf(seen, { from: mock.url, names: 'kept' })) as WorldSource,
    clock: { frozen: '2026-11-20T09:00:00Z' },
  })
  const [theirs, ours] = [mock.demo.workspace.tables, copy.demo.workspace.tables]
  const people = (tables: typeof theirs) => {
    const teamOf = new Map(tables.teams.all().map(({ id, name }) => [id, name]))
    const names = (ids: readonly string[]) => new Set(ids.map(id => teamOf.get(id)))
    return new Map(
      tables.people
        .all()
        .map(({ name, role, teamIds, managedTeamIds }) => [
          name,
          [role, names(teamIds), names(managedTeamIds)],
        ]),
    )
  }
  const [original, imported] = [people(theirs), people(ours)]
  const withKeys = seen.people.filter(({ keys }) => keys.length > 0)
  expect(withKeys.map(({ role }) => role)).toContain('manager')
  for (const { name = '' } of withKeys) expect([name, imported.get(name)]).toEqual([name, original.get(name)])
  expect([...imported.keys()].toSorted()).toEqual([...original.keys()].toSorted())
  expect((await wallet(copy)).balance_euros).toBe((await wallet(mock)).balance_euros)
  const titles = (tables: typeof theirs) => tables.tasks.all().map(({ title }) => title)
  expect(titles(ours).length).toBeGreaterThan(10)
  expect(titles(theirs)).toEqual(expect.arrayContaining(titles(ours)))
  const summaries = new Set(theirs.runs.all().flatMap(({ summary }) => summary ?? []))
  expect(ours.runs.all().some(({ summary }) => summary !== null && summaries.has(summary))).toBe(true)
})

test('a step with an agent keeps its gate, and a plan of another name is said', () => {
  const step = { name: 'Pay', agent: 'a', isGate: true, approvers: ['p'] }
  const runs = { seen: 0, failed: 0, jobs: [], startedAt: [] }
  const agent = { id: 'a', name: 'Payer', description: undefined, owner: 'p', isPrivate: false }
  const person = { id: 'p', name: 'Ana Ruiz', role: 'admin', keys: [], teams: [], manages: [] }
  const text = worldTextOf(
    {
      ...{ teams: [], tasks: [], boards: [], projects: [], knowledge: [], models: [], refused: [] },
      people: [person],
      agents: [{ ...agent, model: undefined, prompt: 'Write to ana@ruiz.es for Ana. Token: s3cr3t-9', runs }],
      workflows: [{ id: 'w', name: 'Payments', owner: 'p', steps: [step] }],
      plan: 'team',
      balance: undefined,
    },
    { from: 'https://staging.example.com', names: 'content' },
  )
  expect(parse(text)).toMatchObject({
    company: { plan: 'starter' },
    agents: { payer: { system_prompt: 'Write to person@example.com for person 1. Token: secret' } },
    workflows: {
      payments: {
        steps: [
          { agent: 'payer', name: 'Pay' },
          { gate: 'Approve: Pay', approvers: ['person-1'] },
        ],
      },
    },
  })
  expect(text).toContain('plan is "team"')
  expect(text).not.toMatch(/Ana|Ruiz|s3cr3t/)
})

async function wallet({ url, demo }: Awaited<ReturnType<typeof startMock>>) {
  const reply = await fetch(`${url}/wallet`, { headers: { authorization: `Bearer ${demo.keys.admin}` } })
  return (await reply.json()) as { balance_euros: number }
}
