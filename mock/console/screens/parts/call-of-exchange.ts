import { asKey, type Call } from '../../calls/call.ts'
import type { Schemas } from '../../calls/types.ts'

/** The call, to be made again with the same key. The mock knows the key's secret, so the page does not need it. */
export function callOfExchange({ operation, method, path, request, key }: Schemas['Exchange']): Call {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query))
    for (const one of [value].flat()) query.append(name, String(one))
  return {
    api: 'service',
    profile: 'own',
    id: operation ?? 'unknown',
    method,
    url: path.slice(1) + (query.size > 0 ? `?${query}` : ''),
    wanted: { body: request.body ?? undefined },
    as: asKey(key ?? 'admin'),
  }
}
