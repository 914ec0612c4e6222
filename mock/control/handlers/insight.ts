import type { ControlHandlers } from '../handler.ts'
import { explainExchange, explainOne, readConduct, readCoverage } from '../insight.ts'
import { addressOf } from './journal.ts'

export const insight = {
  explainExchange({ path, header }, { realm }) {
    return { status: 200, body: explainExchange(realm.hub, path.exchange_id, addressOf(header.Host)) }
  },
  explainThing({ path, header }, { realm, tenancy }) {
    return { status: 200, body: explainOne(realm.hub, tenancy, path.thing_id, addressOf(header.Host)) }
  },
  readConduct({ query }, { tenancy }) {
    return { status: 200, body: readConduct(tenancy, query.fail_on.split(',')) }
  },
  readCoverage: ({ query }, { tenancy }) => ({ status: 200, body: readCoverage(tenancy, query) }),
  readTotalCoverage: ({ query }, { realm }) => ({ status: 200, body: readCoverage(realm.hub, query) }),
} satisfies ControlHandlers<
  'explainExchange' | 'explainThing' | 'readConduct' | 'readCoverage' | 'readTotalCoverage'
>
