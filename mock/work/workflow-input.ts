// The input of an agent step: its own instruction, the input of the workflow run, and the output before it.
import type { StepRunRow, WorkflowRunRow, WorkflowStepRow } from '../world/workflows.ts'

/**
 * The input of a step's run: the texts that the workflow run was started with; `task` with the step's instruction;
 * `previous_output` with what the last agent step handed on; and, behind a gate, `gate_outcome` and `gate_comment`.
 *
 * An instruction may say where things go: `Check {{previous}} for {{input.customer}}.`
 */
export function stepInput(run: WorkflowRunRow, step: WorkflowStepRow): Record<string, string> {
  const before = stepsBefore(run, step)
  const previous = outputOf(before)
  const gate = before.at(-1)?.decision
  return {
    ...run.input,
    ...(previous === null ? {} : { previous_output: previous }),
    ...(gate ? { gate_outcome: gate.outcome } : {}),
    ...(gate?.comment ? { gate_comment: gate.comment } : {}),
    task: taskOf(run, step, previous),
  }
}

/** The description that a person reads at a gate: its instruction, and the output to be judged. */
export function gateDescription(run: WorkflowRunRow, step: WorkflowStepRow): string {
  const previous = outputOf(stepsBefore(run, step))
  const instruction = step.instruction === null ? null : fill(step.instruction, run, previous)
  return [instruction, previous].filter(text => text !== null).join('\n\n')
}

function stepsBefore({ steps }: WorkflowRunRow, { id }: WorkflowStepRow): StepRunRow[] {
  const at = steps.findIndex(({ stepId }) => stepId === id)
  return steps.slice(0, at)
}

/** The output of the last of these steps that has one; gates have none. */
function outputOf(steps: readonly StepRunRow[]): string | null {
  return steps.findLast(step => step.output !== null)?.output ?? null
}

function taskOf(run: WorkflowRunRow, step: WorkflowStepRow, previous: string | null): string {
  if (step.instruction === null) return run.input.task ?? step.name
  const instruction = fill(step.instruction, run, previous)
  const saysWhere = /\{\{\s*input\.task\s*\}\}/.test(step.instruction)
  return run.input.task === undefined || saysWhere ? instruction : `${instruction}\n\n${run.input.task}`
}

function fill(text: string, run: WorkflowRunRow, previous: string | null): string {
  return text.replace(/\{\{\s*(previous|input\.([\w.-]+))\s*\}\}/g, (_, name: string, key: string) =>
    name === 'previous' ? (previous ?? '') : (run.input[key] ?? ''),
  )
}
