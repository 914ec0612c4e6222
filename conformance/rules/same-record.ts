/** Draws the conclusion of the rule `same-record` for a record that was read by its id. */

import type { Trial } from '../engine/trial.ts'
import { asId, mentions } from '../extract/find-value.ts'
import { idOf, recordIn } from '../extract/record.ts'
import { operation } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'

/** A reply that shows another id, and the wanted one nowhere, is of another record. */
export function judgeRecordId(
  t: Trial,
  requirement: string,
  kind: string,
  wanted: string,
  reply: Exchange,
): void {
  const { method, path } = operation(reply.operation)
  const other = otherId(kind, wanted, reply)
  if (other !== undefined)
    t.violated('same-record', requirement, `read by the id ${wanted}, the record has the id ${other}`, reply)
  else if (mentions(reply.json, wanted))
    t.met('same-record', requirement, `${method} ${path} shows the id ${wanted}`, reply)
  else t.notExercised(requirement, `a record that shows its id: ${t.quote(reply.text)}`, reply)
}

/** The id of the record, if it shows another one than the wanted. A number may stand in a record by chance. */
export function otherId(kind: string, wanted: string, { json }: Exchange): string | undefined {
  const record = recordIn(json, [kind])
  const id = idOf(record, kind)
  const isOwn = [id, asId(record?.id)].includes(wanted)
  return isOwn || (/\D/.test(wanted) && mentions(json, wanted)) ? undefined : id
}
