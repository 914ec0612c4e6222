/** Owner filter of the task list: tasks of the person behind the key, or of the requested person. */

import { scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { mentions } from '../../extract/find-value.ts'
import { replyIds } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'
import { assigneeOf } from '../../extract/task-record.ts'
import { ignoreMissing, lacks, Missing } from '../../requirements/missing.ts'
import type { Key } from '../../target/target.ts'
import { queryText } from '../query-text.ts'
import {
  A_PERSON,
  boardId,
  isKnown,
  knownPerson,
  secondBoard,
  seenOnTasks,
  statusWords,
} from './existing-tasks.ts'
import { makeTask, type OwnTask, readTask } from './own-task.ts'
import { findTask, lastingDifference, listedIds, listsOwned, type Query } from './task-pages.ts'

/** A person with a task that they created, and a key of theirs that can read. */
interface Person {
  task: OwnTask
  reader: Key
}

/** How many people create a task. */
const MAX = 4

export const taskOwnerScenario = scenario({
  id: 'tasks/list-by-owner',
  title: 'The task list is that of the person behind the key, or of the person asked for',
  requirements: ['TASK-16', 'TASK-17', 'TASK-18'],
  needs: { capability: 'tasks', scopes: ['tasks:write', 'tasks:read'] },
  cost: { requests: 120 },
  writes: true,
  async run(t) {
    const people = await peopleWithTasks(t)
    const [me] = people
    if (!me) throw new Missing(lacks.key('tasks:read', 'admin', 'a key with tasks:read and tasks:write'))
    for (const person of people) await listsOwn(t, person, people)
    if (people.length === 1)
      t.notExercised('TASK-18', lacks.colleague('a key of another person, whose list of tasks differs'))
    for (const person of people)
      await asksForPerson(t, person, person === me ? people.slice(1) : [me], person !== me)
    for (const { reader } of people) await sameBesideFilters(t, reader)
    for (const person of people.slice(1)) await personBesideFilters(t, person, me)
    if (!t.isDecided('TASK-17')) t.notExercised('TASK-17', A_PERSON)
  },
})

/** People with keys that write and read; the person behind the main key first. */
async function peopleWithTasks(t: Trial): Promise<Person[]> {
  const main = t.keys.with('tasks:write')
  const writers = t.keys.home('tasks:write').filter(one => one.owner !== undefined)
  const others = main.owner === undefined ? [] : writers.filter(one => one.owner !== main.owner)
  const people: Person[] = []
  for (const key of [main, ...new Map(others.toReversed().map(one => [one.owner, one])).values()]) {
    const reader = sameOwner(t, key)
    if (!reader) continue
    const what = key === main ? 'of my own' : 'of another person'
    people.push({ task: await makeTask(t, what, {}, key), reader })
    if (people.length === MAX) break
  }
  return people
}

/** A key of the same person that can read; the same key, if it can. */
const sameOwner = (t: Trial, key: Key): Key | undefined =>
  key.scopes.has('tasks:read')
    ? key
    : t.keys.home('tasks:read').find(one => one.owner === key.owner && key.owner !== undefined)

async function listsOwn(t: Trial, { task, reader }: Person, people: readonly Person[]) {
  const query = { owner: 'me' }
  const by = `to key ${reader.name} owner=me`
  const hasOwn = await listsOwned(t, task, query, reader)
  const sentence = `${by} ${hasOwn ? 'lists' : 'does not list'} a task that this person created`
  if (hasOwn === undefined) t.notExercised('TASK-16', `a task of the person: ${sentence}`)
  else t.expect('lists-visible', 'TASK-16', hasOwn, sentence)
  const others = people.filter(one => one.task.id !== task.id)
  const me = await listedIds(t, query, reader)
  const foreign = others.find(one => me.has(one.task.id))
  // A new task may be given to somebody, and be theirs then.
  const given = foreign && assigneeOf(await readTask(t, foreign.task.id))?.id
  if (typeof given === 'string' && given !== foreign?.reader.personId)
    return t.notExercised('TASK-16', `a task that nobody has: ${foreign?.task.id} is given to ${given}`)
  const holds = `${by} ${foreign ? 'lists' : 'does not list'} a task of another person`
  if (others.length > 0) t.expect('filter-satisfied', 'TASK-16', !foreign, holds)
  const [differs] = await lastingDifference(t, query, {}, reader)
  const lists = `to key ${reader.name} the lists with and without owner=me`
  if (differs !== undefined) t.violated('same-question', 'TASK-18', `${lists} differ in the task ${differs}`)
  else if (others.length > 0)
    t.met('same-question', 'TASK-18', `${lists} hold the same ${me.size} tasks, and none of another person`)
}

/**
 * Beside each filter, too, the list without owner is that of `owner=me`. A page with a task that is not in the whole list of
 * mine is looked at again.
 */
async function sameBesideFilters(t: Trial, reader: Key) {
  const mine = await listedIds(t, { owner: 'me', include_archived: true }, reader)
  for (const filter of await filters(t)) {
    const page = await t.call('listTasks', { key: reader, query: filter })
    if (page.status !== 200 || replyIds(page).every(id => mine.has(id))) continue
    const [differs] = await lastingDifference(t, { ...filter, owner: 'me' }, filter, reader)
    const lists = `to key ${reader.name} the lists of ${queryText(filter)} with and without owner=me`
    if (differs !== undefined)
      return t.violated('same-question', 'TASK-18', `${lists} differ in the task ${differs}`, page)
  }
}

/** Beside each filter, too, the list of a person holds no task that is in my list, and not in that person's without it. */
async function personBesideFilters(t: Trial, { task }: Person, { reader: key }: Person) {
  const { id } = await personBehind(t, task)
  if (id === undefined) return
  const archivedToo = { include_archived: true }
  const whole = async () => ({
    mine: await listedIds(t, { ...archivedToo, owner: 'me' }, key),
    theirs: await listedIds(t, { ...archivedToo, owner: id }, key).catch(ignoreMissing),
  })
  const first = await whole()
  for (const filter of first.theirs ? await filters(t) : []) {
    const query = { ...filter, owner: id }
    const wrongIn = async ({ mine, theirs = mine }: typeof first) => {
      const page = await t.call('listTasks', { key, query })
      const ids = page.status === 200 ? replyIds(page) : []
      return { page, wrong: ids.find(one => mine.has(one) && !theirs.has(one)) }
    }
    if (!(await wrongIn(first)).wrong) continue
    const look = async () => wrongIn(await whole())
    const { page, wrong } = await t.settled('two lists of a person to be the same', look, one => !one.wrong)
    const sentence = `${queryText(query)} lists the task ${wrong} of another person, which owner=${id} alone does not`
    if (wrong) return t.violated('filter-satisfied', 'TASK-17', sentence, page)
  }
}

/** Each filter, with values that tasks of the deployment have. */
const filters = (t: Trial): Promise<Query[]> =>
  t.once('filters of tasks', async () => {
    const [board, project, person] = [await boardId(t), await seenOnTasks(t, 'project'), await knownPerson(t)]
    const second = await secondBoard(t, board)
    const boards = [board, second].filter(one => one !== undefined)
    return [
      ...(await statusWords(t)).map(status => ({ status })),
      ...boards.map(board_id => ({ board_id })),
      ...(project === undefined ? [] : [{ project_id: project }]),
      ...['user', 'agent'].map(assignee_type => ({ assignee_type })),
      ...(person === undefined ? [] : [{ assignee_id: person }]),
      { include_archived: true },
      { done_since_days: 30 },
    ]
  })

/** Requests a person's tasks by id: that person gets their own, and others who ask get none of those that they made. */
async function asksForPerson(
  t: Trial,
  { task, reader }: Person,
  askers: readonly Person[],
  mayBeNamed: boolean,
) {
  const { id, sure } = await personBehind(t, task)
  if (id === undefined) return
  const query = { owner: id }
  const own = await t.call('listTasks', { key: reader, query })
  if (own.status === 200) {
    const listed = sure
      ? await listsOwned(t, task, query, reader)
      : (await findTask(t, task.id, query, reader)) !== undefined || undefined
    const sentence = `owner=${id} ${listed ? 'lists' : 'does not list'} a task of this person`
    if (listed !== undefined) t.expect('lists-visible', 'TASK-17', listed, sentence, own)
  }
  for (const asker of askers) {
    // What a task names as its owner may be somebody else, of whom the asker's is as well.
    if (!(sure && mayBeNamed) && mentions(asker.task.record, id)) continue
    const reply = await t.call('listTasks', { key: asker.reader, query })
    if (reply.status !== 200) continue
    const shown = (await listedIds(t, query, asker.reader)).has(asker.task.id)
    // Somebody may have given it to that person.
    if (shown && mentions(await readTask(t, asker.task.id), id)) continue
    const sentence = `to key ${asker.reader.name} the list of another person ${shown ? 'holds' : 'does not hold'} a task that the asker made`
    t.expect('filter-satisfied', 'TASK-17', !shown, sentence, reply)
  }
}

/** The id of the task's creator: from the target, else who the task names as its owner, which may be its assignee. */
async function personBehind(t: Trial, { key, record }: OwnTask): Promise<{ id?: string; sure: boolean }> {
  const { personId } = key
  if (personId !== undefined && (await isKnown(t, personId))) return { id: personId, sure: true }
  const id = refIn(record, 'owner')
  return { ...(id !== undefined && { id }), sure: false }
}
