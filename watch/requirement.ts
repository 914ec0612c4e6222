/** The requirements that a watch knows: those of the specification, and that the deployment answers at all. */
import { type Requirement, requirements } from '../conformance/requirements/contract.ts'
import { differenceIn, isDrift, REACHABLE } from './seen.ts'

const byId = new Map(requirements.map(row => [row.id, row]))

/** Undefined for one that this version of the specification does not have, such as one of an older store. */
export const requirementOf = (id: string): Requirement | undefined => byId.get(id)

export const statementOf = (id: string): string =>
  id === REACHABLE
    ? 'The deployment answers, and accepts its keys.'
    : isDrift(id)
      ? differenceIn(id)
      : (byId.get(id)?.statement ?? '')
