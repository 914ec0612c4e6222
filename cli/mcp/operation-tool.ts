// A tool for one operation of the control API. Its texts and input are derived from the document.
import { z } from 'zod'
import { bodySchemaOf, operationAt, type Parameter, parametersOf, resolve, type Schema } from '#openapi'
import { type ControlId, controlDocument, controlOperations } from '../../mock/control/document.ts'
import type { Tool } from './tool.ts'

type Fields = Readonly<Record<string, unknown>>

interface More {
  /** Advice for a model, beyond the description of the operation. */
  readonly hint?: string
  /** Defaults by the names of the input. */
  readonly defaults?: Fields
}

/**
 * The tool of an operation. Its input has the parameters, without the `_id` at the end of their names, and the fields of
 * the body.
 *
 * @example advance_clock: operationTool('advanceClock', { defaults: { limit: 100 } })
 */
export function operationTool(id: ControlId, { hint = '', defaults = {} }: More = {}): Tool {
  const row = controlOperations[id]
  const { summary, description, requestBody } = operationAt(controlDocument(), row)!
  const places = parametersOf(controlDocument(), row).map(parameter => ({
    ...parameter,
    input: parameter.name.replace(/_id$/, ''),
  }))
  const { properties = {}, required = [] } = bodySchemaOf(controlDocument(), row) ?? {}
  const given: Fields = { workspace: 'demo', ...defaults }
  const field = (name: string, schema: Schema, isRequired: boolean) => {
    const { format: _, ...whole } = inlined(schema) as Fields
    const type = z.fromJSONSchema({ ...whole, ...(name in given ? { default: given[name] } : {}) })
    return [name, isRequired || name in given ? type : type.optional()] as const
  }
  const input = Object.fromEntries([
    ...places.map(({ input, schema, description = '', required = false }) =>
      field(input, { ...schema, description }, required),
    ),
    ...Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name))),
  ])
  return {
    title: String(summary),
    description: `${String(description).trim()} ${hint}`.trim(),
    input,
    readOnly: row.method === 'GET',
    async run(said: Fields, session) {
      const part = (where: Parameter['in']) =>
        Object.fromEntries(places.flatMap(one => (one.in === where ? [[one.name, said[one.input]]] : [])))
      const fields = Object.keys(properties).flatMap(name =>
        said[name] === undefined ? [] : [[name, said[name]]],
      )
      const request = { path: part('path'), query: part('query') }
      const { call } = await session.mock()
      return call(id, (requestBody ? { ...request, body: Object.fromEntries(fields) } : request) as never)
    },
  }
}

/** A schema without references, for clients that follow none. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as Fields
  const members = $ref === undefined ? own : { ...resolve(controlDocument(), value).element, ...own }
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, inlined(member)]))
}
