/** What the parts of the page ask of the view. */
import type { DeploymentView, Standing } from '../view.ts'
import { isDrift, REACHABLE } from './row-names.ts'

/** The verdicts of each requirement, oldest first. */
export const byRequirement = ({ verdicts, drift }: DeploymentView): Map<string, Standing[]> =>
  Map.groupBy([...verdicts, ...drift], one => one.requirement)

/** The name of a row in a list. */
export const nameOf = (id: string) => (id === REACHABLE ? 'answers' : isDrift(id) ? 'twin' : id)

/** How many differences from the twin there are now. */
export const driftedIn = ({ drift }: DeploymentView): number =>
  drift.filter(one => one.until === null && one.verdict === 'drifted').length

/** The present verdicts, but for whether the deployment answers. */
export const present = ({ verdicts }: DeploymentView): Standing[] =>
  verdicts.filter(one => one.until === null && one.requirement !== REACHABLE)

export const outageOf = ({ verdicts }: DeploymentView): Standing | undefined =>
  verdicts.find(one => one.until === null && one.requirement === REACHABLE && one.verdict === 'violated')

/** The verdict at a moment; undefined where there was none yet. */
export const verdictAt = (standings: readonly Standing[], time: number): Standing | undefined =>
  standings.findLast(one => one.since <= time && (one.until === null || one.until > time))
