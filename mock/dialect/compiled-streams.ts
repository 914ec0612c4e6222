// The events of streams in a dialect.
import { isFields, type OperationId } from '#openapi'
import { eventSchemas } from './default-schemas.ts'
import type { Dialect, EventsDialect } from './dialect.ts'
import type { StreamPart } from './stream-part.ts'
import type { TemplateCompiler } from './template-compiler.ts'

export type CompiledStream = NonNullable<ReturnType<typeof compileStream>>

/** Compiles the stream of an operation; undefined if the dialect does not describe it. */
export function compileStream({ events = {} }: Dialect, id: OperationId, compiler: TemplateCompiler) {
  const all: Partial<Record<OperationId, EventsDialect>> = events
  const its = all[id]
  if (!its) return undefined
  const schemas = eventSchemas(id)
  const described = new Map(
    Object.entries(its).map(([type, event]) => {
      const compiled = compiler.compile(event.data, schemas.get(type) ?? {}, ['events', id, type, 'data'])
      return [type, { ...event, compiled }] as const
    }),
  )
  const shown = (type: string, data: unknown, seed: string, at: number): StreamPart[] => {
    const event = described.get(type)
    if (!event) return []
    const own = event.id === undefined || !isFields(data) ? undefined : data[event.id]
    return [
      {
        ...(event.name === undefined ? {} : { event: event.name }),
        ...(own === undefined ? {} : { id: String(own) }),
        data: event.compiled.encode(data, { at, seed: `${id}/${seed}` }),
      },
    ]
  }
  return {
    /** The schema of all events that are objects. */
    schema: {
      anyOf: [...described.values()]
        .map(({ compiled }) => compiled.schema)
        .filter(({ type }) => type === 'object'),
    },
    async *encode(source: AsyncIterable<StreamPart>, at: number): AsyncGenerator<StreamPart> {
      let count = 0
      for await (const part of source) {
        if ('comment' in part) yield part
        else if (isFields(part.data)) {
          const { type } = part.data
          count += 1
          yield* shown(typeof type === 'string' ? type : 'chunk', part.data, part.id ?? String(count), at)
        }
      }
      yield* shown('end', {}, 'end', at)
    },
  }
}
