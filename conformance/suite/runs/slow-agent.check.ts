/** Runs caught while they work: paused, resumed, cancelled, stopped, and all that is refused on the way. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import { cancel } from './cancel.check.ts'
import { pause } from './pause.check.ts'
import { stopPaused } from './stop-paused.check.ts'

/** Agents that are over in a moment are caught best when nothing else of ours is under way. */
const alone = (first: Scenario): Scenario =>
  scenario({
    ...first,
    id: `${first.id}-alone`,
    title: `${first.title}; tried again with nothing beside it`,
    alone: true,
  })

export const slowScenarios: readonly Scenario[] = [pause, cancel, stopPaused, alone(pause), alone(cancel)]
