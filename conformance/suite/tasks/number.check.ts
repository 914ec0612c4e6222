/** The number of a task, under whatever name, and which task it resolves to. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isObject, type Json, places } from '../../extract/find-value.ts'
import { idOf } from '../../extract/record.ts'
import { boardOf, REFERENCE, statusOf, taskIn } from '../../extract/task-record.ts'
import { type Exchange, isRefusal } from '../../requirements/exchange.ts'
import { ignoreMissing, lacks } from '../../requirements/missing.ts'
import { isKept } from '../own-records/lost-writes.ts'
import { existingTasks, secondBoard, statusWords, tasksOnAllPages } from './existing-tasks.ts'
import { hasBegun, makeTask, moveTo, type OwnTask, readTask } from './own-task.ts'

export const numberScenario = scenario({
  id: 'tasks/number',
  title: 'A task is found by its number, with and without the prefix of its board, and starts in the backlog',
  requirements: ['TASK-01', 'TASK-03', 'TASK-07', 'TASK-08', 'TASK-33'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 40 },
  writes: true,
  async run(t) {
    const board = t.target.fixtures.get('board')
    const named = board?.prefix === undefined ? {} : { board_id: board.id }
    const makeFirst = (some: Json) => makeTask(t, 'with a number, to be deleted', some)
    // The board may not take tasks of this key.
    const onBoard = await makeFirst(named).catch(ignoreMissing)
    const fields = onBoard ? named : {}
    const other = onBoard ?? (await makeFirst({}))
    const beside = await makeTask(t, 'with the next number', fields)
    // A number that is given again must not be one that an older task has.
    await t.call('deleteTask', { path: { task_id: other.id } })
    const task = await makeTask(t, 'with a number of its own', fields)
    await t.readOnceShown('getTask', { path: { task_id: task.id } })
    await startsInBacklog(t, task, beside)
    const all = numbersIn(task.record)
    // What another task shows as well, such as the key of their board, is certainly no number of one of them.
    const own = {
      ...membersUnlike(task.record, beside.record),
      ...membersUnlike(task.record, other.record),
    }
    // An id of digits is no number, unless the task shows no other.
    const others = all.filter(one => one !== task.id || isTheNumber(own, one))
    const candidates = others.length > 0 ? others : all
    if (candidates.length === 0) {
      const sentence = 'the created task shows no number under any name'
      if (mayShowNumber(task.record)) t.notExercised('TASK-03', `a number under a usual name: ${sentence}`)
      else t.violated('stated-member', 'TASK-03', sentence, task.exchange)
      return
    }
    const isReference = (one: string) => /-\d+$/.test(one) && isTheNumber(own, one)
    const found: string[] = []
    const statuses: number[] = []
    const bareOne = onlyOf(own, candidates.filter(isBare))
    for (const candidate of candidates.slice(0, 6)) {
      // A new task may be there a moment later. A bare number may be ambiguous for good.
      const { reply, id } = await resolve(t, candidate, isReference(candidate) ? task.id : undefined)
      t.refusedByScope(reply)
      statuses.push(reply.status)
      const same = id === task.id
      if (isBare(candidate) && (same || candidate === bareOne)) bare(t, candidate, same, reply, task.record)
      if (!same) continue
      found.push(candidate)
      const ids = ['TASK-03', 'TASK-33', ...(/-/.test(candidate) ? ['TASK-07'] : [])]
      t.met('same-record', ids, `${candidate} resolves to the task`, reply)
    }
    const shown = found.find(isReference) ?? onlyOf(own, candidates.filter(isReference))
    const composed = shown ?? compose(t, task.record, found.find(isBare) ?? bareOne)
    const lack =
      board?.prefix === undefined
        ? lacks.fixture('board', 'the prefix of the board')
        : `the number and the board of a task under usual names: one on the board ${board.id} was made`
    if (composed === undefined) t.notExercised('TASK-07', lack)
    else {
      const { reply, id } = await resolve(t, composed, task.id)
      const sentence = `${composed} answered ${reply.status} with the task ${id}, ${task.id} has that number`
      t.expect('same-record', ['TASK-07', 'TASK-33'], id === task.id, sentence, reply)
      if (id === task.id) found.push(composed)
    }
    if (composed !== undefined && found.includes(composed)) await ofOthers(t, task.record, composed)
    if (candidates.some(isReference) && !statuses.includes(200)) {
      const none = `no reference of the new task resolves: ${candidates.join(', ')} answered ${statuses.join(', ')}`
      t.violated('stated-status', 'TASK-33', none)
    }
    await wrongReferences(t, task, composed ?? found[0])
    const { reply: wrong } = await resolve(t, NO_NUMBER)
    t.observe('task-reference-unknown', String(wrong.status), wrong)
    const certain = [shown, bareOne].filter(one => one !== undefined && found.includes(one))
    await ofSubTask(t, task, certain as string[])
    if (shown !== undefined && found.includes(shown)) await afterChanges(t, task, shown)
  },
})

/** Asks for a reference, until it resolves to the wanted task; the id of the task that it resolves to. */
function resolve(t: Trial, ref: string, wanted?: string) {
  const look = async () => {
    const reply = await t.call('getTaskByNumber', { path: { ref } })
    return { reply, id: reply.status === 200 ? idOf(taskIn(reply.json), 'task') : undefined }
  }
  const isRight = (one: { id: string | undefined }) => wanted === undefined || one.id === wanted
  return t.settled('the reference to resolve', look, isRight)
}

/** The members that differ, also within objects. */
const membersUnlike = (record: Json, other: Json): Json =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const theirs = other[name]
      if (isObject(value) && isObject(theirs)) return [[name, membersUnlike(value, theirs)]]
      return JSON.stringify(value) === JSON.stringify(theirs) ? [] : [[name, value]]
    }),
  )

const memberWith = (record: Json, reference: string) =>
  [...places(record, 3)].find(({ name, value }) => name !== 'id' && textOf(value) === reference)?.path

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/^#/, '') : undefined

const textAt = (record: Json | undefined, member: string | undefined) => textOf(valueAt(record, member))

const valueAt = (record: Json | undefined, member: string | undefined) =>
  [...places(record ?? {}, 3)].find(one => one.path === member)?.value

/**
 * What a sub-task shows in the member that holds the number of its parent resolves to the sub-task. A bare number may be
 * ambiguous: only a task that shows another number there is a wrong one.
 */
async function ofSubTask(t: Trial, parent: OwnTask, numbers: readonly string[]) {
  const fields = { parent_task_id: parent.id }
  const child = await makeTask(t, 'below the one with a number', fields).catch(ignoreMissing)
  for (const number of child ? numbers : []) {
    const member = memberWith(parent.record, number)
    // A count or a code may happen to be the same.
    if (isBare(number) && member !== 'number') continue
    const ref = textAt(child?.record, member)
    const isAlike = ref !== undefined && /^(.+-)?\d+$/.test(ref) && isBare(ref) === isBare(number)
    if (ref === number && child) await sharesNumber(t, parent, child, { member, number })
    if (!isAlike || ref === number) continue
    const { reply, id } = await resolve(t, ref, child?.id)
    const theirs = textAt(taskIn(reply.json), member)
    const isOther = id !== undefined && theirs !== undefined && theirs !== ref
    const sentence = `${ref}, which a sub-task shows, answered ${reply.status} with the task ${id}; the sub-task is ${child?.id}`
    if (!isBare(ref)) t.expect('same-record', 'TASK-07', id === child?.id, sentence, reply)
    else if (id === child?.id || isOther)
      t.expect('same-record', ['TASK-08', 'TASK-33'], id === child?.id, sentence, reply)
  }
}

/** Two tasks of one board have two numbers, by which each is found; a task may show a number under another name as well. */
async function sharesNumber(
  t: Trial,
  parent: OwnTask,
  child: OwnTask,
  { member, number }: { member: string | undefined; number: string },
) {
  const look = async () => ({ above: await readTask(t, parent.id), below: await readTask(t, child.id) })
  const isSame = (record: Json) => textAt(record, member) === number
  const { above, below } = await t.settled('the sub-task to show its number', look, one => !isSame(one.below))
  const isOneBoard = !isBare(number) || (boardOf(above) ?? '') === boardOf(below)
  const others = numbersIn(below).filter(one => !numbersIn(above).includes(one))
  if (!isSame(above) || !isSame(below) || !isOneBoard || others.length > 0) return
  const { reply, id } = await resolve(t, number)
  const sentence = `${number} is shown by the task ${parent.id} and its sub-task ${child.id}, and answered ${reply.status} with the task ${id}`
  t.violated('same-record', ['TASK-03', 'TASK-33'], sentence, parent.exchange, child.exchange, reply)
}

/** After a move to another board, and to another column, the reference that the task then shows resolves to it. */
async function afterChanges(t: Trial, { id, record }: OwnTask, reference: string) {
  const member = memberWith(record, reference)
  const path = { task_id: id }
  const board = await secondBoard(t, boardOf(record))
  const changes: [string, string, Json][] = [
    ['updateTask', 'another title', { title: t.name('with another title') }],
    ...(board === undefined
      ? []
      : [['updateTask', 'another board', { board_id: board }] as [string, string, Json]]),
    ['setTaskStatus', 'the column of done tasks', { status: 'done' }],
  ]
  for (const [operation, where, body] of changes) {
    const change = await t.call(operation, { path, body })
    if (change.status !== 200) continue
    const [[field, value] = ['', undefined]] = Object.entries(body)
    const look = async () => {
      const read = await t.need('getTask', { path })
      const ref = valueAt(taskIn(read.json), member)
      if (typeof ref !== 'string' || !/-\d+$/.test(ref)) return undefined
      const { reply, id: found } = await resolve(t, ref)
      // What is read by the number is of the same moment as what is read by the id.
      const [shown, known] = [reply, read].map(one => isKept(taskIn(one.json) ?? {}, field, value))
      return { read, ref, reply, is: found === id, isOld: found === id && known === true && shown === false }
    }
    const last = await t.settled('the reference to resolve', look, one => one?.is !== false && !one?.isOld)
    if (last === undefined) continue
    const old = `changed to ${JSON.stringify(body)}, the task has another ${field} where it is read by ${last.ref}`
    if (last.isOld) t.violated('same-record', 'TASK-33', old, change, last.read, last.reply)
    const sentence = `${last.ref}, which the task shows after its change to ${where}, answered ${last.reply.status}${last.is ? ' with the task' : ''}`
    t.expect('same-record', 'TASK-07', last.is, sentence, change, last.read, last.reply)
  }
}

/**
 * What another task shows in the member that holds the reference of the own task resolves to it, or its number behind the
 * prefix of its board: a short one above all, with which others may begin.
 */
async function ofOthers(t: Trial, own: Json, reference: string) {
  const member = memberWith(own, reference)
  const number = /\d+$/.exec(reference)?.[0]
  const numbered = [...numberMembers(own)].find(path => textAt(own, path) === number)
  const shownIn = (record: Json) =>
    member === undefined
      ? boardOf(record) && compose(t, record, textAt(record, numbered))
      : valueAt(record, member)
  const length = (record: Json) => String(shownIn(record) ?? own.title).length
  const all = (await tasksOnAllPages(t)).toSorted((a, b) => length(a) - length(b))
  const boards = Map.groupBy(all, one => boardOf(one) ?? '')
  boards.delete('')
  for (const [board, tasks] of [...boards].slice(0, 4)) {
    for (const record of tasks.slice(0, 2)) {
      const id = idOf(record, 'task')
      if (id === undefined) continue
      const path = { task_id: id }
      const refIn = ({ json }: Exchange) => shownIn(taskIn(json) ?? {})
      const before = await t.call('getTask', { path })
      const ref = refIn(before)
      if (typeof ref !== 'string' || !/-\d+$/.test(ref)) continue
      const { reply, id: shown } = await resolve(t, ref)
      const after = await t.call('getTask', { path })
      // It may be deleted or moved meanwhile.
      if (before.status !== 200 || after.status !== 200 || refIn(after) !== ref) continue
      const sentence = `${ref}, which a task of the board ${board} shows, answered ${reply.status}${shown === undefined ? '' : ` with the task ${shown}`}`
      t.expect('same-record', 'TASK-07', shown === id, sentence, before, reply, after)
    }
  }
}

/** The number behind a prefix without a board, the right prefix with a number without a task, and prefixes of other boards. */
async function wrongReferences(t: Trial, { id, record }: OwnTask, right: string | undefined) {
  const [, own, number] = /^(?:(.+)-)?(\d+)$/.exec(right ?? '') ?? []
  if (number === undefined) return
  const wrong = [
    ['TASK-07', `QXZWV-${number}`],
    ...(own === undefined ? [] : [['TASK-07', `${own}-${NO_NUMBER}`] as const]),
    ['TASK-08', NO_NUMBER],
  ] as const
  for (const [requirement, ref] of wrong) {
    const { reply, id: shown } = await resolve(t, ref)
    const sentence = `${ref}, which no task has, answered ${reply.status} with the task ${shown}`
    if (shown !== undefined || reply.status === 500) t.violated('not-there', requirement, sentence, reply)
  }
  for (const prefix of prefixesBeside(t, record, await existingTasks(t)).filter(one => one !== own)) {
    const found = await resolve(t, `${prefix}-${number}`)
    const sentence = `${prefix}-${number} is of another board and resolves to the task ${id}`
    if (found.id === id) t.violated('same-record', 'TASK-07', sentence, found.reply)
  }
}

const NO_NUMBER = '987654321'

async function startsInBacklog(t: Trial, task: OwnTask, beside: OwnTask) {
  const [first, second] = [task, beside].map(({ record }) => statusOf(record))
  if (first === undefined) return t.notExercised('TASK-01', 'the created task shows no status')
  const named = (await statusWords(t)).find(saysBacklog)
  const isThere = named && (saysBacklog(first) || (await moveTo(t, beside.id, named)).status === 200)
  // The board of the task may have columns of its own, and no backlog of that name.
  const backlog = isThere ? named : undefined
  const wrong = wrongStart(first, second, backlog)
  const start = `new tasks start as ${first}`
  if (wrong === undefined && backlog === undefined)
    t.notExercised('TASK-01', `${start}; whether that is the backlog is not shown`)
  else if (wrong === undefined) t.met('stated-word', 'TASK-01', start, task.exchange)
  else if ((await hasBegun(t, task.id)) || (await hasBegun(t, beside.id)))
    t.notExercised('TASK-01', `a new task that nobody works on: ${wrong}`)
  else t.violated('stated-word', 'TASK-01', wrong, task.exchange, beside.exchange)
}

/** The word for the backlog is not stated, but `done` is none, and a word that says backlog is one. */
function wrongStart(first: string, second: string | undefined, backlog: string | undefined) {
  if (first !== second) return `two new tasks start as ${first} and as ${second}`
  if (first === 'done') return 'new tasks start as done, a stated word for finished tasks'
  if (backlog !== undefined && !saysBacklog(first))
    return `new tasks start as ${first}, though there is a ${backlog}`
  return undefined
}

const saysBacklog = (word: string) => /back.?log/i.test(word)

/** A plain number counts per board: another task may have it, also on a board out of sight, and it may be ambiguous. */
function bare(t: Trial, ref: string, same: boolean, reply: Exchange, own: Json) {
  const { status } = reply
  const record = taskIn(reply.json)
  if (same) return t.met('same-record', ['TASK-08', 'TASK-33'], `${ref} resolves to the task`)
  const lack = `a number that no board out of sight has: ${ref} answered ${status}`
  if (isRefusal(reply)) return t.notExercised('TASK-08', lack, reply)
  if (status >= 500)
    return t.violated('stated-status', 'TASK-08', `the bare number ${ref} answered ${status}`, reply)
  if (status !== 200) return
  const board = record && boardOf(record)
  const shares =
    record !== undefined && numbersIn(record).includes(ref) && (board === undefined || board !== boardOf(own))
  const what = shares ? 'a task of another board with that number' : 'a task that has another number'
  t.expect('same-record', 'TASK-08', shares, `${ref} resolves to ${what}`)
}

/** The prefixes of other boards, by what their tasks and the target show. */
function prefixesBeside(t: Trial, own: Json, tasks: readonly Json[]): string[] {
  const prefixesOf = (task: Json) => numbersIn(task).flatMap(one => /^(.+)-\d+$/.exec(one)?.[1] ?? [])
  const others = tasks.filter(task => boardOf(task) !== boardOf(own))
  const boards = (['board', 'second-board'] as const).flatMap(name => t.target.fixtures.get(name) ?? [])
  // A task may show its board by something else than its id: then the own one may be among these.
  const isKnown = boards.some(({ id }) => id === boardOf(own))
  const prefixes = boards.flatMap(({ id, prefix }) => (isKnown && id !== boardOf(own) && prefix) || [])
  return [...new Set([...others.flatMap(prefixesOf), ...prefixes])]
}

const NAME = /number|^num$|^no$|ref|key|seq|ident|slug|short|human|display|code|handle|label/i

/** Values that may be the number: members with a telling name first, then any reference-like text or integer. */
export function numbersIn(record: Json): string[] {
  const like = [...places(record, 3)].filter(({ name, value }) => {
    if (typeof value === 'number')
      return (
        Number.isInteger(value) &&
        value > 0 &&
        !/_at$|time|version|count|position|order|per_hour|euros|cost|limit/i.test(name)
      )
    return typeof value === 'string' && (REFERENCE.test(value) || (NAME.test(name) && /^#?\d+$/.test(value)))
  })
  const sorted = like.toSorted((a, b) => Number(NAME.test(b.name)) - Number(NAME.test(a.name)))
  const texts = sorted.map(({ value }) => String(value).replace(/^#/, ''))
  return [...new Set(texts.flatMap(text => [text, ...(/-(\d+)$/.exec(text)?.slice(1) ?? [])]))]
}

export const isBare = (ref: string) => /^\d+$/.test(ref)

/** The one that is certainly the number; where several members look like it, none is. */
function onlyOf(record: Json, refs: readonly string[]): string | undefined {
  const [one, another] = refs.filter(ref => isTheNumber(record, ref))
  return another === undefined ? one : undefined
}

/** Whether a number may be there in a form that is not looked for: the name and the letters of a prefix are not stated. */
export const mayShowNumber = (record: Json) =>
  [...places(record, 3)].some(
    ({ name, value }) =>
      !/id$|_at$|time|date|version|count|position|per_hour|euros|cost|limit|title|description/i.test(name) &&
      /\d$/.test(String(value)),
  )

/** Whether the member is certainly the number: by its name, or by a form such as `OPS-12`. A sequence may be another. */
const isTheNumber = (record: Json, ref: string) =>
  [...places(record, 3)].some(({ name, value }) => {
    const text = String(value).replace(/^#/, '')
    if (/^(task_?|board_?)?(number|num|no|short_?id|display_?(id|number))$/i.test(name)) return text === ref
    return NAME.test(name) && REFERENCE.test(text) && (text === ref || text.endsWith(`-${ref}`))
  })

/** The members that are certainly the number. */
export const numberMembers = (record: Json): ReadonlySet<string> =>
  new Set(
    [...places(record, 3)].flatMap(({ path, name, value }) => {
      const text = String(value).replace(/^#/, '')
      return /\d/.test(text) && isTheNumber({ [name]: value }, text) ? [path] : []
    }),
  )

/** The prefix of the board and the number, where the task or the target shows the prefix. */
export function compose(t: Trial, record: Json, number: string | undefined): string | undefined {
  const shown = [...places(record, 3)].find(
    ({ name, value }) => /prefix/i.test(name) && typeof value === 'string',
  )?.value
  const fixture = t.target.fixtures.get('board')
  // The task was made on that board, which it need not show.
  const ofFixture = (boardOf(record) ?? fixture?.id) === fixture?.id ? fixture?.prefix : undefined
  const prefix = (shown as string | undefined) ?? ofFixture
  return number !== undefined && prefix ? `${prefix}-${number}` : undefined
}
