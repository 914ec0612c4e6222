/** Draws the conclusion of the rule `stated-member` for the ids of the rows of a list. */

import type { Trial } from '../engine/trial.ts'
import { asId, type Json } from '../extract/find-value.ts'
import { replyRows, rowKind } from '../extract/list-rows.ts'
import { idOf } from '../extract/record.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { aKind } from '../requirements/missing.ts'

/** Each row has an id: under a usual name, or under any name that tells the rows apart. */
export function eachHasId(t: Trial, requirement: string, reply: Exchange): void {
  const kind = rowKind(reply.operation)
  const rows = replyRows(reply)
  const without = rows.find(row => idOf(row, kind) === undefined)
  if (rows.length === 0) t.notExercised(requirement, `${aKind(kind)}: the list is empty`, reply)
  else if (!without) t.met('stated-member', requirement, `${rows.length} rows have ids`, reply)
  else if (Object.keys(without).some(name => tellsApart(rows, name)))
    t.notExercised(requirement, `an id under a usual name: a row reads ${t.quote(without)}`, reply)
  else t.violated('stated-member', requirement, `${aKind(kind)} has no id: ${t.quote(without)}`, reply)
}

function tellsApart(rows: readonly Json[], name: string): boolean {
  const values = rows.map(row => asId(row[name]))
  const [one] = values
  const isWord = one !== undefined && /\s/.test(one)
  return (
    !isWord &&
    !/name|title|_at$|At$/.test(name) &&
    !values.includes(undefined) &&
    new Set(values).size === rows.length
  )
}
