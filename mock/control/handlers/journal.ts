import type { ControlHandlers } from '../handler.ts'
import {
  exportHar,
  findExchanges,
  listExchanges,
  listStrangers,
  readExchange,
  verifyExchanges,
  waitForExchanges,
} from '../journal.ts'
import { replayAs } from '../replay.ts'

export const journal = {
  listExchanges({ query: { limit, ...filter } }, { tenancy }) {
    return { status: 200, body: listExchanges(tenancy, filter, limit) }
  },
  clearJournal(_, { tenancy }) {
    tenancy.journal.clear()
    return { status: 204, body: undefined }
  },
  readExchange: ({ path }, { tenancy }) => ({ status: 200, body: readExchange(tenancy, path.exchange_id) }),
  findExchanges({ body: { limit, ...filter } }, { tenancy }) {
    return { status: 200, body: findExchanges(tenancy, filter, limit) }
  },
  verifyExchanges: ({ body }, { tenancy }) => ({ status: 200, body: verifyExchanges(tenancy, body) }),
  async waitForExchange({ body }, { tenancy }) {
    return { status: 200, body: await waitForExchanges(tenancy, body) }
  },
  exportHar({ header }, { tenancy }) {
    return { status: 200, body: exportHar(tenancy, addressOf(header.Host)) }
  },
  async replayExchanges({ body = {}, header }, { tenancy, realm }) {
    return { status: 200, body: { data: await replayAs(realm, tenancy, addressOf(header.Host), body) } }
  },
  listStrangers: (_, { realm }) => ({ status: 200, body: { data: listStrangers(realm.hub) } }),
} satisfies ControlHandlers<
  | 'listExchanges'
  | 'clearJournal'
  | 'readExchange'
  | 'findExchanges'
  | 'verifyExchanges'
  | 'waitForExchange'
  | 'exportHar'
  | 'replayExchanges'
  | 'listStrangers'
>

/** Where the mock was reached. */
export function addressOf(host = '127.0.0.1:4010'): string {
  return `http://${host}`
}
