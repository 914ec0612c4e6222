// Every list against every single read, for every person: what a list shows can be read, and what can be read is listed.
import { expect, test } from 'vitest'
import type { Profile } from '../index.ts'
import { DAY } from '../simulation/duration.ts'
import { sendAs } from '../testing/send-as.ts'
import { type KeyName, startTestKit, type TestKit } from '../testing/test-kit.ts'
import { startVariedRuns } from '../testing/varied-runs.ts'

const PEOPLE: readonly KeyName[] = ['admin', 'manager', 'member']
const PROFILES: Partial<Profile>[] = [
  {},
  {
    'run-visibility': 'starter',
    'task-visibility': 'own',
    'workflow-visibility': 'own',
    'approval-visibility': 'deciders',
  },
]

for (const profile of PROFILES)
  test(`lists and single reads show the same things with ${JSON.stringify(profile)}`, async () => {
    await using kit = await startTestKit({ profile })
    for (let i = 0; i < 4; i++) await startVariedRuns(kit, i)
    for (const key of ['member', 'manager'] as const) await runPrivateAgentOnTask(kit, key)
    kit.advance(61_000)
    for (const person of PEOPLE) await expectSameThings(kit, person)
  })

/** A task that everybody sees, with a run of an agent that only its owner sees. */
async function runPrivateAgentOnTask(kit: TestKit, key: KeyName): Promise<void> {
  const { tables } = kit.workspace
  const agent = tables.agents.all().find(({ visibility }) => visibility === 'private')!
  tables.agents.replace(agent.id, { ownerId: kit.roles.people[`person-${key as 'member'}`] })
  const assigned = { assignee_type: 'agent', assignee_id: agent.id } as const
  await kit.as(key).POST('/tasks', { body: { title: `Of the ${key}`, ...assigned } })
  await kit.startRun(agent.handle, { key })
}

async function expectSameThings(kit: TestKit, person: KeyName): Promise<void> {
  const { tables } = kit.workspace
  const read = async (path: string) => {
    const reply = await sendAs(kit.roles.keys[person], kit.url + path)
    return reply.ok ? ((await reply.json()) as Body) : undefined
  }
  /** The ids of those of the rows that the person can read. */
  const readable = async (rows: readonly { readonly id: string }[], at: string) => {
    const found = await Promise.all(rows.map(async ({ id }) => ((await read(`${at}${id}`)) ? [id] : [])))
    return new Set(found.flat())
  }
  const listed = async (path: string) => new Set((await rowsOf(read, path)).map(({ id }) => id))

  const agents = await readable(tables.agents.all(), '/agents/')
  expect([person, await listed('/agents/')]).toEqual([person, agents])

  const runs = await readable(tables.runs.all(), '/runs/')
  expect([person, await listed('/runs')]).toEqual([person, runs])

  const tasks = await readable(tables.tasks.all(), '/tasks/')
  const ofOwners = await Promise.all(
    tables.people.all().map(({ id }) => listed(`/tasks?owner=${id}&include_archived=true`)),
  )
  expect([person, new Set(ofOwners.flatMap(some => [...some]))]).toEqual([person, tasks])
  for (const task of tasks) {
    const own = tables.runs.all().filter(run => run.taskId === task && runs.has(run.id))
    expect([person, await listed(`/tasks/${task}/runs`)]).toEqual([person, new Set(own.map(({ id }) => id))])
  }

  const workflows = await readable(tables.workflows.all(), '/workflows/')
  expect([person, await listed('/workflows/')]).toEqual([person, workflows])
  for (const workflow of workflows) {
    const at = `/workflows/${workflow}/runs`
    const own = tables.workflowRuns.all().filter(({ workflowId }) => workflowId === workflow)
    const seen = await readable(own, `${at}/`)
    expect([person, await listed(at)]).toEqual([person, seen])
    for (const run of [...seen].slice(-5))
      for (const step of await rowsOf(read, `${at}/${run}/steps`))
        if (step.run_id) expect([person, step, runs.has(step.run_id)]).toEqual([person, step, true])
  }

  const pending = tables.approvals.all().filter(({ status }) => status === 'pending')
  const approvals = await readable(pending, '/approvals/')
  expect([person, await listed('/approvals/pending/list')]).toEqual([person, approvals])
  const gates = [...(await listed('/workflows/approvals/pending'))]
  expect([person, gates.filter(id => !approvals.has(id))]).toEqual([person, []])

  const dashboard = await read('/dashboard/stats')
  const today = Math.floor(kit.workspace.now() / DAY) * DAY
  const shown = [...runs].map(id => tables.runs.get(id)!)
  expect([person, dashboard]).toMatchObject([
    person,
    {
      agents: agents.size,
      runs: shown.filter(run => run.createdAt >= today - 29 * DAY).length,
      runs_today: shown.filter(run => run.createdAt >= today).length,
      runs_in_progress: shown.filter(run => run.status === 'running' || run.status === 'paused').length,
      pending_approvals: approvals.size,
    },
  ])

  const hidden = tables.agents.all().filter(({ id }) => !agents.has(id))
  for (const month of ['2026-11', '2026-10']) {
    const text = JSON.stringify(await read(`/wallet/monthly-statement?month=${month}`))
    expect([person, hidden.filter(({ name }) => text.includes(name))]).toEqual([person, []])
  }
}

interface Body {
  readonly data?: readonly Row[]
  readonly next_cursor?: string | null
  readonly total?: number
}

type Row = { readonly id: string; readonly run_id?: string | null }

/** The rows of all pages of a list. */
async function rowsOf(read: (path: string) => Promise<Body | undefined>, path: string): Promise<Row[]> {
  const rows: Row[] = []
  const join = path.includes('?') ? '&' : '?'
  for (let page = ''; ; ) {
    const { data = [], next_cursor = null, total = 0 } = (await read(`${path}${join}limit=200${page}`)) ?? {}
    rows.push(...data)
    if (next_cursor !== null) page = `&cursor=${encodeURIComponent(next_cursor)}`
    else if (rows.length < total) page = `&offset=${rows.length}`
    else return rows
  }
}
