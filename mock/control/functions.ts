// The function of every operation of control.yaml; one that is missing does not compile.
import { about } from './about.ts'
import { audience } from './audience.ts'
import { clock } from './clock.ts'
import { conformance } from './conformance.ts'
import type { ControlFunctions } from './control-function.ts'
import { diagnosis } from './diagnosis.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { find } from './find.ts'
import { insight } from './insight.ts'
import { journal } from './journal.ts'
import { keys } from './keys.ts'
import { money } from './money.ts'
import { moving } from './moving.ts'
import { people } from './people.ts'
import { policy } from './policy.ts'
import { situations } from './situations.ts'
import { snapshots } from './snapshots.ts'
import { workspaces } from './workspaces.ts'
import { world } from './world.ts'

export const controlFunctions = {
  ...about,
  ...workspaces,
  ...moving,
  ...clock,
  ...people,
  ...keys,
  ...money,
  ...policy,
  ...world,
  ...snapshots,
  ...conformance,
  ...journal,
  ...faults,
  ...situations,
  ...insight,
  ...diagnosis,
  ...audience,
  ...find,
  ...events,
} satisfies ControlFunctions
