/** A retry: a new run in a new chat with the same agent and input; the original stays as it was. */

import type { Trial } from '../../engine/trial.ts'
import { asId, findNamed, isObject, type Json, places } from '../../extract/find-value.ts'
import { refIn } from '../../extract/record.ts'
import { tokensOf } from '../../extract/run-status.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import type { Key } from '../../target/target.ts'
import { type Attempt, refusesOtherCallers } from '../access/refused-callers.ts'
import { inList } from './finish.check.ts'
import { act, awaitRun, currentRun, type OwnRun, SETTLE, startRun } from './own-run.ts'
import { newRun } from './refused-move.ts'

export const RETRY_ROWS = ['RUN-12', 'STATE-24', 'STATE-25', 'STATE-26', 'STATE-27'] as const

/** Retries and judges; returns the new run. `starts` is the requirement that a retry from this state starts a run. */
export async function followsRetry(
  t: Trial,
  run: OwnRun,
  starts: string,
  access: Omit<Attempt, 'options'>,
): Promise<OwnRun | undefined> {
  // Costs may still be booked after the end; the record must be stable to be compared.
  await t.sleep(2)
  const before = await currentRun(t, run)
  const key = t.keys.with('agents:run')
  t.context.budget.takeRun()
  const options = { path: { run_id: run.id } }
  const note = (id: string | undefined) => {
    const n = t.context.journal.intend({
      kind: 'run',
      mark: `retry of ${run.id}`,
      key: key.name,
      parent: run.agent,
    })
    if (id === undefined) t.context.journal.gone(n)
    else t.context.journal.made(n, id)
  }
  const exchange = await refusesOtherCallers(t, 'retryRun', {
    ...access,
    options,
    served: one => note(newRun(one, run)),
    right: key => whenFree(t, run, key),
  })
  if (!t.served('RUN-12', exchange)) {
    // An empty wallet or an overload says nothing about states.
    const refused = [400, 403, 404, 405, 409, 422].includes(exchange.status)
    if (refused)
      t.violated(starts, `the retry of a run that is ${before.status} answered ${exchange.status}`, exchange)
    return undefined
  }
  const id = newRun(exchange, run)
  note(id)
  if (id === undefined) {
    const same = asId(findNamed(exchange.json, 'run_id')?.value) === run.id
    if (same) t.violated(starts, `the retry answered with the same run ${run.id}`, exchange)
    else
      t.notExercised(
        [starts, 'STATE-24', 'STATE-26', 'STATE-27'],
        'the id of the new run: the reply does not show it',
        exchange,
      )
    return undefined
  }
  const fresh = { id, chatId: asId(findNamed(exchange.json, 'chat_id')?.value), agent: run.agent, exchange }
  const view = await awaitRun(t, fresh, 'the new run to be there', () => true, SETTLE)
  t.expect(
    starts,
    view !== undefined,
    `the retry started the run ${id}${view ? '' : ', which cannot be read'}`,
    exchange,
  )
  if (!view) return undefined

  const chat = view.record.chat_id ?? fresh.chatId
  if (chat === undefined || run.chatId === undefined)
    t.notExercised('STATE-24', 'the chat of the new run is not shown', exchange)
  else
    t.expect(
      'STATE-24',
      asId(chat) !== run.chatId,
      `the original has the chat ${run.chatId}, the new run ${asId(chat)}`,
      exchange,
      view.exchange,
    )

  await sameAgent(t, run, id, view.record)
  sameInput(t, before.record, view.record)
  const after = await currentRun(t, run)
  const changed = ['status', 'cost_euros', 'summary', 'chat_id', 'agent_id'].filter(
    name => JSON.stringify(before.record[name]) !== JSON.stringify(after.record[name]),
  )
  if (JSON.stringify(tokensOf(before.record)?.value) !== JSON.stringify(tokensOf(after.record)?.value))
    changed.push('tokens')
  // An ended run that was readable stays readable, whatever its status.
  changed.push(
    ...Object.keys(before.record).filter(
      name =>
        (before.record[name] ?? null) !== null &&
        (after.record[name] ?? null) === null &&
        !changed.includes(name),
    ),
  )
  const sentence = changed.length
    ? `the retry changed ${changed.join(', ')} of the original`
    : 'the original is as it was'
  t.expect('STATE-25', changed.length === 0, sentence, before.exchange, after.exchange)
  return fresh
}

/** Number of refused retries beside accepted starts that rules out a busy agent. */
const REFUSALS = 3

/** An agent may do one run at a time: a refused retry counts only if a start of the same agent is accepted. */
async function whenFree(t: Trial, run: OwnRun, key: Key): Promise<Exchange> {
  const retry = () => t.call('retryRun', { key, path: { run_id: run.id } })
  let last = await retry()
  for (let n = 1; n < REFUSALS && last.status >= 400 && last.status < 500; n++) {
    // Waits until a busy agent is free.
    const control = await startRun(t, { id: run.agent })
    await act(t, 'stopRun', control)
    await awaitRun(t, control, 'the run beside it to end', one => one.phase === 'ended', SETTLE)
    last = await retry()
  }
  return last
}

async function sameAgent(t: Trial, run: OwnRun, id: string, record: Json) {
  if (!t.wants('STATE-26')) return
  const shown = refIn(record, 'agent')
  if (shown !== undefined)
    t.expect('STATE-26', shown === run.agent, `the new run is done by ${shown}, the original by ${run.agent}`)
  else
    t.expect(
      'STATE-26',
      await inList(t, id, { agent_id: run.agent }),
      `the list of runs of ${run.agent} is to hold the new run`,
    )
}

/** Every input that was sent contains a mark: the member that shows the mark is the input, whatever its name. */
function sameInput(t: Trial, before: Json, after: Json) {
  const marked = [...places(before)].find(
    ({ value }) => isObject(value) && value.conformance === t.context.nonce,
  )
  const name = isObject(before.input) ? 'input' : (marked?.name ?? 'input')
  const [one, other] = [before, after].map(record => findNamed(record, name)?.value)
  if (!isObject(one))
    return t.notExercised('STATE-27', 'records that show the input of a run, or an agent that repeats it')
  const same = isObject(other) && Object.keys({ ...one, ...other }).every(name => one[name] === other[name])
  t.expect(
    'STATE-27',
    same,
    `the input was ${JSON.stringify(one)}, that of the retry is ${JSON.stringify(other)}`,
  )
}
