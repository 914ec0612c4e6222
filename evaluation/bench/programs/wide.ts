// A mock with very many workspaces, or with very many runs that do something every second.
import { startMock } from '#mock'
import { sendAs } from '../../../mock/testing/send-as.ts'

export interface Workspaces {
  readonly msEach: number
  readonly bytesEach: number
  /** After a task was made and runs were listed in each. */
  readonly bytesInUse: number
}

export interface Streams {
  readonly port: number
  readonly chats: readonly string[]
}

const [what, number = '100'] = process.argv.slice(2)
const count = Number(number)
const mock = await startMock()
process.send?.(await (what === 'streams' ? busyChats() : manyWorkspaces()))

async function manyWorkspaces(): Promise<Workspaces> {
  mock.workspace()
  const before = heap()
  const began = performance.now()
  const made = Array.from({ length: count }, () => mock.workspace())
  const msEach = (performance.now() - began) / count
  const bytesEach = (heap() - before) / count
  for (const { keys } of made) {
    const replies = await Promise.all([
      sendAs(keys.admin, `${mock.url}/tasks`, { title: 'Check the invoices' }),
      sendAs(keys.admin, `${mock.url}/runs`),
    ])
    for (const reply of replies) {
      if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}`)
      await reply.arrayBuffer()
    }
  }
  return { msEach, bytesEach, bytesInUse: (heap() - before) / count }
}

/** Runs that work for an hour and are charged every second, which shows on their chats. */
async function busyChats(): Promise<Streams> {
  const [agent] = mock.registry.get('demo')!.workspace.tables.agents.range('byHandle', 'agent-that-finishes')
  // A step is charged in at most twenty parts, and each charge is an event.
  const script = 'work 20s; '.repeat(30)
  const body = { input: { task: 'Keep going', mock_script: `${script} finish Done` } }
  const chats: string[] = []
  for (let i = 0; i < count; i++) {
    const reply = await sendAs('awk_demo_admin', `${mock.url}/agents/${agent?.id}/run`, body)
    if (!reply.ok) throw new Error(`the run was answered with ${reply.status}: ${await reply.text()}`)
    chats.push(((await reply.json()) as { chat_id: string }).chat_id)
  }
  return { port: Number(new URL(mock.url).port), chats }
}

function heap(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
