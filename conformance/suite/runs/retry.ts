/** A retry: a new run in a new chat with the same agent and input; the original stays as it was. */

import { isDeepStrictEqual } from 'node:util'
import type { CallOptions } from '../../engine/client.ts'
import { NoAnswer } from '../../engine/transport.ts'
import type { Trial } from '../../engine/trial.ts'
import { findNamed, isObject, type Json, places } from '../../extract/find-value.ts'
import { momentOf } from '../../extract/moment.ts'
import { refIn } from '../../extract/record.ts'
import { isEmpty, timeOf, tokensOf } from '../../extract/run-status.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import { type Attempt, refusesOtherCallers } from '../access/refused-callers.ts'
import { inList, SHORTER } from './finish.check.ts'
import { finishedRun } from './finished-run.ts'
import {
  act,
  awaitSoon,
  type CurrentRun,
  currentRun,
  isCalled,
  isMarked,
  type OwnRun,
  outOfTheWay,
  servedBesideStarts,
  settledRun,
} from './own-run.ts'
import { chatIn, isCalledRun, listedRetry, newlyListed, retriedRun, retry } from './retried-run.ts'
import { refusalsIn } from './state-table.ts'

export const RETRY_ROWS: readonly string[] = [
  ...['RUN-12', 'STATE-24', 'STATE-25', 'STATE-26', 'STATE-27', 'EVENT-02', 'EVENT-04'],
]

const UNSHOWN = 'the id of the new run: neither the reply nor the list of runs shows it'

/**
 * Retries and judges; returns the new run. `starts` is the requirement that a retry from this state starts a run, `word`
 * the status of the original.
 */
export async function followsRetry(
  t: Trial,
  run: OwnRun,
  starts: string,
  word: string,
  access: Omit<Attempt, 'options'>,
): Promise<OwnRun | undefined> {
  // Costs may still be booked after the end; the record must be stable to be compared.
  await t.sleep(2)
  const before = await settledRun(t, run, isCalled(word))
  const known = await newlyListed(t, run)
  t.context.budget.takeRun()
  const exchange = await refusesOtherCallers(t, 'retryRun', {
    ...access,
    options: { path: { run_id: run.id } },
    served: one => void retriedRun(t, one, run),
  })
  if (isRefusal(exchange)) {
    await refusedRetry(t, run, [starts, 'RUN-12'], exchange)
    return undefined
  }
  if (!t.served('RUN-12', exchange)) return undefined
  const named = retriedRun(t, exchange, run)
  const isCertain = named !== undefined && isCalledRun(exchange, named.id)
  const fresh = isCertain ? named : ((await listedRetry(t, run, exchange, known)) ?? named)
  if (!fresh) {
    const sentence = `the retry answered with the same run ${run.id}, and no other is listed`
    if (isCalledRun(exchange, run.id) && !(await mayHaveStarted(t, run, known)))
      t.violated('starts-anew', starts, sentence, exchange)
    else t.notExercised([starts, 'STATE-24', 'STATE-26', 'STATE-27'], UNSHOWN, exchange)
    return undefined
  }
  const view = await awaitSoon(t, fresh, 'the new run to be there', () => true)
  if (!view && !isCalledRun(exchange, fresh.id)) {
    t.notExercised([starts, 'STATE-24', 'STATE-26', 'STATE-27'], UNSHOWN, exchange)
    return undefined
  }
  const started = `the retry started the run ${fresh.id}${view ? '' : ', which cannot be read'}`
  t.expect('starts-anew', starts, view !== undefined, started, exchange)
  if (!view) return undefined

  const chat = chatIn(view.record, run) ?? fresh.chatId
  const chats = `the original has the chat ${run.chatId}, the new run ${chat}`
  if (chat === undefined || run.chatId === undefined)
    t.notExercised('STATE-24', 'the chat of the new run is not shown', exchange)
  else t.expect('starts-anew', 'STATE-24', chat !== run.chatId, chats, exchange, view.exchange)

  await Promise.all([sameAgent(t, run, fresh.id, view), isFollowed(t, fresh, run, word)])
  await sameInput(t, before, fresh)
  const after = await settledRun(t, run, one => changesIn(before, one).length === 0)
  const moved = movesIn(before, after)
  // A moment and a figure may be put right some time after the end, but not again.
  const isMoved = moved.length > 0 && (await movesAgain(t, run, after))
  const changed = [...changesIn(before, after), ...(isMoved ? moved : [])]
  const sentence = `the retry changed ${changed.join(', ') || 'nothing'} of the original`
  t.expect('starts-anew', 'STATE-25', changed.length === 0, sentence, before.exchange, after.exchange)
  return fresh
}

/** Whether the list comes to show an unknown run of the agent, or cannot be read. */
async function mayHaveStarted(t: Trial, run: OwnRun, known: Json[] | undefined) {
  const look = () => newlyListed(t, run, known)
  const rows = known && (await t.settled('a new run to be listed', look, some => some?.length !== 0))
  // Which runs are known depends on what other scenarios have started by then.
  return t.input('a retry may have started a run', () => rows?.length !== 0)
}

/** The chat of a retry is followed as that of a start; that of a run that is over, where that of one like it is. */
async function isFollowed(t: Trial, { id, chatId, exchange: retried }: OwnRun, run: OwnRun, word: string) {
  const key = t.keys.named(retried.key)
  if (chatId === undefined || !t.wants('EVENT-02') || t.target.absent.has('streams')) return
  const optionsFor = (chat_id: string): CallOptions => ({
    ...(key && { key }),
    path: { chat_id },
    stop: () => true,
    timeoutSeconds: 5,
  })
  const follow = () => t.call('streamChat', optionsFor(chatId))
  const exchange = await t.settled('the chat to be there', follow, isServed).catch(ignoreNoAnswer)
  if (!exchange) return
  const now = await currentRun(t, { id })
  const sentence = `following the chat of a retry, which is ${now.status}, answered ${exchange.status}`
  if (isServed(exchange)) return t.met('stream-delivers', 'EVENT-02', sentence, retried, exchange)
  // A new run may be over by then, as the shared one is.
  const isLike = now.phase !== 'ended' || now.status === word
  const like = isLike ? run : await likeFinished(t, now)
  const beside = like?.chatId && (await t.call('streamChat', optionsFor(like.chatId)).catch(ignoreNoAnswer))
  if (isRefusal(exchange) && beside && isServed(beside)) {
    const both = `${sentence}, that of the run ${like?.id} ${beside.status}`
    t.violated('stream-delivers', 'EVENT-02', both, exchange, beside)
  } else t.notExercised('EVENT-02', `the chat of a retry: ${sentence}`, exchange)
}

/** The shared run, where it has the same status. */
async function likeFinished(t: Trial, { status }: CurrentRun): Promise<OwnRun | undefined> {
  const shared = await finishedRun(t).catch(ignoreMissing)
  return shared?.id && (await currentRun(t, shared)).status === status ? shared : undefined
}

const ignoreNoAnswer = (problem: unknown) => {
  if (problem instanceof NoAnswer) return undefined
  throw problem
}

/** The original is what it was, so it can be retried again. Returns the new run. */
export async function retriesAgain(
  t: Trial,
  run: OwnRun,
  first: OwnRun,
  starts: string,
): Promise<OwnRun | undefined> {
  if (!t.wants(starts, 'EVENT-04', 'STATE-27', ...refusalsIn('cancelled'))) return undefined
  const known = await newlyListed(t, run)
  const { reply: again, fresh } = await retry(t, run)
  if (isRefusal(again)) await refusedRetry(t, run, [starts], again)
  if (!fresh || fresh.id !== first.id) return fresh
  const now = await currentRun(t, first)
  const sentence = `a second retry answered with the run ${fresh.id} that the first one started, which is ${now.status}`
  if (isCalledRun(again, fresh.id) && now.phase === 'ended' && !(await mayHaveStarted(t, run, known)))
    t.violated('starts-anew', starts, sentence, again, now.exchange)
  return undefined
}

/** A retry of a retry starts a run with the same input, too, wherever the original can be retried. */
export async function retriesTheRetry(t: Trial, run: OwnRun, original: OwnRun) {
  const before = await currentRun(t, run)
  const { reply: again, fresh } = await retry(t, run)
  if (isRefusal(again)) return refusedRetry(t, run, ['STATE-23'], again, () => freeRetry(t, original))
  if (!fresh) return
  const view = await awaitSoon(t, fresh, 'the new run to be there', () => true)
  if (view) await sameInput(t, before, fresh)
  await act(t, 'stopRun', fresh)
}

/** When the run began and ended, and why it failed. */
const MOMENT = /^(created|started|began|finished|ended|completed|failed|cancell?ed)_?(at|on)$/i
const WHY =
  /^(error|failure|fault|exception)(_?(message|text|reason|code))?$|^(fail(ed|ure)?|cancel(lation|led)?)_?reason$/i

/** The figures of the run that got smaller and its moments that changed; those of other runs have members of their own. */
function movesIn(before: CurrentRun, after: CurrentRun): string[] {
  const moments = Object.keys(before.record).filter(name => {
    const [one, other] = [before, after].map(({ record }) => momentOf(record[name]))
    return MOMENT.test(name) && one !== undefined && other !== undefined && one !== other
  })
  const isLess = (one: unknown, other: unknown) =>
    typeof one === 'number' && typeof other === 'number' && other < one
  return [...moments, ...figuresIn(before, after).flatMap(([name, ...both]) => (isLess(...both) ? name : []))]
}

/** Whether moments and figures of the run move with another retry as well, when all that is late is shown. */
async function movesAgain(t: Trial, run: OwnRun, after: CurrentRun): Promise<boolean> {
  await t.sleep(t.target.pace.lateSeconds)
  const before = await currentRun(t, run)
  if (movesIn(after, before).length > 0) return false
  if ((await retry(t, run)).fresh === undefined) return false
  return movesIn(before, await settledRun(t, run, one => movesIn(before, one).length === 0)).length > 0
}

/** The named members that differ. What a run used or came to may be shown later, but not taken away. */
function changesIn(before: CurrentRun, after: CurrentRun): string[] {
  const kept = ['status', 'summary', 'chat_id', 'agent_id', 'input', 'origin_chat_id', 'triggered_by'].filter(
    name =>
      !isEmpty(before.record[name]) &&
      JSON.stringify(before.record[name]) !== JSON.stringify(after.record[name]),
  )
  const lost = Object.keys(before.record).filter(
    name =>
      (MOMENT.test(name) || WHY.test(name)) && !isEmpty(before.record[name]) && isEmpty(after.record[name]),
  )
  const gone = figuresIn(before, after).filter(([, one, other]) => one !== undefined && other === undefined)
  return [...kept, ...lost, ...gone.map(([name]) => name)]
}

/** What the run used, before and after. */
function figuresIn(before: CurrentRun, after: CurrentRun): [name: string, one: unknown, other: unknown][] {
  const [was, is] = [timeOf(before.record), timeOf(after.record)]
  // A duration may come to be shown where only the moments were.
  const isOther = was !== undefined && is !== undefined && was.path !== is.path
  return [
    ['cost_euros', before.cost, after.cost],
    ['tokens', tokensOf(before.record)?.value, tokensOf(after.record)?.value],
    ['the time taken', isOther ? undefined : was?.value, isOther ? undefined : is?.value],
  ]
}

/**
 * An empty wallet, a cap or a busy agent may refuse a retry. It is a violation between two starts of the same agent that
 * were served and are over.
 */
async function refusedRetry(
  t: Trial,
  run: OwnRun,
  ids: string[],
  first: Exchange,
  control?: () => Promise<Exchange | undefined>,
) {
  const { status } = await currentRun(t, run)
  const what = `the retry of a run that is ${status}`
  retriedRun(t, await servedBesideStarts(t, ids, what, run, first, control), run)
}

/** A retry of that run, served and out of the way again. */
async function freeRetry(t: Trial, run: OwnRun): Promise<Exchange | undefined> {
  const { fresh } = await retry(t, run)
  return fresh && outOfTheWay(t, fresh)
}

async function sameAgent(t: Trial, run: OwnRun, id: string, { record, exchange }: CurrentRun) {
  if (!t.wants('STATE-26')) return
  const shown = refIn(record, 'agent')
  const look = async () =>
    shown === undefined ? inList(t, id, { agent_id: run.agent }) : shown === run.agent
  const isSeen = (one: boolean | undefined) => shown !== undefined || one !== false
  const isSame = await t.settled('the new run to be listed', look, isSeen)
  const sentence =
    shown === undefined
      ? `the list of runs of the agent ${run.agent} ${isSame ? 'holds' : 'does not hold'} the new run`
      : `the new run is done by ${shown}, the original by ${run.agent}`
  if (isSame === undefined) t.notExercised('STATE-26', SHORTER, exchange)
  else t.expect('starts-anew', 'STATE-26', isSame, sentence, run.exchange, exchange)
}

/** Every input that was sent contains a mark: the member that shows the mark is the input, whatever its name. */
async function sameInput(t: Trial, before: CurrentRun, run: OwnRun) {
  const marked = [...places(before.record)].find(({ value }) => isMarked(t, value))
  const name = isObject(before.record.input) ? 'input' : (marked?.name ?? 'input')
  const inputOf = ({ record }: CurrentRun) => findNamed(record, name)?.value
  const one = inputOf(before)
  if (!isObject(one))
    return t.notExercised('STATE-27', 'records that show the input of a run, or an agent that repeats it')
  const after = await settledRun(t, run, view => isDeepStrictEqual(one, inputOf(view)))
  const other = inputOf(after)
  const same = isDeepStrictEqual(one, other)
  const sentence = `the input was ${t.quote(one, 200)}, that of the retry is ${t.quote(other, 200)}`
  t.expect('starts-anew', 'STATE-27', same, sentence, before.exchange, after.exchange)
}
