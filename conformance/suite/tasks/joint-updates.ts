/** Updates of a task after each other and of several fields at once. */

import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { hadRun, keeps } from '../../extract/task-record.ts'
import { acceptanceOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { isServed } from '../../rules/stated-status.ts'
import { isKept } from '../own-records/lost-writes.ts'
import { knownPerson } from './existing-tasks.ts'
import { firstValues, SET } from './fields.ts'
import { type OwnTask, settledTask } from './own-task.ts'

export const isOfApproval = (field: string): boolean => field.includes('approval')

/** What a task that the suite makes may hold, with its title. */
export const titled = ({ title }: OwnTask): Json => ({ title, ...SET })

/**
 * Approvers are those of the last update. One whom the service adds to all of them shows beside the other every time, and the
 * other one does not.
 */
export async function replacesApprovers(t: Trial, { id }: OwnTask) {
  if (!t.wants('UPDATE-08')) return
  const people = new Set(t.keys.home().flatMap(({ personId }) => personId ?? []))
  const [one, other] = [...people]
  if (one === undefined || other === undefined) return
  const field = 'approval_approver_ids'
  const has = (record: Json, person: string) => keeps(record, field, [person]) === true
  const beside: boolean[] = []
  for (const [person, before] of [
    [one, other],
    [other, one],
    [one, other],
  ] as const) {
    const update = await t.call('updateTask', { path: { task_id: id }, body: { [field]: [person] } })
    if (update.status !== 200) return
    const isRight = (record: Json) => has(record, person) && !has(record, before)
    const record = await settledTask(t, id, 'the approvers to be others', isRight)
    if (!has(record, person) || hadRun(record)) return
    beside.push(has(record, before))
  }
  const [first, second, third] = beside
  const sentence = `updated to ${one}, to ${other} and to ${one} again, the approvers ${second && third ? 'come to be both' : 'are replaced'}`
  if (!first) t.expect('keeps-value', 'UPDATE-08', !(second && third), sentence)
}

/** What updates of one field each bring about, one update of all these fields does as well; it may be refused. */
export async function changesTogether(t: Trial, task: OwnTask) {
  const person = await knownPerson(t)
  const approvers = person === undefined ? {} : { approval_approver_ids: [person] }
  const states: Json[] = [
    { requires_approval: true, ...approvers, approval_notify_in_app: true, approval_notify_email: false },
    { approval_notify_in_app: false, approval_notify_email: true, ...approvers, requires_approval: false },
  ]
  const send = (body: Json) => t.call('updateTask', { path: { task_id: task.id }, body })
  const shows = (state: Json, is: boolean, record: Json) =>
    Object.entries(state).filter(([field, value]) => isKept(record, field, value) === is)
  const read = (state: Json) =>
    settledTask(t, task.id, 'the task to show all', one => shows(state, false, one).length === 0)
  const reached: Json[] = []
  for (const state of states) {
    for (const [field, value] of Object.entries(state)) await send({ [field]: value })
    reached.push(Object.fromEntries(shows(state, true, await read(state))))
  }
  const plain = Object.entries(firstValues()).filter(([field]) => !isOfApproval(field))
  const others = [titled(task), { title: t.name('all at once'), ...Object.fromEntries(plain) }]
  for (const [n, state] of reached.entries()) {
    const body = { ...others[n], ...state }
    let lost: [field: string, value: unknown][] = Object.entries(body)
    let update: Exchange | undefined
    // Once more, for somebody else may have changed the task.
    for (let round = 0; round < 2 && lost.length > 0; round++) {
      update = await send(body)
      const record = isServed(update) ? await read(body) : {}
      lost = hadRun(record) ? [] : shows(Object.fromEntries(lost), false, record)
    }
    for (const [field, value] of lost) {
      const sentence = `changed to ${t.quote(value)} beside ${Object.keys(body).join(', ')}, the task keeps another ${field}`
      t.violated(
        'keeps-value',
        acceptanceOf('updateTask', field, value)!,
        sentence,
        ...(update ? [update] : []),
      )
    }
  }
}
