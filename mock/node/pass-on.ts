// Passes requests for a workspace that has moved on to its new shard.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WorkspaceRegistry } from '../server/workspace-registry.ts'

/** The shards that have passed a request on, so that it does not go round. */
const PASSED = 'x-mock-passed-on'

/** The address of a shard; undefined if it is not known. */
export type AddressOf = (shard: string) => string | undefined

/**
 * Returns a function that passes a request on if its workspace has moved, and says whether it did. The reply of another
 * shard names it in `X-Mock-Moved`, from which a proxy in front learns to send the next request there.
 */
export function passingOn({ moves, keeper, shard = '' }: WorkspaceRegistry, addressOf: AddressOf) {
  return (request: IncomingMessage, response: ServerResponse, name: string): boolean => {
    const to = moves.shardOf(name)
    const passed = String(request.headers[PASSED] ?? '')
    if (to === undefined || passed.split(',').includes(shard)) return false
    response.sendDate = true
    // As long as the file does not know of the move, a restart would go on with the old state.
    if (keeper?.problem && keeper.check()) refuse(response, shard, 'keep_failed', 'cannot write its file')
    else passOn(request, response, { to, address: addressOf(to), passed: `${passed},${shard}` })
    return true
  }
}

function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { to, address, passed }: { to: string; address: string | undefined; passed: string },
): void {
  if (address === undefined) {
    refuse(response, to, 'shard_down', 'is not named by --peers')
    return
  }
  const { method, rawHeaders } = request
  const { request: send } = process.getBuiltinModule(
    address.startsWith('https:') ? 'node:https' : 'node:http',
  )
  const headers = [...withoutConnection(rawHeaders), PASSED, passed]
  const onward = send(address + request.url, { method, headers, setHost: false })
  onward.on('response', reply => {
    const { statusCode = 502, rawHeaders } = reply
    response.writeHead(statusCode, [...withoutConnection(rawHeaders), ...movedTo(rawHeaders, to)])
    response.flushHeaders()
    reply.on('error', () => response.destroy())
    reply.pipe(response)
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else refuse(response, to, 'shard_down', 'is down')
  })
  response.on('close', () => {
    if (!response.writableEnded) onward.destroy()
  })
  request.pipe(onward)
}

/** A shard that has passed the request on itself has named the last one. */
function movedTo(rawHeaders: readonly string[], to: string): string[] {
  return rawHeaders.some(header => header.toLowerCase() === 'x-mock-moved') ? [] : ['X-Mock-Moved', to]
}

function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || /^(connection|keep-alive)$/i.test(name) ? [] : [name, rawHeaders[index + 1]!],
  )
}

/** In the form in which the proxy refuses. */
function refuse(response: ServerResponse, shard: string, code: string, why: string): void {
  const message = `The shard ${shard} ${why}. Send the request again in a moment.`
  const body = JSON.stringify({ error: { type: 'internal', code, message, param: null, issues: [] } })
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2', 'x-mock-shard': shard })
  response.end(body)
}
