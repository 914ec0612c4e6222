import type { ControlHandlers } from '../handler.ts'
import {
  exportHar,
  findExchanges,
  listExchanges,
  listUnmatchedRequests,
  readExchange,
  verifyExchanges,
  waitForExchanges,
} from '../journal.ts'
import { replayAs } from '../replay.ts'

export const journal = {
  listExchanges({ query: { limit, ...filter } }, { hosted }) {
    return { status: 200, body: listExchanges(hosted, filter, limit) }
  },
  clearJournal(_, { hosted }) {
    hosted.journal.clear()
    return { status: 204, body: undefined }
  },
  readExchange: ({ path }, { hosted }) => ({ status: 200, body: readExchange(hosted, path.exchange_id) }),
  findExchanges({ body: { limit, ...filter } }, { hosted }) {
    return { status: 200, body: findExchanges(hosted, filter, limit) }
  },
  verifyExchanges: ({ body }, { hosted }) => ({ status: 200, body: verifyExchanges(hosted, body) }),
  async waitForExchange({ body }, { hosted }) {
    return { status: 200, body: await waitForExchanges(hosted, body) }
  },
  exportHar({ header }, { hosted }) {
    return { status: 200, body: exportHar(hosted, addressOf(header.Host)) }
  },
  async replayExchanges({ body = {} }, { hosted, workspaces, ownUrl }) {
    return { status: 200, body: { data: await replayAs(workspaces, hosted, ownUrl, body) } }
  },
  listUnmatchedRequests: (_, { workspaces }) => ({
    status: 200,
    body: { data: listUnmatchedRequests(workspaces.registry) },
  }),
} satisfies ControlHandlers<
  | 'listExchanges'
  | 'clearJournal'
  | 'readExchange'
  | 'findExchanges'
  | 'verifyExchanges'
  | 'waitForExchange'
  | 'exportHar'
  | 'replayExchanges'
  | 'listUnmatchedRequests'
>

/** Where the mock was reached. */
export function addressOf(host = '127.0.0.1:4010'): string {
  return `http://${host}`
}
