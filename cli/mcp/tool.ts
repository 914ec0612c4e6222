// The tools of an assistant: with fields of their own, or for one operation of the control API, from whose document their
// texts and input are derived.
import { z } from 'zod'
import { resolve } from '#openapi'
import { type ControlId, controlDocument, controlOperations } from '../../mock/control/document.ts'
import { type Field, operationForm, requestWith } from '../operation-form.ts'
import type { Session } from './session.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Input<S extends Shape> = z.infer<z.ZodObject<S>>

export interface Tool {
  readonly title: string
  readonly description: string
  readonly input: Shape
  readonly readOnly?: boolean
  readonly run: (input: never, session: Session) => Promise<unknown>
}

/** A tool whose input has the types of its fields. */
export function tool<S extends Shape>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: S
    readonly run: (input: Input<S>, session: Session) => Promise<unknown>
  },
): Tool {
  return definition
}

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
  const { summary, description, fields } = operationForm(id)
  const given: Fields = { workspace: 'demo', ...defaults }
  const input = fields.map(field => {
    const name = inputOf(field)
    const { format: _, ...whole } = inlined(field.schema) as Fields
    const type = z.fromJSONSchema({ ...whole, ...(name in given ? { default: given[name] } : {}) })
    return [name, field.required || name in given ? type : type.optional()]
  })
  return {
    title: summary,
    description: `${description} ${hint}`.trim(),
    input: Object.fromEntries(input),
    readOnly: controlOperations[id].method === 'GET',
    async run(said: Fields, session) {
      const { call } = await session.mock()
      return call(id, requestWith(fields, field => said[inputOf(field)]) as never)
    },
  }
}

/** The name of a field in the input: of parameters, without `_id`. */
function inputOf({ name, in: where }: Field): string {
  return where === 'body' ? name : name.replace(/_id$/, '')
}

/** A schema without references, for clients that follow none. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as Fields
  const members = $ref === undefined ? own : { ...resolve(controlDocument(), value).element, ...own }
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, inlined(member)]))
}
