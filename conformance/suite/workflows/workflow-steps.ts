/** Matches the steps of a workflow with the steps of its runs. */

import { asId, findLike, findNamed, isObject, type Json, mentions } from '../../extract/find-value.ts'
import { listIn, rowsOfObjects } from '../../extract/list-rows.ts'
import { refIn } from '../../extract/record.ts'

/** Every id and name that may identify a step. */
const namesOf = (step: Json): string[] =>
  ['step_id', 'stepId', 'id', 'key', 'node_id', 'name', 'title', 'label', 'step_name', 'stepName'].flatMap(
    name => asId(step[name]) ?? [],
  )

export const isSameStep = (one: Json, other: Json): boolean => {
  const names = namesOf(other)
  return namesOf(one).some(name => names.includes(name))
}

/** Whether a reply names the step anywhere: steps may stand below others. */
export const isNamedIn = (body: unknown, step: Json): boolean =>
  namesOf(step).some(name => mentions(body, name))

/** Whether a row only repeats its step in the workflow, so that it says nothing of an execution. */
export const isDefinition = (row: Json, workflow: readonly Json[]): boolean =>
  workflow.some(
    step =>
      isSameStep(step, row) &&
      Object.entries(row).every(
        ([name, value]) =>
          JSON.stringify(step[name]) === JSON.stringify(value) || namesOf(step).includes(asId(value) ?? ''),
      ),
  )

/** Steps without an agent are gates, conditions or similar. */
export const hasAgent = (step: Json): boolean =>
  refIn(step, 'agent') !== undefined || isObject(step.agent) || typeof step.agent_name === 'string'

const GATE = /^(human_)?(gate|approval|review)$/i

/** Whether a step says of itself that it waits for a person: others without an agent may be conditions or the like. */
export const isGate = (step: Json): boolean =>
  !hasAgent(step) && findLike(step, /./, value => typeof value === 'string' && GATE.test(value)) !== undefined

export const stepsOfWorkflow = (body: unknown): Json[] => {
  const found = findNamed(body, 'steps', 4)?.value
  return Array.isArray(found) ? rowsOfObjects(found) : []
}

export const stepsOfRun = (body: unknown): Json[] => rowsOfObjects(listIn(body, ['steps']) ?? [])

/**
 * The steps without an agent that a finished run has no data for, although it has data for every agent step before and
 * after.
 */
export function passedOver(workflow: readonly Json[], run: readonly Json[]): Json[] {
  const done = (step: Json) => run.some(row => isSameStep(step, row))
  const withAgent = workflow.filter(hasAgent)
  if (withAgent.length === 0 || !withAgent.every(done)) return []
  const last = workflow.findLastIndex(hasAgent)
  return workflow.slice(0, last).filter(step => !hasAgent(step) && namesOf(step).length > 0 && !done(step))
}
