/** The stated status of success, replaced by another one. */
import { type OperationId, operations, requirements } from '#openapi'
import { each, refuses, replies } from './mutant.ts'

/** Of these requirements, that they are answered is a part of what is judged. */
const RECORDS = new Set(['AGENT-14', 'APPR-04', 'TASK-34', 'WF-12'])

/** What must be answered. Runs and streams have mutants of their own. */
const SERVED = requirements.requirements.flatMap(({ id, reply, operations: [operation] }) => {
  const isServed = (reply === 'content' || reply === 'status') && !/^RUN-|^EVENT-02$|^COMP-27$/.test(id)
  return isServed || RECORDS.has(id) ? [[id, operation as OperationId] as const] : []
})

export const statusMutants = each(SERVED, ([requirement, operation]) => {
  const stated = operations[operation].successStatus
  const other = stated === 200 ? 202 : 200
  return {
    [`${requirement} ${operation} answers ${other} instead of ${stated}`]: replies(operation, answer =>
      answer.status < 300 && !('stream' in answer)
        ? { ...answer, status: other, ...(answer.body === undefined && { body: { ok: true } }) }
        : answer,
    ),
    [`${requirement} ${operation} answers 500`]: refuses(operation, () => true, 500),
    ...(stated === 200 && {
      [`${requirement} ${operation} answers 204`]: replies(operation, answer =>
        'stream' in answer ? answer : { status: 204, body: undefined },
      ),
    }),
  }
})
