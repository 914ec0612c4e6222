// Every operation of control.yaml has its handler here; one that is missing does not compile.
import type { ControlHandlers } from '../handler.ts'
import { about } from './about.ts'
import { clock } from './clock.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { insight } from './insight.ts'
import { journal } from './journal.ts'
import { people } from './people.ts'
import { running } from './running.ts'
import { situations } from './situations.ts'
import { snapshots } from './snapshots.ts'
import { workspaces } from './workspaces.ts'
import { world } from './world.ts'

export const controlHandlers: ControlHandlers = {
  ...about,
  ...running,
  ...workspaces,
  ...clock,
  ...people,
  ...world,
  ...snapshots,
  ...journal,
  ...faults,
  ...situations,
  ...insight,
  ...events,
}
