/** What the parts of the page ask of the view. */
import type { DeploymentView, Standing } from '../view.ts'
import { isDrift, presentOf, REACHABLE } from './row-names.ts'

/** The verdicts of each requirement, oldest first. */
export const byRequirement = ({ verdicts, drift }: DeploymentView): Map<string, Standing[]> =>
  Map.groupBy([...verdicts, ...drift], one => one.requirement)

/** The name of a row in a list. */
export const nameOf = (id: string) => (id === REACHABLE ? 'answers' : isDrift(id) ? 'twin' : id)

/** How many differences from the twin there are now. */
export const driftedIn = ({ drift }: DeploymentView): number =>
  drift.filter(one => one.until === null && one.verdict === 'drifted').length

/** Those of requirements: whether the deployment answers is none. */
export const present = (deployment: DeploymentView): Standing[] =>
  presentOf(deployment).filter(one => one.requirement !== REACHABLE)

/** How many requirements have each verdict. */
export function countsOf(deployment: DeploymentView) {
  const all = Map.groupBy(present(deployment), one => one.verdict)
  const count = (verdict: Standing['verdict']) => all.get(verdict)?.length ?? 0
  return { violated: count('violated'), met: count('met'), waived: count('waived') }
}

export const outageOf = (deployment: DeploymentView): Standing | undefined =>
  presentOf(deployment).find(one => one.requirement === REACHABLE && one.verdict === 'violated')

/** The verdict at a moment; undefined where there was none yet. */
export const verdictAt = (standings: readonly Standing[], time: number): Standing | undefined =>
  standings.findLast(one => one.since <= time && (one.until === null || one.until > time))
