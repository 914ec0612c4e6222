// The bodies of reads are cached, because clients that poll request the same ones repeatedly.
import { Cache } from '../store/cache.ts'
import type { Context } from './handler.ts'

/** A table, or anything else that counts its changes. */
interface Versioned {
  readonly version: number
}

/** The bodies that were read last. */
const bodies = new Cache<string, object>(64)

/**
 * The result of `make`, cached until a row of the tables, the caller or the profile is another. `request` is everything
 * else that it depends on: the operation and its parameters, and the time if it depends on it.
 *
 * @example cachedBody(context, ['listModels'], [tables.models], () => ({ object: 'list', data: … }))
 */
export function cachedBody<Body extends object>(
  { caller, workspace }: Context,
  request: readonly unknown[],
  tables: readonly Versioned[],
  make: () => Body,
): Body {
  const madeFrom: unknown[] = [caller.person, workspace.profile]
  for (const table of tables) madeFrom.push(table, table.version)
  return bodies.of(JSON.stringify(request), madeFrom, make) as Body
}
