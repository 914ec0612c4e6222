import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startMock } from '../index.ts'

test('a request that announces no body, as curl sends it, is answered at once', async () => {
  await using mock = await startMock({})
  const port = Number(new URL(mock.url).port)
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(
    `POST /tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${mock.demo.keys.admin}\r\n\r\n`,
  )
  const [reply] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 422 [\s\S]*"field":"","message":"body is required"/)
})
