import { namedQueries } from '../requirements/contract.ts'
import type { Exchange } from '../requirements/exchange.ts'
import type { CallOptions, Client } from './client.ts'

/** Calls an operation. A request without parameters may be refused for what it does not name: then it names that. */
export async function callNamed(
  client: Client,
  operationId: string,
  options: CallOptions,
): Promise<Exchange> {
  const bare = await client.call(operationId, options)
  const isBare = Object.keys(options.query ?? {}).length === 0 && !options.unpaced
  if (bare.status !== 422 || !isBare) return bare
  for (const query of namedQueries(operationId)) {
    const exchange = await client.call(operationId, { ...options, query })
    if (exchange.status !== 422) return exchange
  }
  return bare
}
