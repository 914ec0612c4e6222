// The events of streams in a dialect.
import { isFields, type OperationId, type Schema } from '#openapi'
import { eventSchemas } from './default-schemas.ts'
import type { Dialect, EventsDialect } from './dialect.ts'
import type { StreamPart } from './stream-part.ts'
import type { TemplateCompiler } from './template-compiler.ts'
import type { CompiledTemplate } from './template-operators.ts'

export interface CompiledStream {
  /** The schema of all events that are objects. */
  readonly schema: Schema
  readonly encode: (source: AsyncIterable<StreamPart>, at: number) => AsyncIterable<StreamPart>
}

interface CompiledEvent {
  readonly name: string | undefined
  readonly id: string | undefined
  readonly compiled: CompiledTemplate
}

/** Compiles the stream of an operation; undefined if the dialect does not describe it. */
export function compileStream(
  { events = {} }: Dialect,
  id: OperationId,
  compiler: TemplateCompiler,
): CompiledStream | undefined {
  const all: Partial<Record<OperationId, EventsDialect>> = events
  const its = all[id]
  if (!its) return undefined
  const schemas = eventSchemas(id)
  const described = new Map(
    Object.entries(its).map(([type, { name, id: from, data }]) => {
      const compiled = compiler.compile(data, schemas.get(type) ?? {}, ['events', id, type, 'data'])
      return [type, { name, id: from, compiled }] as const
    }),
  )
  return eventsOf(id, described)
}

function eventsOf(operation: OperationId, described: ReadonlyMap<string, CompiledEvent>): CompiledStream {
  const schemas = [...described.values()]
    .map(({ compiled }) => compiled.schema)
    .filter(({ type }) => type === 'object')
  return {
    schema: { anyOf: schemas },
    async *encode(source, at) {
      const shown = (event: CompiledEvent, data: unknown, seed: string): StreamPart => {
        const { name, id, compiled } = event
        const own = id === undefined || !isFields(data) ? undefined : data[id]
        return {
          ...(name === undefined ? {} : { event: name }),
          ...(own === undefined ? {} : { id: String(own) }),
          data: compiled.encode(data, { at, seed: `${operation}/${seed}` }),
        }
      }
      let count = 0
      for await (const part of source) {
        if ('comment' in part) yield part
        else if (isFields(part.data)) {
          const event = described.get(typeof part.data.type === 'string' ? part.data.type : 'chunk')
          count += 1
          if (event) yield shown(event, part.data, part.id ?? String(count))
        }
      }
      const end = described.get('end')
      if (end) yield shown(end, {}, 'end')
    },
  }
}
