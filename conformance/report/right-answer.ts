/** What would be right, in one line: from the registers, where the statement alone does not say it. */
import { operation, type Requirement, refuses } from '../requirements/contract.ts'
import type { RuleId } from '../rules/rules.ts'

export function rightAnswer(
  { statement, operations: [judged], subject, reply }: Requirement,
  rule: RuleId | undefined,
): string {
  if (rule === 'not-there') return 'a refusal, with a status from 400 to 499, or a reply that shows no record'
  if (subject && refuses(subject)) return 'a refusal with 422'
  if (reply === 'refused-403') return 'a refusal with 403'
  if (reply === 'refused') return 'a refusal, with a status from 400 to 499, and nothing changed'
  if (judged === undefined || (!reply && subject?.in !== 'body')) return statement
  const { successStatus } = operation(judged)
  return reply ? `a reply with ${successStatus}` : `${successStatus}, and the value is kept`
}
