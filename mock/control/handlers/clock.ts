import { advance, clockView, setClock } from '../clock.ts'
import type { ControlHandlers } from '../handler.ts'

export const clock = {
  readClock: (_, { hosted }) => ({ status: 200, body: clockView(hosted.workspace) }),
  setClock: ({ body }, { hosted }) => ({ status: 200, body: setClock(hosted.workspace, body) }),
  advanceClock: ({ body }, { hosted }) => ({ status: 200, body: advance(hosted.workspace, body) }),
} satisfies ControlHandlers<'readClock' | 'setClock' | 'advanceClock'>
