import type { ControlHandlers } from '../handler.ts'
import { listSituations, triggerSituation } from '../situations.ts'

export const situations = {
  listSituations: () => ({ status: 200, body: { data: listSituations() } }),
  triggerSituation: ({ path }, { hosted }) => ({
    status: 200,
    body: triggerSituation(hosted, path.situation),
  }),
} satisfies ControlHandlers<'listSituations' | 'triggerSituation'>
