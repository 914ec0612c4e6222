// Validates replies, and events of streams, with a document.
import type { Contract, Reply } from './contract.ts'
import { escapeSegment, operationAt, resolve } from './elements.ts'
import { type Issue, issue } from './issue.ts'
import type { OperationRow } from './operation-row.ts'
import type { SchemaChecker } from './schemas.ts'

/** A validator for the replies of a document's operations. */
export function replyValidator(document: Contract, schemas: () => SchemaChecker) {
  return (
    row: OperationRow,
    status: number,
    contentType: string | null | undefined,
    body: unknown,
  ): Issue[] => {
    const found = replyAt(document, row, status)
    if (!found) {
      const declared = Object.keys(operationAt(document, row)?.responses ?? {})
      const expected = `one of ${declared.join(', ')}`
      return [
        issue(
          'header',
          'status',
          expected,
          status,
          `${status} is not a status of ${row.id}; it has ${expected}`,
        ),
      ]
    }
    const types = Object.keys(found.element.content ?? {})
    if (types.length === 0) {
      const empty = body === undefined || body === null || body === ''
      return empty ? [] : [issue('body', '', 'no body', body)]
    }
    const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
    const media = found.element.content?.[type]
    if (!media) return [issue('header', 'Content-Type', types.join(' or '), contentType ?? undefined)]
    // A stream has no body as a whole; its events are validated one by one.
    if (media['x-event-schema'] || !media.schema) return []
    return schemas().check(`${found.pointer}/content/${escapeSegment(type)}/schema`, body, 'body')
  }
}

/** A validator for the data of one event of an operation's stream. */
export function eventValidator(document: Contract, schemas: () => SchemaChecker) {
  return (row: OperationRow, event: unknown): Issue[] => {
    const found = replyAt(document, row, row.successStatus)
    const pointer = `${found?.pointer}/content/${escapeSegment('text/event-stream')}/x-event-schema`
    if (!found?.element.content?.['text/event-stream']?.['x-event-schema']) {
      return [issue('body', '', 'no event', event, `is an event, but ${row.id} has no stream`)]
    }
    return schemas().check(pointer, event, 'body')
  }
}

function replyAt(document: Contract, row: OperationRow, status: number) {
  const method = row.method.toLowerCase()
  const reply = operationAt(document, row)?.responses[status]
  if (!reply) return undefined
  return resolve<Reply>(document, reply, `/paths/${escapeSegment(row.path)}/${method}/responses/${status}`)
}
