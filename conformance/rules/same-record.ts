/** Draws the conclusion of the rule `same-record` for a record that was read by its id. */

import type { Trial } from '../engine/trial.ts'
import { asId, mentions } from '../extract/find-value.ts'
import { idOf, recordIn } from '../extract/record.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'

/** A reply that shows another id, and the wanted one nowhere, is of another record. */
export function isThatRecord(
  t: Trial,
  requirement: string,
  kind: string,
  wanted: string,
  reply: Exchange,
): void {
  const { method, path } = operation(reply.operation)
  const id = idOf(recordIn(reply.json, [kind]), kind)
  if (isThat(kind, wanted, reply))
    t.met('same-record', requirement, `${method} ${path} shows the id ${wanted}`, reply)
  else if (id === undefined)
    t.notExercised(requirement, `a record that shows its id: ${t.quote(reply.text)}`, reply)
  else t.violated('same-record', requirement, `read by the id ${wanted}, the record has the id ${id}`, reply)
}

/** Whether the wanted id is that of the record, or stands in it. A number may stand in it by chance. */
export function isThat(kind: string, wanted: string, { json }: Exchange): boolean {
  const record = recordIn(json, [kind])
  const id = idOf(record, kind)
  const isOwn = [id, asId(record?.id)].includes(wanted)
  return isOwn || ((id === undefined || /\D/.test(wanted)) && mentions(json, wanted))
}
