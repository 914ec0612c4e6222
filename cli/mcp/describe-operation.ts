// An operation of the service as its contract has it, in a form that fits into the window of an assistant.
import {
  bodySchemaOf,
  document,
  gaps,
  type OperationId,
  type OperationRow,
  operationAt,
  operations,
  parametersOf,
  resolve,
  type Schema,
} from '#openapi'

export function describeOperation(id: OperationId) {
  const row: OperationRow = operations[id]
  const { summary, description } = operationAt(document, row)!
  const body = bodySchemaOf(document, row)
  return {
    operation: id,
    call: `${row.method} ${row.path}`,
    summary,
    description,
    scopes: row.scopes,
    parameters: Object.fromEntries(
      parametersOf(document, row).map(one => [
        one.name,
        `${one.in}, ${one.required ? 'required' : 'optional'}, ${inWords(one.schema)}`,
      ]),
    ),
    body:
      body === undefined
        ? null
        : Object.fromEntries(
            Object.entries(body.properties ?? {}).map(([name, schema]) => [
              name,
              `${body.required?.includes(name) ? 'required, ' : ''}${inWords(schema)}`,
            ]),
          ),
    example: body?.examples?.[0] ?? body?.example ?? null,
    succeeds_with: row.successStatus,
    refused_with: Object.keys(row.replies)
      .map(Number)
      .filter(status => status >= 400),
    not_stated: row.gaps.map(gap => {
      const found = gaps.find(({ id }) => id === gap)
      return `${gap}: ${found?.title ?? ''}`
    }),
  }
}

/** Such as `string or null, one of a, b`. */
function inWords(schema: Schema): string {
  const { type, enum: words, description } = resolve(document, schema).element
  const types = [type ?? 'any'].flat().join(' or ')
  return [types, words && `one of ${words.join(', ')}`, description].filter(Boolean).join('; ')
}
