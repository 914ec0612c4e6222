// The limit: a plain node:http server that sends recorded replies, byte for byte, and does nothing else. JavaScript,
// so that its start is that of Node alone.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port = '0', file = ''] = process.argv.slice(2)
const replies = new Map(
  JSON.parse(readFileSync(file, 'utf8')).map(({ key, status, headers, body }) => [
    key,
    { status, headers, bytes: Buffer.from(body) },
  ]),
)

const server = createServer({ keepAliveTimeout: 60_000, noDelay: true }, (request, response) => {
  const reply = replies.get(`${request.method} ${request.url}`)
  const answer = () => {
    response.sendDate = false
    if (reply) response.writeHead(reply.status, reply.headers).end(reply.bytes)
    else response.writeHead(200, { 'content-length': 2 }).end('ok')
  }
  if (request.method === 'GET') answer()
  else request.on('end', answer).resume()
})
server.listen(Number(port), '127.0.0.1')
