/** Two runs at once: an action on one does not affect the other. */
import type { RecordHistory } from '../../engine/own-records.ts'
import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mayWait } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { Missing } from '../../requirements/missing.ts'
import { chatStream } from './chat-stream.check.ts'
import { runner } from './find-agents.ts'
import {
  act,
  awaitSoon,
  bodyFor,
  currentRun,
  type OwnRun,
  onceUnlocked,
  seize,
  servedInTime,
  startedRun,
  startRun,
  tryStart,
} from './own-run.ts'

export const neighbourScenario = scenario({
  id: 'runs/neighbours',
  title:
    'Two runs of one agent have their own ids and chats, and what is done to one is not done to the other',
  requirements: ['START-13', 'START-14', 'EVENT-02', 'STATE-02', 'STATE-15', 'RUN-08', 'RUN-09'],
  needs: { capability: 'runs', scopes: ['agents:run', 'runs:read'] },
  cost: { requests: 22, runs: 2, seconds: 15 },
  async run(t) {
    const agent = await runner(t, 'agent-slow')
    const [mark, otherMark] = [`first-${t.context.nonce}`, `second-${t.context.nonce}`] as const
    const bodyOf = (text: string) => {
      const { input } = bodyFor(t, agent)
      return { input: { ...input, task: `${input.task} (${text})` } }
    }
    const one = await startRun(t, agent, bodyOf(mark))
    // An agent that does one run at a time cannot have a second.
    const second = startedRun(await tryStart(t, agent.id, bodyOf(otherMark), {}, 0), agent.id)
    if (!second) throw new Missing('an agent that does two runs at once')
    ownNames(t, one, second)
    const chats = Promise.all([ownChat(t, one, mark, otherMark), ownChat(t, second, otherMark, mark)])
    try {
      await actsOnBoth(t, one, second)
    } finally {
      await chats
    }
  },
})

async function actsOnBoth(t: Trial, one: OwnRun, second: OwnRun) {
  const paused = await seize(t, one, 'pauseRun')
  if (paused.status === 200) await leftAlone(t, second, 'STATE-02', 'pausing', /^paused$/)
  if (paused.status === 200) await act(t, 'resumeRun', one)
  const cancelled = await seize(t, one, 'cancelRun')
  if (cancelled.status === 200) await leftAlone(t, second, 'STATE-15', 'cancelling', /^cancelled$/)
  await isLikeOthers(t, 'RUN-09', one, cancelled)
  const other = await seize(t, second, 'pauseRun')
  if (other.status !== 200 || (await act(t, 'resumeRun', second)).status !== 200) return
  await isLikeOthers(t, 'RUN-08', second, await seize(t, second, 'stopRun'))
  // What it becomes later is judged by all its readings.
  await awaitSoon(t, second, 'the run to be stopped', one => one.phase === 'ended')
}

const SECONDS = 4

/**
 * The stream of a chat shows its own run, and not another instead: the instruction of the other, or the id of a run that
 * was started later. One that was there before may be named because it is waited for.
 */
async function ownChat(t: Trial, run: OwnRun, mark: string, otherMark: string) {
  if (run.chatId === undefined || !t.wants('EVENT-02') || t.target.absent.has('streams')) return
  const own = [mark, run.id, run.chatId]
  const isIn = (text: string) => (one: string) => text.includes(one)
  const stop = (text: string) => own.some(isIn(text))
  const path = { chat_id: run.chatId }
  const exchange = await chatStream(t, { path, stop, timeoutSeconds: SECONDS }).catch(() => undefined)
  if (exchange?.status !== 200) return
  const isLater = ({ kind, id, writes: [made] }: RecordHistory) =>
    kind === 'run' && made !== undefined && made.sent > run.exchange.sent && !/^\d+$|^.{1,5}$/.test(id)
  const later = t.context.ownRecords.histories().filter(isLater)
  const shown = [...own, otherMark, ...later.map(({ id }) => id)].find(isIn(exchange.text))
  const sentence = `the stream of the chat ${run.chatId} of the run ${run.id} shows ${shown}`
  if (shown !== undefined)
    t.expect('same-record', 'EVENT-02', own.includes(shown), sentence, run.exchange, exchange)
}

function ownNames(t: Trial, one: OwnRun, second: OwnRun) {
  const both = [one.exchange, second.exchange]
  const ids = `two starts carry the run_ids ${one.id} and ${second.id}`
  t.expect('own-id', 'START-13', one.id !== second.id, ids, ...both)
  if (one.chatId === undefined || second.chatId === undefined) return
  const chats = `two starts carry the chat_ids ${one.chatId} and ${second.chatId}`
  t.expect('own-id', 'START-14', one.chatId !== second.chatId, chats, ...both)
}

/** What is done to any running run is done to a resumed one. */
const isLikeOthers = async (t: Trial, requirement: string, run: OwnRun, first: Exchange) =>
  servedInTime(t, requirement, run, await onceUnlocked(t, run, first), 'running')

/** The run continues, or has ended by itself. */
async function leftAlone(t: Trial, run: OwnRun, requirement: string, what: string, word: RegExp) {
  const now = await currentRun(t, run)
  if (!word.test(now.status ?? '')) return
  // An unnamed agent may ask by itself: then the other run would have asked as well.
  if (mayWait(now.status) && !t.target.fixtures.get('agent-slow')?.id) return
  const sentence = `${what} one run left another, that nobody touched, ${now.status}`
  t.violated('keeps-others', requirement, sentence, now.exchange)
}
