/** Runs caught while they work: paused, resumed, cancelled, stopped, and what is refused meanwhile. */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import { cancel } from './cancel.check.ts'
import { pause } from './pause.check.ts'
import { stopPaused } from './stop-paused.check.ts'

/** Quick agents are easier to catch while no other scenario runs. */
const alone = (first: Scenario): Scenario =>
  scenario({
    ...first,
    id: `${first.id}-alone`,
    title: `${first.title}; tried again with nothing beside it`,
    turn: 'alone',
  })

export const slowScenarios: readonly Scenario[] = [pause, cancel, stopPaused, alone(pause), alone(cancel)]
