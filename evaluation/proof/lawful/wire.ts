/** How replies are put on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type Difference, dimensions, type Loose } from './dimension.ts'

/** Changes what is written of replies of a media type. */
const written = (
  type: string,
  change: (bytes: Buffer, isFirst: boolean) => readonly Buffer[],
): Difference => ({
  arrive(_, response) {
    const { writeHead, write, end } = bound(response)
    let isChanged = false
    let isFirst = true
    const send = (bytes: Loose) => {
      for (const part of change(Buffer.from(bytes), isFirst)) write(part)
      isFirst = false
      return true
    }
    Object.assign(response, {
      writeHead(status: number, headers: Record<string, string> = {}) {
        isChanged = (headers['content-type'] ?? '').startsWith(type)
        return writeHead(status, headers)
      },
      write: (bytes: Loose, ...more: Loose[]) => (isChanged ? send(bytes) : write(bytes, ...more)),
      end(bytes?: Loose, ...more: Loose[]) {
        if (!isChanged || bytes === undefined || typeof bytes === 'function') return end(bytes, ...more)
        send(bytes)
        return end()
      },
    })
    return undefined
  },
})

/** Changes the text of event streams. */
const events = (change: (text: string, isFirst: boolean) => string) =>
  written('text/event-stream', (bytes, isFirst) => [Buffer.from(change(bytes.toString(), isFirst))])

function compressed(request: IncomingMessage, response: ServerResponse): undefined {
  if (!request.headers['accept-encoding']?.includes('gzip')) return
  const { writeHead, end } = bound(response)
  let head: [status: number, headers: Record<string, string>] | undefined
  Object.assign(response, {
    writeHead(status: number, headers: Record<string, string> = {}) {
      if (!headers['content-type']?.includes('json')) return writeHead(status, headers)
      head = [status, headers]
      return response
    },
    end(bytes?: Loose, ...more: Loose[]) {
      if (!head) return end(bytes, ...more)
      const [status, { 'content-length': _, ...headers }] = head
      writeHead(status, { ...headers, 'content-encoding': 'gzip' })
      return end(gzipSync(Buffer.from(bytes ?? '')))
    },
  })
}

const bound = (response: ServerResponse): Record<'writeHead' | 'write' | 'end', Loose> => ({
  writeHead: response.writeHead.bind(response),
  write: response.write.bind(response),
  end: response.end.bind(response),
})

function pieces(bytes: Buffer): Buffer[] {
  const all: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 7) all.push(bytes.subarray(at, at + 7))
  return all
}

export const wire = dimensions('wire', {
  events: {
    what: 'line ends, comments and pieces of event streams',
    lawful: '6: server-sent events have three line ends, comments, and blanks that mean nothing',
    choices: {
      crlf: () => events(text => text.replaceAll('\n', '\r\n')),
      cr: () => events(text => text.replaceAll('\n', '\r')),
      tight: () => events(text => text.replaceAll(/^(data|event|id): /gm, '$1:')),
      comments: () =>
        events((text, isFirst) => `${isFirst ? '\uFEFF' : ''}:${' '.repeat(2048)}\n\nretry: 3000\n\n${text}`),
      // A text is that of all its lines of data, and an id may come behind them.
      lines: () =>
        events(text =>
          text
            .replaceAll(/^data: ({)/gm, 'data: $1\ndata: ')
            .replaceAll(/^(id: .*\n)((?:\w+: .*\n)+)/gm, '$2$1'),
        ),
      pieces: () => written('text/event-stream', pieces),
    },
  },
  compressed: {
    what: 'compressed replies',
    lawful: '4: headers are not described, except one',
    choices: { gzip: () => ({ arrive: compressed }) },
  },
  key: {
    what: 'what a key ends with',
    lawful: '5: the header carries a key; what else it may carry is not stated',
    choices: {
      blank: () => ({
        arrive({ headers }) {
          const [key] = /^Bearer [^\s,]+/i.exec(headers.authorization ?? '') ?? []
          if (key !== undefined) headers.authorization = key
          return undefined
        },
      }),
    },
  },
  closed: {
    what: 'a connection for each request',
    lawful: '4: connections are not described',
    choices: {
      always: () => ({
        depart: ({ status, headers }) => ({ status, headers: { ...headers, connection: 'close' } }),
      }),
    },
  },
})
