// Work of people from all teams, so that figures differ.
import { tryAgent, tryChat } from './completion-client.ts'
import type { KeyName, TestKit } from './test-kit.ts'

const SCRIPTS = [
  'work 7s; say On it.; work 400s; finish Done.',
  'work 190s; fail The ledger was locked.',
  'work 30s; ask Which month?; work 30s; finish {{answer}}',
  'work 3s; approval Pay it?; work 5s; finish Paid.',
  'work 1000s; finish Late.',
]
const PEOPLE: readonly KeyName[] = ['admin', 'manager', 'member', 'other', 'outsider-manager']
const AGENTS = [
  'agent-that-finishes',
  'agent-that-asks-fields',
  'agent-that-uses-tools',
  'agent-that-is-slow',
]

/** Starts runs by different people, now and then a workflow, completes chats; answers, pauses or cancels a run. */
export async function startVariedRuns(kit: TestKit, moment: number): Promise<void> {
  for (const [i, script] of SCRIPTS.entries()) {
    const input = { task: `Look at ${moment}.`, mock_script: script }
    await kit.startRun(pick(AGENTS, moment * 3 + i), { key: pick(PEOPLE, moment + i), input })
  }
  const workflow = kit.roles.workflows['workflow-straight']
  if (moment % 3 === 0) await kit.ask(`POST /workflows/${workflow}/run`, undefined, 'member')
  await complete(kit, pick(PEOPLE, moment))
  await moveSome(kit, moment)
}

/** Asks a model and an agent; what that costs is on no run. */
async function complete(kit: TestKit, key: KeyName): Promise<void> {
  const text = 'How many invoices are open?'
  await tryChat(kit, text, {}, key)
  await tryAgent(kit, 'agent-that-finishes', text, {}, key)
  await kit.ask('POST /v1/knowledge/search', { query: 'invoice' }, key)
}

async function moveSome(kit: TestKit, moment: number): Promise<void> {
  const { runs } = kit.workspace.tables
  const asking = runs.range('byStatus', 'paused').find(run => run.progress?.question)
  if (asking)
    await kit.ask(`POST /agents/${asking.agentId}/runs/${asking.id}/respond`, { answer: 'November' })
  const [running] = runs.range('byStatus', 'running', { skip: 2 })
  const move = moment % 2 === 0 ? 'pause' : 'cancel'
  if (running) await kit.ask(`POST /agents/runs/${running.id}/${move}`)
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length]!
}
