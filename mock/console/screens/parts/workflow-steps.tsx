// The steps of a workflow or of one of its runs, and the input of a run.
import type { Schemas } from '../../calls/types.ts'
import { Icon } from '../../kit/icon.tsx'
import { Avatar, costText, MaybeLink, Status } from '../../kit/values.tsx'
import { href } from '../../routes.ts'

/** The input of a workflow run in one line. */
export function inputText({ input }: Schemas['WorkflowRun']): string {
  return Object.values(input ?? {})
    .map(String)
    .join(', ')
}

/** Steps stand in a line, because each has a position. */
export function StepLine(props: { steps: readonly Schemas['WorkflowStep' | 'WorkflowRunStep'][] }) {
  return (
    <ol class="steps">
      {props.steps.map(step => {
        const status = 'status' in step ? step.status : undefined
        return (
          <li key={step.position} class={`step stack tight ${step.kind} ${status ?? ''}`}>
            <div class="row">
              {step.kind === 'gate' ? <Icon name="gate" /> : <Avatar name={step.agent_name ?? '?'} agent />}
              <span class="strong cut" title={step.name}>
                {step.name}
              </span>
            </div>
            <MaybeLink class="small muted cut" href={step.agent_id && href(['agents', step.agent_id])}>
              {step.agent_name ?? 'a person decides'}
            </MaybeLink>
            {status ? <Status value={status} /> : null}
            {'cost_euros' in step && step.cost_euros ? (
              <span class="small muted number">{costText(step.cost_euros)}</span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}
