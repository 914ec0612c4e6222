/** Starting runs: who may start which agent, and which bodies are refused. */

import { type Scenario, scenario } from '../../engine/scenario.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { knownAgent } from '../discover.ts'
import { finisher } from './finished-run.ts'
import { bodyFor, journalRun, startedRun, tryStart } from './own-run.ts'

const needs = { capability: 'runs', scopes: ['agents:run'] } as const

const invalid = scenario({
  id: 'runs/start-invalid',
  title: 'A start body with one wrong thing in it is refused with 422',
  requirements: idsOf(refusalsOf('startRun', 'body')),
  needs,
  cost: { requests: 26 },
  writes: true,
  async run(t) {
    const agent = await knownAgent(t)
    // All these starts together wait no longer for a busy agent than one start does elsewhere.
    const until = t.seconds() + 2 * t.target.pace.runSeconds
    await refuses(t, 'startRun', refusalsOf('startRun', 'body'), {
      right: bodyFor(t, {}),
      options: { path: { agent_id: agent.id } },
      send: options => tryStart(t, agent.id, options.body, {}, until - t.seconds()),
    })
    const nobody = await tryStart(t, unknownLike(agent.id), { input: { task: 'must not start' } })
    t.observe('status-unknown-id', String(nobody.status), nobody)
  },
})

const MARK = 'started by somebody who must be refused'

const access = scenario({
  id: 'runs/start-access',
  title: 'A run is started by a key that may, and by no other',
  requirements: accessRows('startRun', 'VIS-05'),
  needs,
  cost: { requests: 9, runs: 1 },
  async run(t) {
    const agent = await finisher(t)
    const body = bodyFor(t, agent)
    await refusesOtherCallers(t, 'startRun', {
      options: { path: { agent_id: agent.id }, body },
      foreign: ['VIS-05'],
      served: exchange => journalRun(t, agent.id, MARK, startedRun(exchange, agent.id)?.id),
      right: one => tryStart(t, agent.id, body, { key: one }),
    })
  },
})

export const startScenarios: readonly Scenario[] = [invalid, access]
