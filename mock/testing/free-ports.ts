import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports on which nobody listens, for servers that have to be told theirs. Systems give ports from 32768 on to whoever
 * asks for any, so these are below.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}

/** One of them. */
export async function freePort(): Promise<number> {
  return (await freePorts(1))[0]!
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
