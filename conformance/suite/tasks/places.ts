/** The places of tasks among others, which a service may number anew. */

import type { Trial } from '../../engine/trial.ts'
import { hadRun } from '../../extract/task-record.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { isServed } from '../../rules/stated-status.ts'
import { makeTask, type OwnTask, settledTask } from './own-task.ts'

/** Tasks that stand in one column. */
export async function threeTasks(t: Trial): Promise<[OwnTask, OwnTask, OwnTask]> {
  const make = (what: string) => makeTask(t, what)
  return [await make('to be put first'), await make('beside it'), await make('beside it, too')]
}

/**
 * Positions one after the other. Beside two other tasks a place comes to be another one each time, whether it counts from
 * zero or from one, is rounded, ends with the column, or gives way to one that is taken; but each may be none in some of
 * these ways, and one that is past the end may be left alone.
 */
const PLACES = [1.25, 3.75, 1000, 1.25]

/** Where a record shows its position, one of several others shows: a service that shows the same each time keeps none. */
export async function differsInPlaces(
  t: Trial,
  requirement: 'UPDATE-12' | 'MOVE-04',
  { id }: OwnTask,
  put: (position: number) => Promise<Exchange>,
) {
  const shown: unknown[] = []
  const sent: Exchange[] = []
  for (const place of PLACES) {
    const exchange = await put(place)
    if (!isServed(exchange)) return
    sent.push(exchange)
    const isOther = ({ position }: { position?: unknown }) => !shown.includes(position)
    const record = await settledTask(t, id, 'the position to be another', isOther)
    const { position } = record
    if ((typeof position !== 'number' && typeof position !== 'string') || hadRun(record)) return
    if (shown.length > 0 && isOther(record)) {
      const sentence = `put at the positions ${PLACES.slice(0, sent.length).join(', ')}, the task shows others`
      return t.met('keeps-value', requirement, sentence, exchange)
    }
    shown.push(position)
  }
  const sentence = `put at the positions ${PLACES.join(', ')}, the task shows ${t.quote(shown[0])} each time`
  t.violated('keeps-value', requirement, sentence, ...sent)
}
