import { readAgenda } from '../agenda.ts'
import { advance, clockView, setClock } from '../clock.ts'
import { listTransitions } from '../event-views.ts'
import type { ControlHandlers } from '../handler.ts'
import { instantOf } from '../time.ts'

export const clock = {
  readClock: (_, { hosted }) => ({ status: 200, body: clockView(hosted.workspace) }),
  setClock: ({ body }, { hosted }) => ({ status: 200, body: setClock(hosted.workspace, body) }),
  readAgenda: ({ query }, { hosted }) => ({ status: 200, body: readAgenda(hosted.workspace, query.limit) }),
  listTransitions({ query }, { hosted }) {
    const since = query.since === undefined ? undefined : instantOf(query.since, 'query.since')
    return { status: 200, body: { data: listTransitions(hosted, { ...query, since }) } }
  },
  advanceClock: ({ body }, { hosted }) => ({ status: 200, body: advance(hosted.workspace, body) }),
} satisfies ControlHandlers<'readAgenda' | 'listTransitions' | 'readClock' | 'setClock' | 'advanceClock'>
