/** What would have been right, in one line: from what the contract states, where the statement alone does not say it. */
import { operation, type Requirement } from '../requirements/contract.ts'

export function rightAnswer({ id, statement, operations, subject }: Requirement): string {
  if (subject && /^(refuses|bound)-/.test(subject.case)) return 'a refusal with 422'
  if (/^ROLE-(0\d|10)$/.test(id)) return 'a refusal with 403'
  if (/^(SCOPE|AUTH-0[2-7]|VIS)/.test(id))
    return 'a refusal, with a status from 400 to 499, and nothing changed'
  const stated = /\banswers? (\d{3})\b/.exec(statement)?.[1]
  if (stated !== undefined) return `a reply with ${stated}`
  const [only] = operations
  if (subject && only !== undefined) return `${operation(only).successStatus}, and the value is kept`
  return statement
}
