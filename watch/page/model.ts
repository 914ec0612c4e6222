/** What rows are about, and what the parts of the page ask of the view. */
import type { DeploymentView, Standing } from '../view.ts'

interface Statements {
  readonly requirements: Readonly<Record<string, { readonly statement: string }>>
}

/** Beside the requirements of the specification: whether the deployment answers and accepts its keys. */
export const REACHABLE = 'REACHABLE'

/** Beside the requirements, too: that replies were compared with the twin. Each difference is a row whose name begins so. */
export const TWIN = 'TWIN'

export const isDrift = (id: string) => id.startsWith(TWIN)

/** The difference that a row is about; empty for the comparison as a whole. */
export const differenceIn = (id: string) => id.slice(TWIN.length + 1)

export const statementIn = ({ requirements }: Statements, id: string): string =>
  id === REACHABLE
    ? 'The deployment answers, and accepts its keys.'
    : isDrift(id)
      ? differenceIn(id)
      : (requirements[id]?.statement ?? '')

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
