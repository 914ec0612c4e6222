// Gaps about runs, their chats, and the wallet that pays for them.
import { charge } from '../../work/funds.ts'
import { ask, type Cases, each, run, runAndRead, send, stream } from './case.ts'

export const runs: Cases = {
  'status-refused-transition': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-finishes')
      return (await ask(kit, `POST /agents/runs/${run_id}/pause`)).status
    },
    sees: { '409': 409, '400': 400, '422': 422 },
  },
  'paused-on-question-resume': {
    async look(kit) {
      const resumed = async (handle: string) => {
        const { run_id } = await run(kit, handle)
        const { status, body } = await ask(kit, `POST /agents/runs/${run_id}/resume`)
        const after = (await ask(kit, `GET /runs/${run_id}`)).body
        return [status, body.status, after.status]
      }
      return [await resumed('agent-that-asks-text'), await resumed('agent-that-waits-for-approval')]
    },
    sees: {
      'ask-again': [
        [200, 'running', 'paused'],
        [200, 'running', 'paused'],
      ],
      skip: [
        [200, 'running', 'running'],
        [200, 'running', 'running'],
      ],
      refuse: [
        [409, undefined, 'paused'],
        [409, undefined, 'paused'],
      ],
    },
  },
  'summary-before-end': {
    async look(kit) {
      const { body } = await ask(kit, `POST /agents/${kit.agent('agent-that-is-slow')}/run`, {})
      const { body: running } = await ask(kit, `GET /runs/${body.run_id}`)
      const finished = await runAndRead(kit, 'agent-that-finishes')
      return ['summary' in running ? running.summary : 'absent', finished.summary.length > 0]
    },
    sees: { null: [null, true], absent: ['absent', true], empty: ['', true] },
  },
  'cost-before-end': {
    async look(kit) {
      const { body } = await ask(kit, `POST /agents/${kit.agent('agent-that-is-slow')}/run`, {})
      kit.advance(60_000)
      const { cost_euros } = (await ask(kit, `GET /runs/${body.run_id}`)).body
      kit.untilIdle()
      const ended = (await ask(kit, `GET /runs/${body.run_id}`)).body
      return [cost_euros > 0, ended.cost_euros > 0]
    },
    sees: { grows: [true, true], 'at-end': [false, true] },
  },
  'run-error-fields': {
    look: async kit => typeof (await runAndRead(kit, 'agent-that-fails')).error,
    sees: { object: 'object', text: 'string' },
  },
  'question-fields': {
    async look(kit) {
      const { run_id, chat_id } = await run(kit, 'agent-that-asks-text')
      const { body } = await ask(kit, `GET /runs/${run_id}`)
      await ask(kit, `POST /agents/${body.agent_id}/runs/${run_id}/stop`)
      const { messages } = await stream(kit, `GET /chats/${chat_id}/stream`)
      return ['question' in body, messages.some(message => message.event === 'question.asked')]
    },
    sees: { 'on-run': [true, true], 'chat-only': [false, true] },
  },
  'origin-chat-unknown': {
    look: each(kit => {
      const at = `POST /agents/${kit.agent('agent-that-finishes')}/run`
      return [{ origin_chat_id: 'elsewhere' }, { attachment_ids: ['nothing'] }].map(body => [at, body])
    }),
    sees: { accept: [200, 200], refuse: [422, 422] },
  },
  'start-run-on-busy-agent': {
    async look(kit) {
      const at = `POST /agents/${kit.agent('agent-that-finishes')}/run`
      return [(await ask(kit, at, {})).status, (await ask(kit, at, {})).status]
    },
    sees: { parallel: [200, 200], refuse: [200, 409] },
  },
  'chat-event-kinds': {
    async look(kit) {
      const { chat_id } = await run(kit, 'agent-that-finishes')
      const { messages } = await stream(kit, `GET /chats/${chat_id}/stream`)
      const [first] = messages
      const last = messages.at(-1)!.data
      return [first!.event, JSON.parse(first!.data).type, last === '[DONE]' ? last : JSON.parse(last).type]
    },
    sees: {
      typed: ['run.status', 'run.status', 'run.status'],
      'data-only': [undefined, 'run.status', 'run.status'],
      'ui-stream': [undefined, 'start', '[DONE]'],
    },
  },
  'chat-stream-resume': {
    async look(kit) {
      const { chat_id } = await run(kit, 'agent-that-finishes')
      const headers = { 'last-event-id': '2' }
      const { messages } = await stream(kit, `GET /chats/${chat_id}/stream`, { headers })
      return messages[0]?.id
    },
    sees: { 'last-event-id': '3', 'from-start': '1', 'from-now': undefined },
  },
  'last-event-id-malformed': {
    async look(kit) {
      const { chat_id } = await run(kit, 'agent-that-finishes')
      const headers = { 'last-event-id': 'none' }
      return (await kit.fetch('admin', `/chats/${chat_id}/stream`, { headers })).status
    },
    sees: { refuse: 422, 'from-start': 200 },
  },
  'chat-stream-after-end': {
    async look(kit) {
      const { chat_id } = await run(kit, 'agent-that-finishes')
      return (await stream(kit, `GET /chats/${chat_id}/stream`)).messages.length > 0
    },
    sees: { replay: true, empty: false },
  },
  'chat-stream-heartbeat': {
    async look(kit) {
      const { run_id, chat_id } = await run(kit, 'agent-that-asks-text')
      const agent = kit.agent('agent-that-asks-text')
      const open = await kit.fetch('admin', `/chats/${chat_id}/stream`)
      kit.advance(20_000)
      await send(kit, `POST /agents/${agent}/runs/${run_id}/stop`, {})
      return /^:/m.test(await open.text())
    },
    sees: { comment: true, none: false },
  },
  'empty-wallet': {
    async look(kit) {
      charge(kit.workspace, { kind: 'adjustment', model: null, flatMicros: 1e12 })
      return (await ask(kit, `POST /agents/${kit.agent('agent-that-finishes')}/run`, {})).status
    },
    sees: { '402': 402, allow: 200 },
  },
}
