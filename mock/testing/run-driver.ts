// Common actions in tests of runs: start one with a script, call operations, read its events.
import type { Schemas } from '#openapi'
import type { Step } from '../world/script.ts'
import type { TestKit } from './test-kit.ts'

export type Operation = 'pause' | 'resume' | 'cancel' | 'stop' | 'retry' | 'respond'
type Event = Schemas['ChatEvent']

/** Starts a run with that script; as text where the mock's own words say enough. */
export async function start(
  kit: TestKit,
  script: string | readonly Step[],
  more: object = {},
  input: Record<string, string> = { task: 'the fence' },
) {
  const agentId = kit.agent('agent-that-finishes')
  const isText = typeof script === 'string'
  if (!isText) kit.workspace.tables.agents.replace(agentId, { script })
  const written = isText ? { ...input, mock_script: script } : input
  const { body } = await post(kit, `/agents/${agentId}/run`, { input: written, ...more })
  const { run_id: id, chat_id: chatId } = body
  return {
    id: id as string,
    chatId: chatId as string,
    agentId,
    do(what: Operation, answer: object = { answer: 'red' }) {
      const ofAgent = what === 'stop' || what === 'respond' ? `/${agentId}` : ''
      return post(kit, `/agents${ofAgent}/runs/${id}/${what}`, what === 'respond' ? answer : undefined)
    },
    read: async (): Promise<Schemas['Run']> => (await kit.ask(`GET /runs/${id}`, undefined, 'member')).body,
    /** The events of its chat until the run ends, or the first of them. */
    async events(first = Number.POSITIVE_INFINITY): Promise<Event[]> {
      const events: Event[] = []
      for await (const event of kit.stream('member', chatId)) {
        events.push(event)
        if (events.length === first) break
      }
      return events
    },
  }
}

const post = (kit: TestKit, path: string, body: object | undefined) => kit.ask(`POST ${path}`, body, 'member')
