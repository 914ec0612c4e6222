// A tool that is one operation of the control API: its texts and its input follow from the document.
import { z } from 'zod'
import { type ControlId, controlDocument, controlOperations } from '../../mock/control/document.ts'
import type { Tool } from './tool.ts'

type Fields = Readonly<Record<string, unknown>>

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Fields
}

interface More {
  /** What a model has to know beside the description of the operation. */
  readonly hint?: string
  /** Values of what is left out, by the names of the input. */
  readonly defaults?: Fields
}

/**
 * The tool of an operation. Its input has the parameters, without the `_id` at the end of their names, and the fields of
 * the body.
 *
 * @example advance_clock: operationTool('advanceClock', { defaults: { limit: 100 } })
 */
export function operationTool(id: ControlId, { hint = '', defaults = {} }: More = {}): Tool {
  const { method, path } = controlOperations[id]
  const item = controlDocument().paths[path] as unknown as Fields
  const { summary, description, parameters, requestBody } = item[method.toLowerCase()] as Fields
  const all = [item.parameters, parameters].flatMap(list => (list ?? []) as Fields[]).map(resolved)
  const places = (all as unknown as Parameter[]).map(parameter => ({
    ...parameter,
    input: parameter.name.replace(/_id$/, ''),
  }))
  const body = bodyOf(requestBody)
  const given: Fields = { workspace: 'demo', ...defaults }
  const field = (name: string, schema: Fields, isRequired: boolean) => {
    const type = z.fromJSONSchema({ ...resolved(schema), ...(name in given ? { default: given[name] } : {}) })
    return [name, isRequired || name in given ? type : type.optional()] as const
  }
  const input = Object.fromEntries([
    ...places.map(({ input, schema, description = '', required = false }) =>
      field(input, { ...resolved(schema), description }, required),
    ),
    ...Object.entries(body.properties).map(([name, schema]) =>
      field(name, schema as Fields, body.required.includes(name)),
    ),
  ])
  return {
    title: String(summary),
    description: `${String(description).trim()} ${hint}`.trim(),
    input,
    readOnly: method === 'GET',
    async run(said: Fields, session) {
      const part = (where: Parameter['in']) =>
        Object.fromEntries(places.flatMap(one => (one.in === where ? [[one.name, said[one.input]]] : [])))
      const fields = Object.keys(body.properties).flatMap(name =>
        said[name] === undefined ? [] : [[name, said[name]]],
      )
      const request = { path: part('path'), query: part('query') }
      const { call } = await session.mock()
      return call(id, (requestBody ? { ...request, body: Object.fromEntries(fields) } : request) as never)
    },
  }
}

function bodyOf(requestBody: unknown): { properties: Fields; required: readonly string[] } {
  if (!requestBody) return { properties: {}, required: [] }
  const { content } = resolved(requestBody as Fields) as { content: Record<string, { schema: Fields }> }
  const { properties = {}, required = [] } = resolved(content['application/json']?.schema ?? {})
  return { properties: properties as Fields, required: required as string[] }
}

/** What an element refers to, with what it says itself beside the reference. */
function resolved({ $ref, ...own }: Fields): Fields {
  if (typeof $ref !== 'string') return own
  let found: unknown = controlDocument()
  for (const name of $ref.slice(2).split('/')) found = (found as Fields)[name]
  return { ...resolved(found as Fields), ...own }
}
