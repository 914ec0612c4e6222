/** Starting a workflow, and its effects. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { eventsOf, isFramed } from '../../extract/event-stream.ts'
import { asId, findLike, findNamed, mentions } from '../../extract/find-value.ts'
import { recordIn, wordIn } from '../../extract/record.ts'
import { mayWait, phaseOf } from '../../extract/run-status.ts'
import { unknownLike } from '../../extract/unknown-id.ts'
import { refuses } from '../../negatives/refusals.ts'
import { idsOf, refusalsOf } from '../../requirements/contract.ts'
import { type Exchange, isForbidden, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks, Missing } from '../../requirements/missing.ts'
import { beginningWith, isServed, servedBeside } from '../../rules/stated-status.ts'
import type { Key } from '../../target/target.ts'
import { accessRows, refusesOtherCallers } from '../access/refused-callers.ts'
import { workflows } from '../discover.ts'
import { chatStream, closedElsewhere, hasEvent } from '../runs/chat-stream.check.ts'
import { finisher } from '../runs/finished-run.ts'
import { startRun } from '../runs/own-run.ts'
import { beginWorkflow, listedRuns, runIds, workflowRunId } from './existing-workflow-runs.ts'
import { totalIn } from './workflow-runs.check.ts'

export const workflowStartScenario = scenario({
  id: 'workflows/start',
  title: 'A workflow is started, is among its runs, and its shared chat can be followed',
  requirements: [
    ...['WF-14', 'WF-15', 'WF-16', 'WF-17', 'WF-19', 'WF-20', 'WF-35', 'EVENT-05', 'VIS-07'],
    ...idsOf(refusalsOf('startWorkflowRun', 'body')),
    ...idsOf(refusalsOf('startWorkflowRun', 'query')),
    ...accessRows('startWorkflowRun', 'VIS-06'),
  ],
  needs: { capability: 'workflows', scopes: ['workflows:run', 'workflows:read'] },
  cost: { requests: 52, runs: 7 },
  writes: true,
  async run(t) {
    const { id, body } = await startable(t)
    const options = { path: { workflow_id: id } }
    await refuses(t, 'startWorkflowRun', refusalsOf('startWorkflowRun', 'body'), { options })
    await refuses(t, 'startWorkflowRun', refusalsOf('startWorkflowRun', 'query'), {
      options,
      ...(body && { right: body }),
    })
    const before = new Set(runIds((await listedRuns(t, options.path)).rows))
    const asOthers = (query: Record<string, boolean>) =>
      refusesOtherCallers(t, 'startWorkflowRun', {
        options: { ...options, query, ...(body && { body }) },
        foreign: ['VIS-06'],
        right: key => beginWorkflow(t, id, query, body, key),
      })
    let counted: Counted | undefined
    for (const other of t.wants('WF-35') ? (await workflows(t)).slice(0, 4) : [])
      counted ??= await countedAlike(t, id, other.id)
    const first = await asOthers({})
    // A draft, an empty wallet or a used-up quota may lawfully refuse a start.
    const unserved = `a start that is served: it answered ${first.status}`
    const begin = (query: Record<string, boolean>, given: unknown) => () => beginWorkflow(t, id, query, given)
    const accepts = async (
      requirement: string,
      what: string,
      send: () => Promise<Exchange>,
      given: unknown = body,
    ) => sharesChat(t, await servedBeside(t, requirement, what, send, begin({}, given), 'accepts-value'))
    const bodiless = begin({}, undefined)
    if (isRefusal(first)) {
      t.notExercised(['WF-14', 'WF-17', 'WF-19', 'WF-20'], unserved, first)
      if (body) t.notExercised('WF-16', unserved, first)
      else if (t.wants('WF-16')) await accepts('WF-16', 'a start without a body', bodiless, {})
      return
    }
    if (!t.served('WF-14', first)) return
    if (!body) t.met('accepts-value', 'WF-16', 'started without a body', first)
    else if (t.wants('WF-16')) await accepts('WF-16', 'a start without a body', bodiless)
    const opened = await opensChat(t, first)
    await amongItsRuns(t, id, first, before)
    if (counted) await growAsOne(t, id, counted, begin({}, body))
    if (opened) await judgeChat(t, id, before, first, opened, begin({}, body))
    if (t.wants('WF-15', 'WF-17', ...accessRows('startWorkflowRun', 'VIS-06'))) {
      const tested = await asOthers({ test: true })
      const send = beginningWith(tested, begin({ test: true }, body))
      // Not everybody who may start a workflow may test it.
      if (!isForbidden(tested)) await accepts('WF-17', 'a start with test=true', send)
    }
    if (t.wants('WF-14', 'WF-15', 'WF-17')) {
      // What an object has to hold is not stated: where an empty one is refused, the start is sent without it.
      const untested = begin({ test: false }, body)
      const empty = body ? undefined : await begin({ test: false }, {})()
      const isTaken = empty && !isRefusal(empty) && t.served('WF-14', empty)
      await accepts('WF-17', 'a start with test=false', isTaken ? beginningWith(empty, untested) : untested)
    }
    if (!body && t.wants('WF-17')) {
      // What a body holds is not stated: one that is refused is refused without a test, too.
      const given = { input: 'Reply with one short sentence.' }
      const send = begin({ test: true }, given)
      const tested = await send()
      if (isServed(tested) || isServed(await begin({ test: true }, undefined)()))
        await accepts('WF-17', 'a start with test=true and a body', beginningWith(tested, send), given)
    }
    if (t.wants('WF-15', 'WF-17', 'WF-19')) await grouped(t, id, body)
  },
})

/** The number that the summaries of two workflows count alike, and the runs that the other one lists. */
async function countedAlike(t: Trial, workflow: string, other: string) {
  const { rows, exchange, ended } = await listedRuns(t, { workflow_id: other })
  const listed = runIds(rows).toSorted().join(' ')
  if (!ended || listed === '' || other === workflow) return undefined
  const words = new Set(rows.flatMap(row => wordIn(row) ?? []))
  const [own, theirs] = [await summary(t, workflow), await summary(t, other)]
  const [total, same] = [own, theirs].map(one => (isServed(one) ? totalIn(one.json, words) : undefined))
  const replies = [own, theirs, exchange]
  return total !== undefined && total === same ? { other, total, listed, replies } : undefined
}

const summary = (t: Trial, workflow_id: string) => t.call('getWorkflowRunsSummary', { path: { workflow_id } })

type Counted = NonNullable<Awaited<ReturnType<typeof countedAlike>>>

/** Twice both summaries come to the same number again once runs of the one are started, though the other lists no other run. */
async function growAsOne(t: Trial, workflow: string, first: Counted, begin: () => Promise<Exchange>) {
  // One that is a step of the other runs with it.
  const own = await t.call('getWorkflow', { path: { workflow_id: workflow } })
  if (!isServed(own) || mentions(own.json, first.other)) return
  const grown = ({ other, total, listed }: Counted) =>
    t.until('the summary to grow', t.target.pace.lateSeconds, async () => {
      const now = await countedAlike(t, workflow, other)
      return now && now.total > total && now.listed === listed ? now : undefined
    })
  const second = await grown(first)
  const third = second && isServed(await begin()) ? await grown(second) : undefined
  if (!second || !third) return
  const all = [first, second, third]
  const sentence = `the summaries of two workflows count ${all.map(({ total }) => total).join(', then ')} runs alike while runs of one are started, and ${first.other} lists the same runs all the time`
  t.violated('own-figures', 'WF-35', sentence, ...all.flatMap(({ replies }) => replies))
}

/** The run that the reply to a start names. */
const startedRun = ({ json }: Exchange): string | undefined =>
  asId(findNamed(json, 'run_id')?.value) ??
  asId(findNamed(json, 'workflow_run_id')?.value) ??
  asId(recordIn(json, ['run', 'workflow_run'])?.id)

/** Every start that is served names the chat. */
function sharesChat(t: Trial, started: Exchange): string | undefined {
  if (!isServed(started)) return undefined
  const chat = asId(findNamed(started.json, 'shared_chat_id')?.value)
  const { search } = new URL(started.url)
  const sentence = `the reply to a start${search && ` with ${search}`} carries ${chat ? `shared_chat_id ${chat}` : 'no shared_chat_id'}`
  t.expect('stated-member', 'WF-15', chat !== undefined, sentence, started)
  return chat
}

/** The fixture; without one, the first workflow that can be started: drafts are refused. */
async function startable(t: Trial): Promise<{ id: string; body?: Record<string, unknown> }> {
  const fixture = t.target.fixtures.get('workflow')
  if (fixture?.id) return fixture
  for (const { id } of (await workflows(t)).slice(0, 3))
    for (const body of [undefined, {}])
      if ((await beginWorkflow(t, id, {}, body)).status === 202) return { id, ...(body && { body }) }
  throw new Missing(lacks.fixture('workflow', 'a workflow that may be started'))
}

/**
 * The form of a group is not stated: an invented one may be refused; an accepted one shows in runs that show groups.
 */
async function grouped(t: Trial, workflow: string, body: unknown) {
  const path = { workflow_id: workflow }
  const named = t.target.fixtures.get('group')?.id
  const group = named || unknownLike(workflow)
  const before = new Set(runIds((await listedRuns(t, path)).rows))
  const send = () => beginWorkflow(t, workflow, { group_id: group }, body)
  const plain = named ? () => beginWorkflow(t, workflow, {}, body) : undefined
  const what = `a start with group_id ${group}`
  const exchange = await servedBeside(t, 'WF-19', what, send, plain, 'accepts-value')
  if (sharesChat(t, exchange) === undefined) return
  const row = await t.until('the run of the group to be listed', t.target.pace.lateSeconds, async () =>
    (await listedRuns(t, path)).rows.find(one => !before.has(workflowRunId(one) ?? '')),
  )
  const shown = findLike(row, /^group_?id$/i, value => value !== null && typeof value !== 'object')
  const isFresh =
    row !== undefined && exchange.json !== undefined && mentions(exchange.json, workflowRunId(row) ?? '')
  const sentence = `${what}; the run shows ${shown?.path} ${t.quote(shown?.value)}`
  if (named && shown && isFresh && asId(shown.value) !== group)
    t.violated('keeps-value', 'WF-19', sentence, exchange)
}

async function amongItsRuns(t: Trial, workflow: string, started: Exchange, before: Set<string>) {
  if (!t.wants('WF-20')) return
  const named = startedRun(started)
  const found = await t.until('the workflow run to be listed', t.target.pace.lateSeconds, async () => {
    const { rows, exchange, ended } = await listedRuns(t, { workflow_id: workflow })
    // The reply may name something else than the run: a job, or the run of a step.
    const id = runIds(rows).find(one => one === named) ?? runIds(rows).find(one => !before.has(one))
    if (id !== undefined) return { id, exchange }
    return !ended || rows.some(row => workflowRunId(row) === undefined) ? { exchange } : undefined
  })
  if (found && found.id === undefined) return t.notExercised('WF-20', lacks.id('run'), found.exchange)
  const none = 'the started run is not among the runs of its workflow'
  if (found === undefined) return t.violated('lists-visible', 'WF-20', none, started)
  const { id, exchange } = found
  t.met('lists-visible', 'WF-20', `the run ${id} is among the runs of its workflow`, started, exchange)
  const other = (await workflows(t)).find(({ id }) => id !== workflow)
  if (!other || id.length < 8) return
  const others = await listedRuns(t, { workflow_id: other.id })
  const strange = runIds(others.rows).includes(id)
  const sentence = `the run ${id} is ${strange ? '' : 'not '}among the runs of the workflow ${other.id}`
  t.expect('filter-satisfied', 'WF-20', !strange, sentence, exchange, others.exchange)
}

const streamed = (t: Trial, chat_id: string, key: Key) =>
  chatStream(t, { path: { chat_id }, key, stop: hasEvent, timeoutSeconds: 8 })

/**
 * The interface has one path for such a connection, so the key follows a chat that the workflow started. It is closed to
 * other tenants, as is that of a run.
 */
async function opensChat(t: Trial, started: Exchange) {
  const chat = sharesChat(t, started)
  const isAbsent = t.target.absent.has('streams')
  if (isAbsent) t.notExercised('EVENT-05', 'streams are declared absent')
  if (isAbsent || chat === undefined || !t.wants('EVENT-05', 'VIS-07')) return undefined
  const starter = t.keys.named(started.key) ?? t.keys.with('workflows:run')
  // The scope of the stream is not stated: a key of the same person with more scopes may be needed.
  const first = await streamed(t, chat, starter)
  const key = (isRefusal(first) && t.keys.wider('workflows:run', starter)) || starter
  const exchange = key === starter ? first : await streamed(t, chat, key)
  if (isServed(exchange))
    await closedElsewhere(t, chat, startedRun(started) ?? chat, started).catch(ignoreMissing)
  return { key, exchange }
}

/**
 * How long a chat is there is not stated: where it is refused, that of a new run is followed, which is at work before and
 * after. One that comes to a gate goes on until a person decides.
 */
async function judgeChat(
  t: Trial,
  workflow: string,
  before: ReadonlySet<string>,
  started: Exchange,
  { key, exchange: first }: { key: Key; exchange: Exchange },
  begin: () => Promise<Exchange>,
) {
  let exchange = first
  let isOver = isRefusal(first)
  const gated = t.target.fixtures.get('workflow-with-gate')
  if (isOver) {
    const path = { workflow_id: gated?.id ?? workflow }
    const known = new Set([...before, ...runIds((await listedRuns(t, path)).rows)])
    const again = sharesChat(t, await (gated ? beginWorkflow(t, gated.id, {}, gated.body) : begin()))
    if (again !== undefined) {
      const isAtWork = () => goesOn(t, path.workflow_id, known)
      const hasBegun = await isAtWork()
      exchange = await streamed(t, again, key)
      isOver = isRefusal(exchange) && !(hasBegun && (await isAtWork()))
    }
  }
  const type = exchange.headers['content-type'] ?? 'none'
  const sentence = `followed by who started the run, its shared chat answered ${exchange.status}`
  if (exchange.status !== 200 && !(await followsRuns(t, key)))
    return t.notExercised('EVENT-05', `a key that follows the chat of another run: ${sentence}`, exchange)
  // So a server tells a client of events not to connect again: the run may be over.
  if (exchange.status === 204 || isOver)
    return t.notExercised('EVENT-05', `a chat that goes on: ${sentence}`, exchange)
  if (exchange.status !== 200) return t.violated('stream-delivers', 'EVENT-05', sentence, started, exchange)
  const right = /^text\/event-stream\b/i.test(type) && isFramed(exchange.text)
  const typed = `the shared chat answered with the type ${type}, ${eventsOf(exchange.chunks).length} events`
  t.expect('stream-delivers', 'EVENT-05', right, typed, exchange)
}

/** Whether a run that was not there before is at work: its status says so, or becomes another. */
async function goesOn(t: Trial, workflow_id: string, before: ReadonlySet<string>): Promise<boolean> {
  const look = async () =>
    (await listedRuns(t, { workflow_id })).rows.flatMap(row => {
      const id = workflowRunId(row)
      return id === undefined || before.has(id) ? [] : [{ id, word: wordIn(row) }]
    })
  const first = await look()
  if (first.some(({ word }) => phaseOf(word, false) === 'running' || mayWait(word))) return true
  // A run that the list comes to show says nothing, until its word changes.
  const words = new Map(first.map(({ id, word }) => [id, word]))
  const hasChanged = async () => {
    const now = await look()
    const is = now.some(({ id, word }) => words.has(id) && words.get(id) !== word)
    for (const { id, word } of now) words.set(id, word)
    return is
  }
  return t.comes('the workflow run to go on', hasChanged, t.target.pace.runSeconds)
}

/** Follows a chat of an agent run with the same key, to exclude that the key cannot follow chats at all. */
async function followsRuns(t: Trial, key: Key): Promise<boolean> {
  const run = await startRun(t, await finisher(t))
  return run.chatId !== undefined && (await streamed(t, run.chatId, key)).status === 200
}
