// Section 3 as one table: every operation on a run in every state, over HTTP.
import { expect, test } from 'vitest'
import type { Schemas } from '#openapi'
import { startTestKit, type TestKit } from '../testing/test-kit.ts'

const OPERATIONS = ['pause', 'resume', 'cancel', 'stop', 'retry', 'respond'] as const
type Operation = (typeof OPERATIONS)[number]

/** How a run is brought into each state, and the operations that it takes there with the status they lead to. */
const STATES: Record<
  string,
  { agent: string; bring: (run: Driven) => Promise<void>; takes: Partial<Record<Operation, string>> }
> = {
  running: {
    agent: 'agent-that-is-slow',
    bring: async () => {},
    takes: { pause: 'paused', cancel: 'cancelled', stop: 'stopped' },
  },
  'paused by hand': {
    agent: 'agent-that-is-slow',
    bring: async run => void (await run.do('pause')),
    takes: { resume: 'running', stop: 'stopped' },
  },
  'paused on a question': {
    agent: 'agent-that-asks-text',
    bring: async run => run.kit.advance(10_000),
    takes: { resume: 'running', respond: 'running', stop: 'stopped' },
  },
  'paused on an approval': {
    agent: 'agent-that-waits-for-approval',
    bring: async run => run.kit.advance(60_000),
    takes: { resume: 'running', stop: 'stopped' },
  },
  completed: { agent: 'agent-that-finishes', bring: async run => run.kit.untilIdle(), takes: {} },
  failed: { agent: 'agent-that-fails', bring: async run => run.kit.untilIdle(), takes: { retry: 'running' } },
  cancelled: {
    agent: 'agent-that-is-slow',
    bring: async run => void (await run.do('cancel')),
    takes: { retry: 'running' },
  },
  stopped: { agent: 'agent-that-is-slow', bring: async run => void (await run.do('stop')), takes: {} },
}

interface Driven {
  kit: TestKit
  agentId: string
  runId: string
  do(operation: Operation): Promise<Response>
  read(): Promise<Schemas['Run']>
}

for (const [state, { agent, bring, takes }] of Object.entries(STATES)) {
  for (const operation of OPERATIONS) {
    const target = takes[operation]
    test(`a run that is ${state} ${target ? `takes ${operation} and is ${target}` : `refuses ${operation}`}`, async () => {
      await using kit = await startTestKit()
      const run = await start(kit, agent)
      await bring(run)
      const before = await run.read()
      expect(before.status).toBe(state.split(' ')[0])
      const response = await run.do(operation)
      const body = (await response.json()) as { status: string; error: Schemas['Error']['error'] }
      if (target === undefined) {
        expect([response.status, body.error.type]).toEqual([409, 'conflict'])
        expect(body.error.message).toContain('It takes')
        expect(await run.read()).toEqual(before)
      } else {
        expect([response.status, body.status]).toEqual([200, target])
        // What is resumed while it waits asks again at once.
        const asksAgain = operation === 'resume' && state !== 'paused by hand'
        expect((await run.read()).status).toBe(operation === 'retry' || asksAgain ? before.status : target)
      }
    })
  }
}

async function start(kit: TestKit, handle: string): Promise<Driven> {
  const agentId = kit.agent(handle)
  const json = (path: string, body?: unknown) =>
    kit.fetch('member', path, {
      method: 'POST',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const started = await json(`/agents/${agentId}/run`, { input: { task: 'Count the invoices.' } })
  const { run_id: runId } = (await started.json()) as { run_id: string }
  const paths = {
    pause: `/agents/runs/${runId}/pause`,
    resume: `/agents/runs/${runId}/resume`,
    cancel: `/agents/runs/${runId}/cancel`,
    retry: `/agents/runs/${runId}/retry`,
    stop: `/agents/${agentId}/runs/${runId}/stop`,
    respond: `/agents/${agentId}/runs/${runId}/respond`,
  }
  return {
    kit,
    agentId,
    runId,
    do: operation => json(paths[operation], operation === 'respond' ? { answer: 'March' } : undefined),
    read: async () => (await (await kit.fetch('member', `/runs/${runId}`)).json()) as Schemas['Run'],
  }
}
