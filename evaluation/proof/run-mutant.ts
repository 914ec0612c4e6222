/** Runs one mutant against the scenarios that may judge its requirement. */
import { verdictsOn } from '../../conformance/index.ts'
import { suite } from '../../conformance/suite/index.ts'
import type { Deployments } from './deployments.ts'
import type { Mutant } from './mutants/index.ts'

export interface MutantResult {
  readonly id: string
  readonly requirement: string
  readonly what: string
  /** The verdict on the requirement; only `violated` is a kill. */
  readonly verdict: string
  /** The suite's sentence. */
  readonly said: string
  readonly ms: number
}

export async function runMutant(deployments: Deployments, mutant: Mutant): Promise<MutantResult> {
  const started = performance.now()
  using deployment = deployments.open(mutant.make)
  const { id, requirement, what, scenarios, beside = [] } = mutant
  const unknown = beside.find(name => suite.every(one => one.id !== name))
  if (unknown !== undefined)
    throw new Error(`${id} wants ${unknown} beside it, and there is no such scenario`)
  const chosen = suite.filter(
    one =>
      (one.requirements.includes(requirement) &&
        (scenarios === undefined || scenarios.some(beginning => one.id.startsWith(beginning)))) ||
      beside.includes(one.id),
  )
  const only = [requirement, ...beside.filter(name => chosen.some(one => one.id === name))]
  const options = { only, journal: false, scenarios: chosen } as const
  const { problems, verdicts } = await verdictsOn(deployment.target, options)
  const judged = verdicts.get(requirement)
  const first = judged?.findings.find(({ kind }) => kind === judged.verdict)
  return {
    id,
    requirement,
    what,
    verdict: judged?.verdict ?? 'not selected',
    said: problems[0] ?? (first ? `${first.scenario}: ${first.sentence}` : 'nothing'),
    ms: Math.round(performance.now() - started),
  }
}
