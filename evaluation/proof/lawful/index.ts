/** The table of dimensions: everything in which lawful deployments differ. */
import { type Gap, type GapId, gaps } from '#openapi'
import { agentsAndApprovals } from './agents-and-approvals.ts'
import { billing } from './billing.ts'
import { completions } from './completions.ts'
import type { Dimension } from './dimension.ts'
import { figures } from './figures.ts'
import { forms } from './forms.ts'
import { keptValues } from './kept.ts'
import { lists } from './lists.ts'
import { messages } from './messages.ts'
import { othersAtWork } from './others.ts'
import { permissions } from './permissions.ts'
import { refusals } from './refusals.ts'
import { runs } from './runs.ts'
import { states } from './states.ts'
import { taskChanges } from './task-changes.ts'
import { taskNumbers } from './task-numbers.ts'
import { taskForms } from './tasks.ts'
import { timing } from './timing.ts'
import { unstated } from './unstated.ts'
import { visible } from './visible.ts'
import { wire } from './wire.ts'
import { workflows } from './workflows.ts'

const LIMITS = new Set<GapId>([
  'analytics-rate-limits',
  'rate-limit-window',
  'rate-limit-subject',
  'status-rate-limited',
  'rate-limit-headers',
])

/** Gaps with an answer that leaves little to be seen. */
const RARE = new Set<GapId>([
  'start-run-on-busy-agent',
  'task-run-spawn',
  'run-visibility',
  'workflow-visibility',
  'chat-stream-resume',
  'chat-stream-after-end',
  'unknown-body-fields',
  'stream-default',
])

const ofGap = ({ id, title, silence, section, answers, default: usual }: Gap): Dimension => ({
  id: `gap/${id}`,
  what: title,
  lawful: `${section}: ${silence}`,
  choices: Object.fromEntries(
    answers
      .filter(answer => answer.id !== usual)
      .map(answer => [answer.id, () => ({ profile: { [id]: answer.id } })]),
  ),
  ...(RARE.has(id) && { weight: 0.3 }),
  ...(LIMITS.has(id) && { limits: true as const }),
})

export const allDimensions: readonly Dimension[] = [
  ...gaps.filter(gap => !gap.observed_only).map(ofGap),
  ...unstated,
  ...refusals,
  ...messages,
  ...lists,
  ...figures,
  ...forms,
  ...billing,
  ...completions,
  ...states,
  ...othersAtWork,
  ...runs,
  ...visible,
  ...agentsAndApprovals,
  ...workflows,
  ...taskNumbers,
  ...taskForms,
  ...taskChanges,
  ...permissions,
  ...timing,
  ...keptValues,
  ...wire,
]
