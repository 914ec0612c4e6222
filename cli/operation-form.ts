// What an operation of the control API takes, as one list of fields: for its command, and for its tool.
import { bodySchemaOf, operationAt, type Parameter, parametersOf, type Schema } from '#openapi'
import { type ControlId, controlDocument, controlOperations } from '../mock/control/document.ts'

export interface Field {
  readonly name: string
  readonly in: Parameter['in'] | 'body'
  readonly schema: Schema
  readonly required: boolean
}

export function operationForm(id: ControlId) {
  const document = controlDocument()
  const { summary, description } = operationAt(document, controlOperations[id])!
  const { properties = {}, required = [] } = bodySchemaOf(document, controlOperations[id]) ?? {}
  const parameters = parametersOf(document, controlOperations[id]).map(
    ({ name, in: where, schema, description = '', required = false }): Field => {
      return { name, in: where, schema: { ...schema, description }, required }
    },
  )
  const members = Object.entries(properties).map(
    ([name, schema]): Field => ({ name, in: 'body', schema, required: required.includes(name) }),
  )
  return {
    summary: String(summary),
    description: String(description).trim(),
    fields: [...parameters, ...members],
  }
}

/** The request with what `read` returns for each field; undefined leaves it out. */
export function requestWith(fields: readonly Field[], read: (field: Field) => unknown) {
  const part = (where: Field['in']) => {
    const values = fields.filter(field => field.in === where).map(field => [field.name, read(field)])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  const hasBody = fields.some(field => field.in === 'body')
  return { path: part('path'), query: part('query'), ...(hasBody && { body: part('body') }) }
}
