/** Whether calls hold anything in which a rule could have seen a violation. */
import { replyRows } from '../extract/list-rows.ts'
import { type Exchange, isRefusal, isSuccess } from '../requirements/exchange.ts'
import { type Lack, lackOf } from '../requirements/missing.ts'
import { type RuleId, rules, type Sight } from '../rules/rules.ts'

/** Each sight in words, and whether calls hold it. */
const SIGHTS: Readonly<
  Record<Sight, readonly [what: string, isIn: (calls: readonly Exchange[]) => boolean]>
> = {
  reply: ['a reply', calls => calls.length > 0],
  success: ['a success', calls => calls.some(isSuccess)],
  refusal: ['a refusal', calls => calls.some(isRefusal)],
  rows: ['a list with rows', calls => calls.some(one => isSuccess(one) && replyRows(one).length > 0)],
  comparison: ['two replies to compare', calls => calls.length > 1],
  contrast: ['a refusal, and a success beside it', calls => calls.some(isSuccess) && calls.some(isRefusal)],
}

/** What these calls lack to show what the sentence says: then it could not have been otherwise, and nothing is met. */
export function unseen(rule: RuleId, sentence: string, calls: readonly Exchange[]): Lack | undefined {
  const [what, isIn] = SIGHTS[rules[rule].shows]
  return isIn(calls) ? undefined : lackOf(`${what} that could have shown otherwise: ${sentence}`)
}
