import type { IncomingRequest } from '../http/connection.ts'
import { secretIn } from './authenticate.ts'

/** The name by which a request finds its workspace: in its path, in `X-Mock-As`, or its key. A proxy in front reads the same. */
export function nameIn({ url = '/', headers }: Pick<IncomingRequest, 'url' | 'headers'>): string | undefined {
  const inPath = /^\/_mock\/(?:workspaces|explain|snapshots)\/((?:ws|snap)_s\d+_\w+)/.exec(url)?.[1]
  const followed = /^\/_mock\/events\?(?:.*&)?workspaces=(ws_s\d+_\w+)/.exec(url)?.[1]
  const as = headers['x-mock-as']
  return inPath ?? followed ?? (typeof as === 'string' ? as.split('/')[0] : secretIn(headers.authorization))
}
