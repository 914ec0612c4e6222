/** Whether calls hold anything in which a rule could have seen a violation. */
import { replyRows } from '../extract/list-rows.ts'
import type { Exchange } from '../requirements/exchange.ts'
import { type Lack, lackOf } from '../requirements/missing.ts'
import { type RuleId, rules, SIGHTS, type Sight } from '../rules/rules.ts'

const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300
const isRefusal = ({ status }: Exchange): boolean => status >= 400 && status < 500

const HOLDS: Readonly<Record<Sight, (calls: readonly Exchange[]) => boolean>> = {
  reply: calls => calls.length > 0,
  success: calls => calls.some(isSuccess),
  refusal: calls => calls.some(isRefusal),
  rows: calls => calls.some(one => isSuccess(one) && replyRows(one).length > 0),
  comparison: calls => calls.length > 1,
  contrast: calls => calls.some(isSuccess) && calls.some(isRefusal),
}

/** What these calls lack to show what the sentence says: then it could not have been otherwise, and nothing is met. */
export function unseen(rule: RuleId, sentence: string, calls: readonly Exchange[]): Lack | undefined {
  const { shows } = rules[rule]
  return HOLDS[shows](calls)
    ? undefined
    : lackOf(`${SIGHTS[shows]} that could have shown otherwise: ${sentence}`)
}
