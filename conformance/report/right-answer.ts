/** What would be right, in one line: from the registers, where the statement alone does not say it. */
import { operation, type Requirement, statedRefusal } from '../requirements/contract.ts'
import type { RuleId } from '../rules/rules.ts'

export function rightAnswer(requirement: Requirement, rule: RuleId | undefined): string {
  const { statement, operations, subject, reply } = requirement
  if (rule === 'not-there') return 'a refusal, with a status from 400 to 499, or a reply that shows no record'
  const refusal = statedRefusal(requirement)
  if (refusal === 'a refusal') return 'a refusal, with a status from 400 to 499, and nothing changed'
  if (refusal !== undefined) return `a refusal with ${refusal}`
  const [judged] = operations
  if (judged === undefined || (!reply && subject?.in !== 'body')) return statement
  const { successStatus } = operation(judged)
  return reply ? `a reply with ${successStatus}` : `${successStatus}, and the value is kept`
}
