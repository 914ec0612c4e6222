/** Two runs at once: an action on one does not affect the other. */
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mayWait } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { runner } from './find-agents.ts'
import {
  act,
  bodyFor,
  currentRun,
  type OwnRun,
  seize,
  startedRun,
  startRun,
  tryStart,
  wasReady,
} from './own-run.ts'

export const neighbourScenario = scenario({
  id: 'runs/neighbours',
  title:
    'Two runs of one agent have their own ids and chats, and what is done to one is not done to the other',
  requirements: ['START-13', 'START-14', 'STATE-02', 'STATE-15', 'RUN-08', 'RUN-09'],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 20, runs: 2, seconds: 15 },
  writes: true,
  async run(t) {
    const agent = await runner(t, 'agent-slow')
    const one = await startRun(t, agent)
    // An agent that does one run at a time cannot have a second.
    const second = startedRun(await tryStart(t, agent.id, bodyFor(t, agent), {}, 0), agent.id)
    if (!second) throw new Missing('an agent that does two runs at once')
    ownNames(t, one, second)
    const paused = await seize(t, one, 'pauseRun')
    if (paused.status === 200) await leftAlone(t, second, 'STATE-02', 'pausing', /^paused$/)
    if (paused.status === 200) await act(t, 'resumeRun', one)
    const cancelled = await seize(t, one, 'cancelRun')
    if (cancelled.status === 200) await leftAlone(t, second, 'STATE-15', 'cancelling', /^cancelled$/)
    await isLikeOthers(t, 'RUN-09', one, cancelled)
    const other = await seize(t, second, 'pauseRun')
    if (other.status !== 200 || (await act(t, 'resumeRun', second)).status !== 200) return
    await isLikeOthers(t, 'RUN-08', second, await seize(t, second, 'stopRun'))
  },
})

function ownNames(t: Trial, one: OwnRun, second: OwnRun) {
  const both = [one.exchange, second.exchange]
  const ids = `two starts carry the run_ids ${one.id} and ${second.id}`
  t.expect('own-id', 'START-13', one.id !== second.id, ids, ...both)
  if (one.chatId === undefined || second.chatId === undefined) return
  const chats = `two starts carry the chat_ids ${one.chatId} and ${second.chatId}`
  t.expect('own-id', 'START-14', one.chatId !== second.chatId, chats, ...both)
}

/** What is done to any running run is done to a resumed one. */
async function isLikeOthers(t: Trial, requirement: string, run: OwnRun, reply: Exchange) {
  if (await wasReady(t, requirement, run, reply, 'running')) t.served(requirement, reply)
}

/** The run continues, or has ended by itself. */
async function leftAlone(t: Trial, run: OwnRun, requirement: string, what: string, word: RegExp) {
  const now = await currentRun(t, run)
  if (!word.test(now.status ?? '')) return
  // An unnamed agent may ask by itself: then the other run would have asked as well.
  if (mayWait(now.status) && !t.target.fixtures.get('agent-slow')?.id) return
  const sentence = `${what} one run left another, that nobody touched, ${now.status}`
  t.violated('keeps-others', requirement, sentence, now.exchange)
}
