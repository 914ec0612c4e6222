// Gaps about runs, their chats, and the wallet that pays for them.
import { balanceMicros } from '../../work/accounts.ts'
import { charge } from '../../work/funds.ts'
import { type Cases, each, run, runAndRead, stream } from './case.ts'

export const runs: Cases = {
  'status-refused-transition': {
    async look(kit) {
      const { run_id } = await run(kit, 'agent-that-finishes')
      return (await kit.ask(`POST /agents/runs/${run_id}/pause`)).status
    },
    sees: { '409': 409, '400': 400, '422': 422 },
  },
  'paused-on-question-resume': {
    async look(kit) {
      const resumed = async (handle: string) => {
        const { run_id } = await run(kit, handle)
        const { status, body } = await kit.ask(`POST /agents/runs/${run_id}/resume`)
        const after = (await kit.ask(`GET /runs/${run_id}`)).body
        return [status, body.status, after.status]
      }
      return [await resumed('agent-that-asks-text'), await resumed('agent-that-waits-for-approval')]
    },
    sees: {
      'ask-again': Array(2).fill([200, 'running', 'paused']),
      skip: Array(2).fill([200, 'running', 'running']),
      refuse: Array(2).fill([409, undefined, 'paused']),
    },
  },
  'summary-before-end': {
    async look(kit) {
      const { body } = await kit.ask(`POST /agents/${kit.agent('agent-that-is-slow')}/run`, {})
      const { body: running } = await kit.ask(`GET /runs/${body.run_id}`)
      const finished = await runAndRead(kit, 'agent-that-finishes')
      return ['summary' in running ? running.summary : 'absent', finished.summary.length > 0]
    },
    sees: { null: [null, true], absent: ['absent', true], empty: ['', true] },
  },
  'cost-before-end': {
    async look(kit) {
      const { run_id, chat_id } = await kit.startRun('agent-that-is-slow')
      const at = `/workflows/${kit.roles.workflows['workflow-straight']}/run`
      const { body } = await kit.ask(`POST ${at}`)
      const costs = async () => {
        const paths = [`/runs/${run_id}`, `${at}s/${body.run_id}`]
        const answers = await Promise.all(paths.map(path => kit.ask(`GET ${path}`)))
        return answers.map(answer => answer.body.cost_euros > 0)
      }
      kit.advance(2000)
      const before = await costs()
      kit.untilIdle()
      const { messages } = await stream(kit, `GET /chats/${chat_id}/stream`)
      return [before, await costs(), messages.some(message => message.event === 'run.progress')]
    },
    sees: {
      grows: [[true, true], [true, true], true],
      'at-end': [[false, false], [true, true], false],
    },
  },
  'run-error-fields': {
    look: async kit => typeof (await runAndRead(kit, 'agent-that-fails')).error,
    sees: { object: 'object', text: 'string' },
  },
  'question-fields': {
    async look(kit) {
      const { run_id, chat_id } = await run(kit, 'agent-that-asks-text')
      const { body } = await kit.ask(`GET /runs/${run_id}`)
      await kit.ask(`POST /agents/${body.agent_id}/runs/${run_id}/stop`)
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
      const start = async (handle: string) => {
        const { status, body } = await kit.ask(`POST /agents/${kit.agent(handle)}/run`, {})
        return body.error?.code ?? status
      }
      const handles = ['agent-that-finishes', 'agent-that-finishes', 'agent-that-fails']
      const started = []
      for (const handle of handles) started.push(await start(handle))
      kit.untilIdle()
      return [...started, await start('agent-that-finishes')]
    },
    sees: { parallel: [200, 200, 200, 200], refuse: [200, 'agent_busy', 200, 200] },
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
      await kit.ask(`POST /agents/${agent}/runs/${run_id}/stop`)
      return /^:/m.test(await open.text())
    },
    sees: { comment: true, none: false },
  },
  'empty-wallet': {
    async look(kit) {
      const flatMicros = balanceMicros(kit.workspace) + 1
      charge(kit.workspace, { kind: 'adjustment', model: null, flatMicros })
      const { balance_euros } = (await kit.ask('GET /wallet')).body
      const workflow = kit.roles.workflows['workflow-straight']
      const start = await kit.ask(`POST /agents/${kit.agent('agent-that-finishes')}/run`, {})
      const complete = await kit.ask('POST /v1/chat/completions', { model: 'aw-small' })
      const { status, body } = await kit.ask(`POST /workflows/${workflow}/run`)
      kit.untilIdle()
      const run = (await kit.ask(`GET /workflows/${workflow}/runs/${body.run_id}`)).body
      return [balance_euros, start.status, complete.status, body.error?.code ?? status, run.status]
    },
    sees: {
      '402': [-0.000001, 402, 402, 'balance_exhausted', undefined],
      allow: [-0.000001, 200, 200, 202, 'completed'],
    },
  },
}
