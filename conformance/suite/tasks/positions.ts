/** What a task shows of the positions that were sent for it. */
import type { Trial } from '../../engine/trial.ts'
import type { Json } from '../../extract/find-value.ts'
import { wordIn } from '../../extract/record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { makeTask, type OwnTask, readTask } from './own-task.ts'

/** A service may give its own positions; one that keeps whole numbers as sent keeps fractions as well. */
export async function keepsPositions(
  t: Trial,
  requirement: string,
  task: OwnTask,
  send: (position: number) => Promise<Exchange>,
) {
  if (!t.wants(requirement)) return
  await makeTask(t, 'beside the one that moves')
  const sent = [3, 250_000, 1.5, 0.5]
  const shown: unknown[] = []
  const columns = new Set<unknown>()
  for (const position of sent) {
    if ((await send(position)).status !== 200) return
    const read = () => readTask(t, task.id)
    const isThere = (one: Json) => one.position === position
    const record = shown.length < 2 ? await read() : await t.settled('the position', read, isThere)
    shown.push(record.position)
    // Who works on the task may move it to another column.
    if (columns.add(wordIn(record)).size > 1 || (shown.length < 3 && !isThere(record))) return
  }
  const sentence = `set to ${sent.join(', ')}, the position reads ${shown.join(', ')}`
  t.expect('keeps-value', requirement, shown[2] === 1.5 && shown[3] === 0.5, sentence)
}
