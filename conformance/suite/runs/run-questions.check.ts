/** Runs that ask: paused on a question, and resumed only by an answer of the right kind. */

import type { CallOptions } from '../../engine/client.ts'
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { type Json, mentions } from '../../extract/find-value.ts'
import type { RunView } from '../../extract/run-status.ts'
import { refuses } from '../../negatives/refusals.ts'
import { subjectsOf } from '../../requirements/contract.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { lacks, Missing } from '../../requirements/missing.ts'
import { isServed } from '../../rules/stated-status.ts'
import type { Fixture, Key } from '../../target/target.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { isForScope } from '../access/scope-suffices.ts'
import { fieldsAsked } from './fields-asked.ts'
import { runner } from './find-agents.ts'
import { isFinishedWord } from './finished-run.ts'
import { listedUnder } from './listed-under.ts'
import {
  act,
  awaitRun,
  awaitSoon,
  type CurrentRun,
  currentRun,
  isCalled,
  isNamed,
  leftAlone,
  type OwnRun,
  onceUnlocked,
  sendAgain,
  servedBesideStarts,
  settledRun,
  startRun,
  waitsForPerson,
} from './own-run.ts'
import { refusesFinished } from './refused-move.ts'
import { refusalsIn } from './state-table.ts'
import { arrives, unchanged } from './working-runs.ts'

const needs = { capability: 'runs', scopes: ['agents:run', 'runs:read'] } as const

/** A run that waits for an answer or an approval, and its status word: whether that is `paused` is not stated. */
export async function asking(t: Trial, agent: Fixture, started?: OwnRun): Promise<Asking> {
  const run = started ?? (await startRun(t, agent))
  const waits = waitsForPerson()
  const view = await awaitRun(t, run, 'a run to wait', one => waits(one) || one.phase === 'ended')
  if (!view?.status || view.phase === 'ended') {
    const what = `a run that waits for a person: that of ${agent.name} was ${view?.status ?? 'never waiting'}`
    throw new Missing(lacks.fixture(agent.name, what))
  }
  t.observe('paused-waiting-status', view.status, view.exchange)
  await listedUnder(t, run, view.status)
  return { run, word: view.status }
}

export interface Asking {
  run: OwnRun
  word: string
}

/** The run, if it still asks, else another: what follows is not judged by a run that a wrong request has moved. */
const stillAsking = async (t: Trial, agent: Fixture, asked: Asking): Promise<Asking> =>
  (await currentRun(t, asked.run)).status === asked.word ? asked : asking(t, agent)

/** Without an answer, the run neither works nor ends. */
async function goesOnWaiting(t: Trial, run: OwnRun, word: string) {
  if (!t.wants('STATE-39')) return
  const view = await leftAlone(t, run, word, 6)
  const sentence = `asking, it was ${word}; left alone, it is ${view.status}`
  if (view.status === word || (isNamed(t, run) && !(await waitsAgain(t, run))))
    t.expect('state-stays', 'STATE-39', view.status === word, sentence, view.exchange)
}

/** Whether a run that no longer waits comes to wait again: it may have waited for something else before. */
export async function waitsAgain(t: Trial, run: OwnRun): Promise<boolean> {
  const waits = waitsForPerson()
  const isOver = ({ phase }: CurrentRun) => phase === 'ended'
  const view = await awaitRun(t, run, 'a run to wait again or to end', one => waits(one) || isOver(one))
  return view !== undefined && !isOver(view)
}

/** Left alone, and after bodies that fail validation, the run goes on waiting. */
async function refusesWrongAnswers(t: Trial, { run, word }: Asking, ids: readonly string[], right: Json) {
  await goesOnWaiting(t, run, word)
  const rows = subjectsOf('respondToRun').filter(row => ids.includes(row.id))
  const options = { path: { run_id: run.id, agent_id: run.agent } }
  const holds = async () => (await currentRun(t, run)).status === word
  await refuses(t, 'respondToRun', rows, { options, right, accepted: () => true, holds })
}

/** After answers of the wrong kind, empty ones among them, whatever the reply, the run keeps waiting. */
async function stillWaits(t: Trial, id: string, { run, word }: Asking, bodies: Json[], agent: Fixture) {
  for (const body of t.wants(id) ? bodies : []) {
    const reply = await act(t, 'respondToRun', run, { body })
    await t.sleep(1)
    const { status, exchange } = await settledRun(t, run, isCalled(word))
    t.observe('respond-mismatch', String(reply.status), reply)
    const sentence = `after ${JSON.stringify(body)} alone, which answered ${reply.status}, the run is ${status}`
    const lack = lacks.fixture(agent.name, `an agent that is known to ask for that: ${sentence}`)
    // An unnamed agent may ask for something else each time.
    if (status !== word && (!isNamed(t, run) || (await waitsAgain(t, run))))
      t.notExercised(id, lack, reply, exchange)
    else t.expect('move-refused', id, status === word, sentence, reply, exchange)
    if (status !== word) return false
  }
  return true
}

/** The run must leave the pause and work, or have finished; it may ask again. */
async function goesOn(t: Trial, id: string, run: OwnRun, word: string, reply: Exchange) {
  const moved = ({ status, phase, summary }: CurrentRun) =>
    summary !== undefined || (status !== word && (phase === 'running' || phase === 'waiting'))
  // What works may fail before the next read, under whatever word.
  const failed = ({ status = '', phase }: CurrentRun) =>
    (phase === 'ended' || phase === 'unknown') && ![word, 'cancelled', 'stopped'].includes(status)
  const byItself = (view: CurrentRun) =>
    view.status === word ? wasAnotherQuestion(t, run, word, reply) : failed(view)
  return (await arrives(t, id, run, reply, 'the answered run to go on', moved, byItself)) !== undefined
}

/** Whether another answer of the same kind lets the run go on: it had gone on with the first one, and asked again at once. */
async function wasAnotherQuestion(t: Trial, run: OwnRun, word: string, reply: Exchange) {
  await onceUnlocked(t, run, await sendAgain(t, run, reply))
  return (await awaitSoon(t, run, 'the run to go on', one => one.status !== word)) !== undefined
}

/** The summary contains what was given, or some of its parts, if the fixture agent repeats it. */
async function reaches(
  t: Trial,
  id: string,
  agent: Fixture,
  run: OwnRun,
  given: readonly string[],
  reply: Exchange,
) {
  const ended = (one: RunView) => one.summary !== undefined || one.phase === 'ended'
  const end = await awaitRun(t, run, 'the answered run to finish', ended)
  if (!end) return t.notExercised(id, 'the answered run to finish in time')
  if (isFinishedWord(t, end.status)) {
    const { summary, exchange } = await settledRun(t, run, one => one.summary !== undefined)
    const has = `the run that was answered is ${end.status} and has ${summary === undefined ? 'no' : 'a'} summary`
    t.expect('stated-member', 'RUN-02', summary !== undefined, has, end.exchange, exchange)
  }
  const repeated = given.find(one => mentions(end.record, one, true))
  if (repeated !== undefined)
    return t.met('reaches-agent', id, `the run repeats ${repeated}`, reply, end.exchange)
  const summaryText = t.quote(end.summary, 200)
  const says = `the agent, which repeats the answer, was given ${given.join(' and ')} and says ${summaryText}`
  const lack = `an agent that repeats the answer in its summary: it says ${summaryText}`
  if (agent.repeats && end.summary !== undefined && isFinishedWord(t, end.status))
    t.violated('reaches-agent', id, says, reply, end.exchange)
  else t.notExercised(id, lacks.repeats(agent.name, lack), end.exchange)
}

const NULLABLE: Readonly<Record<string, string>> = {
  answer: 'RESPOND-01',
  values: 'RESPOND-03',
  decisions: 'RESPOND-05',
}

/** What answers, and null for all else. */
const besideNulls = (given: Json): Json => ({
  ...Object.fromEntries(Object.keys(NULLABLE).map(name => [name, null])),
  ...given,
})

/**
 * The answer with nulls was refused as invalid: sending it once more, and then with fewer of them, shows whether the nulls are
 * the reason.
 */
async function withoutNulls(
  t: Trial,
  run: OwnRun,
  given: Json,
  first: Exchange,
  options: CallOptions = {},
): Promise<Exchange> {
  const all = besideNulls(given)
  const nulls = Object.keys(all).filter(name => all[name] === null)
  for (const body of [all, ...nulls.map(name => ({ ...given, [name]: null })), given]) {
    const reply = await act(t, 'respondToRun', run, { ...options, body })
    if (isRefusal(reply)) continue
    const guilty = nulls.filter(name => !(name in body)).map(name => NULLABLE[name]!)
    const sentence = `refused with ${first.status} beside the nulls, the answer is taken with ${JSON.stringify(Object.keys(body))}`
    // Another refusal may be of a lock.
    if (guilty.length > 0 && first.status === 422) t.violated('accepts-value', guilty, sentence, first, reply)
    return reply
  }
  return first
}

const BODY_ROWS = ['RESPOND-02', 'RESPOND-07', 'RESPOND-08', 'ERR-06']

const text = scenario({
  id: 'runs/ask-text',
  title: 'A free-text question is answered with answer, and with nothing else',
  requirements: [
    ...['STATE-39', 'STATE-44', 'STATE-40', 'STATE-42', 'RUN-07', 'RESPOND-03', 'RESPOND-05', 'RESPOND-06'],
    ...['AUTH-07', 'AUTH-08', 'RUN-02', 'RUN-15', ...BODY_ROWS],
    ...refusalsIn('finished'),
    ...accessRows('respondToRun', 'VIS-05'),
  ],
  needs,
  cost: { requests: 60, runs: 2, seconds: 30 },
  async run(t) {
    const agent = await runner(t, 'agent-asks-text')
    const asked = await asking(t, agent)
    await refusesWrongAnswers(t, asked, BODY_ROWS, { answer: 'right' })
    const still = await stillAsking(t, agent, asked)
    const { run, word } = still
    const wrong = [{ values: { answer: 'in a field' } }, { values: {} }]
    if (!(await stillWaits(t, 'STATE-44', still, wrong, agent))) return
    const given = `${agent.answer ?? 'heron'}-${t.context.nonce}`
    const body = besideNulls({ answer: given })
    const single = t.keys.home('agents:run').find(key => key.declared && key.scopes.size === 1)
    const first = await refusesOtherCallers(t, 'respondToRun', {
      options: { path: { run_id: run.id, agent_id: run.agent }, body },
      ...unchanged(t, run, word),
      ...(!isNamed(t, run) && { unchanged: [] }),
      right: key => act(t, 'respondToRun', run, { body, key: single ?? key }),
    })
    const reply =
      first.status !== 422
        ? first
        : await withoutNulls(t, run, { answer: given }, first, single ? { key: single } : {})
    const answered = `a key with agents:run alone answered a question: ${reply.status}`
    const more = single && (await servedWithMore(t, single, run, word, given, reply))
    if (!single) t.notExercised('AUTH-08', lacks.nothingBut('agents:run'))
    else if (isServed(reply)) t.met('scope-suffices', 'AUTH-08', answered, reply)
    else if (!t.isDecided('AUTH-08'))
      t.notExercised('AUTH-08', `an answer that is served: ${answered}`, reply)
    const taken = more ?? reply
    if (isRefusal(taken)) return await refusedAnswer(t, run, word, { answer: given }, taken)
    const rows = more ? ['RUN-07'] : ['RUN-07', 'RESPOND-03', 'RESPOND-05']
    if (!t.served(rows, taken) || !t.answered('STATE-40', taken)) return
    if (await goesOn(t, 'STATE-40', run, word, taken))
      await reaches(t, 'STATE-42', agent, run, [given], taken)
    await refusesFinished(t, run)

    if (!t.wants('RESPOND-06', 'STATE-42')) return
    const { run: second, word: again } = await asking(t, agent)
    const empty = await act(t, 'respondToRun', second, { body: { answer: given, decisions: [] } })
    if (isServed(empty)) {
      t.met('accepts-value', 'RESPOND-06', 'an answer beside an empty list of decisions answered 200', empty)
      if (await goesOn(t, 'STATE-40', second, again, empty))
        await reaches(t, 'STATE-42', agent, second, [given], empty)
      return
    }
    const plain = await act(t, 'respondToRun', second, { body: { answer: given } })
    const sentence = `an answer beside an empty list of decisions answered ${empty.status}, the answer alone ${plain.status}`
    // An empty list is a stated type: it may contradict the answer, but it is valid.
    if (empty.status === 422 && isServed(plain))
      t.violated('accepts-value', 'RESPOND-06', sentence, empty, plain)
    else t.notExercised('RESPOND-06', sentence, empty, plain)
    if (isServed(plain)) await goesOn(t, 'STATE-40', second, again, plain)
  },
})

/**
 * The answer as another key of the same person was served it, which the key with agents:run alone was refused twice. It is
 * for the scope only where the refusals say so: a run may be locked for a moment.
 */
async function servedWithMore(
  t: Trial,
  single: Key,
  run: OwnRun,
  word: string,
  answer: string,
  refused: Exchange,
): Promise<Exchange | undefined> {
  const more = t.keys.wider('agents:run', single)
  if (!more || !isRefusal(refused) || (await currentRun(t, run)).status !== word) return undefined
  const again = await act(t, 'respondToRun', run, { body: { answer }, key: single })
  const once = 'a key with agents:run alone, asked again, answered a question: 200'
  if (isServed(again)) t.met('scope-suffices', 'AUTH-08', once, again)
  if (!isRefusal(again)) return again
  const served = await act(t, 'respondToRun', run, { body: { answer }, key: more })
  if (!isServed(served)) return undefined
  const sentence = `an answer with key ${single.name}, which has agents:run alone, answered ${refused.status} and ${again.status}, with key ${more.name} of the same person ${served.status}`
  if (isForScope(t, again)) t.violated('scope-suffices', 'AUTH-08', sentence, refused, again, served)
  return served
}

/** An empty wallet or a cap may refuse an answer; it is a violation where a start of the agent is served beside it. */
async function refusedAnswer(
  t: Trial,
  run: OwnRun,
  word: string,
  body: Json,
  first: Exchange,
  ids = ['RUN-07', 'STATE-40'],
) {
  const now = await currentRun(t, run)
  if (now.status !== word)
    return t.notExercised(ids, `a run that asks: it is ${now.status}`, first, now.exchange)
  await servedBesideStarts(t, ids, `respond with ${Object.keys(body).join()}`, run, first)
}

const fields = scenario({
  id: 'runs/ask-fields',
  title: 'A question with fields is answered with values, and with nothing else',
  requirements: [
    ...['STATE-39', 'STATE-41', 'STATE-43', 'STATE-45', 'RESPOND-01', 'RESPOND-04', 'RESPOND-05'],
    ...['RUN-02', 'RUN-15'],
    ...refusalsIn('finished'),
  ],
  needs,
  cost: { requests: 30, runs: 1, seconds: 30 },
  async run(t) {
    const agent = await runner(t, 'agent-asks-fields')
    const asked = await asking(t, agent)
    const values = agent.values ?? fieldsAsked((await currentRun(t, asked.run)).record, t.context.nonce)
    const unknown = lacks.fixture('agent-asks-fields', 'the fields that are asked, in values of the fixture')
    if (!values) return t.notExercised(['STATE-41', 'STATE-43', 'RESPOND-01'], unknown)
    await refusesWrongAnswers(t, asked, ['RESPOND-04'], { values })
    const still = await stillAsking(t, agent, asked)
    const { run, word } = still
    const wrong = [{ answer: 'a plain word' }, { answer: '' }]
    if (!(await stillWaits(t, 'STATE-45', still, wrong, agent))) return
    const first = await act(t, 'respondToRun', run, { body: besideNulls({ values }) })
    t.refusedByScope(first)
    const reply = isRefusal(first) ? await withoutNulls(t, run, { values }, first) : first
    if (reply.status === 422 && !agent.values) {
      const lack = lacks.fixture('agent-asks-fields', 'values that fit the question, in the fixture')
      return t.notExercised(['STATE-41', 'STATE-43', 'RESPOND-01'], lack, reply)
    }
    if (isRefusal(reply))
      return await refusedAnswer(t, run, word, { values }, reply, ['RESPOND-01', 'STATE-41'])
    const taken = reply === first ? ['RESPOND-01', 'RESPOND-05'] : ['RESPOND-01']
    if (!t.isViolated('RESPOND-01') && !t.served(taken, reply)) return
    if (!t.answered('STATE-41', reply)) return
    if (!(await goesOn(t, 'STATE-41', run, word, reply))) return
    const given = Object.values(values).flatMap(one => (typeof one === 'string' && one.length > 2 ? one : []))
    if (given.length > 0) await reaches(t, 'STATE-43', agent, run, given, reply)
    else t.notExercised('STATE-43', 'a text among the values')
    await refusesFinished(t, run)
  },
})

export const askScenarios: readonly Scenario[] = [text, fields]
