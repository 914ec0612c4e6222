// The events of streams in a dialect.
import type { Contract, OperationId, Schema } from '#openapi'
import { isFields, type StreamPart } from '../rewriting.ts'
import { eventSchemas } from './dialect-schemas.ts'
import type { LensCompiler } from './lens.ts'
import type { Lens } from './lens-operators.ts'
import type { Dialect } from './template.ts'

export interface WornEvents {
  /** The schema of all events that are objects. */
  readonly schema: Schema
  readonly encode: (source: AsyncIterable<StreamPart>, at: number) => AsyncIterable<StreamPart>
}

interface WornEvent {
  readonly name: string | undefined
  readonly id: string | undefined
  readonly lens: Lens
}

/** The streams that a dialect describes. */
export function wearEvents(
  { events = {} }: Dialect,
  standard: Contract,
  compiler: LensCompiler,
): ReadonlyMap<OperationId, WornEvents> {
  return new Map(
    Object.entries(events).map(([key, its]) => {
      const id = key as OperationId
      const schemas = eventSchemas(standard, id)
      const worn = new Map(
        Object.entries(its).map(([type, { name, id: from, data }]) => {
          const lens = compiler.compile(data, schemas.get(type) ?? {}, ['events', id, type, 'data'])
          return [type, { name, id: from, lens }] as const
        }),
      )
      return [id, eventsOf(id, worn)]
    }),
  )
}

function eventsOf(operation: OperationId, worn: ReadonlyMap<string, WornEvent>): WornEvents {
  const schemas = [...worn.values()].map(({ lens }) => lens.schema).filter(({ type }) => type === 'object')
  return {
    schema: { anyOf: schemas },
    async *encode(source, at) {
      const shown = (event: WornEvent, data: unknown, seed: string): StreamPart => {
        const { name, id, lens } = event
        const own = id === undefined || !isFields(data) ? undefined : data[id]
        return {
          ...(name === undefined ? {} : { event: name }),
          ...(own === undefined ? {} : { id: String(own) }),
          data: lens.encode(data, { at, seed: `${operation}/${seed}` }),
        }
      }
      let count = 0
      for await (const part of source) {
        if ('comment' in part) yield part
        else if (isFields(part.data)) {
          const event = worn.get(typeof part.data.type === 'string' ? part.data.type : 'chunk')
          count += 1
          if (event) yield shown(event, part.data, part.id ?? String(count))
        }
      }
      const end = worn.get('end')
      if (end) yield shown(end, {}, 'end')
    },
  }
}
