import { advance, clockView, setClock } from '../clock.ts'
import type { ControlHandlers } from '../handler.ts'

export const clock = {
  readClock: (_, { tenancy }) => ({ status: 200, body: clockView(tenancy.workspace) }),
  setClock: ({ body }, { tenancy }) => ({ status: 200, body: setClock(tenancy.workspace, body) }),
  advanceClock: ({ body }, { tenancy }) => ({ status: 200, body: advance(tenancy.workspace, body) }),
} satisfies ControlHandlers<'readClock' | 'setClock' | 'advanceClock'>
