// One run of a workflow: its steps and their results, its gate, and its shared chat.
import type { Schemas } from '../calls/types.ts'
import { Facts, Figures } from '../kit/figures.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { TabPanels } from '../kit/tabs.tsx'
import { kindOf, Timeline, type TimelineRow } from '../kit/timeline.tsx'
import { Ago, Compact, costText, durationText, Id, Status, Time } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { now } from '../state/live.ts'
import { useChat, useService } from '../state/reads.ts'
import { Audience, NotShown } from './parts/audience.tsx'
import { Chat } from './parts/chat.tsx'
import { PendingApproval } from './parts/decide.tsx'
import { HistoryPanels } from './parts/history.tsx'
import { inputText, StepLine } from './parts/workflow-steps.tsx'

function rowOf(step: Schemas['WorkflowRunStep']): TimelineRow {
  const { step_id, name, status, started_at, finished_at, run_id, approval_id, cost_euros } = step
  return {
    id: step_id,
    name,
    href: run_id
      ? href(['runs', run_id])
      : approval_id
        ? href(['waiting'], { approval: approval_id })
        : undefined,
    note: cost_euros ? costText(cost_euros) : status,
    spans: [started_at ?? []].flat().map(start => ({
      from: Date.parse(start),
      to: finished_at ? Date.parse(finished_at) : now.value,
      kind: kindOf[status] ?? 'ended',
      title: `${name}: ${status}`,
    })),
  }
}

export function WorkflowRunScreen({ id, run: runId }: { id: string; run: string }) {
  const path = { workflow_id: id, run_id: runId }
  const read = useService('getWorkflowRun', { path })
  const steps = useService('listWorkflowRunSteps', { path })
  const run = read.data
  const events = useChat(run?.shared_chat_id ?? null)
  const gate = steps.data?.data.find(({ status, approval_id }) => status === 'waiting' && approval_id)
  const completed = steps.data?.data.filter(({ status }) => status === 'completed').length
  if (!run) return <NotShown title="Workflow run" id={runId} {...{ read }} />
  return (
    <Page
      title={run.workflow_name}
      status={run.status}
      note={
        <span class="row wrap">
          <a href={href(['workflows', id])}>All runs</a> <Id id={run.id} /> started{' '}
          <Ago at={run.created_at} /> {run.test ? <span class="tag">test</span> : null}
        </span>
      }
    >
      <Figures
        rows={[
          ['Cost', costText(run.cost_euros)],
          ['Tokens', <Compact value={run.tokens.total} key="tokens" />],
          ['Worked', durationText(run.duration_seconds * 1_000)],
          ['Steps', steps.data ? `${completed} of ${steps.data.data.length}` : '–'],
        ]}
      />
      <PendingApproval
        id={gate?.approval_id}
        says={({ title, description }) => [`The gate waits: ${title}`, description]}
      />
      <Panel title="Steps">{steps.data ? <StepLine steps={steps.data.data} /> : null}</Panel>
      {steps.data ? (
        <Panel title="Over time">
          <Timeline
            label="The steps over time"
            noteHead="Cost or status"
            from={Date.parse(run.created_at)}
            to={run.finished_at ? Date.parse(run.finished_at) : now.value}
            rows={steps.data.data.map(step => rowOf(step))}
          />
        </Panel>
      ) : null}
      <div class="columns">
        <Panel flush label="What happened">
          <TabPanels
            label="About the workflow run"
            class="body"
            tabs={[
              ['steps', 'Results', () => <Results steps={steps.data?.data ?? []} />],
              ['chat', 'Shared chat', () => <Chat events={events} isWorking={run.status === 'running'} />],
              ['audience', 'Who sees it', () => <Audience id={run.id} />],
            ]}
          />
        </Panel>
        <div class="stack loose">
          <Panel title="The workflow run">
            <Facts
              of={{
                Input: inputText(run) || '–',
                Group: run.group_id,
                Objection: run.had_objection && 'yes, and it went on',
                Finished: run.finished_at && <Time at={run.finished_at} />,
              }}
            />
          </Panel>
          <HistoryPanels id={run.id} />
        </div>
      </div>
    </Page>
  )
}

/** What the steps that have started have given. */
function Results({ steps }: { steps: readonly Schemas['WorkflowRunStep'][] }) {
  return (
    <ol class="history">
      {steps
        .filter(({ started_at }) => started_at)
        .map(step => (
          <li key={step.step_id}>
            <Time at={step.started_at!} />
            <span class="stack tight">
              <span class="row wrap">
                <span class="strong">{step.name}</span> <Status value={step.status} />{' '}
                {step.decision ? <Status value={step.decision.outcome} /> : null}
              </span>
              {step.output ? <span class="soft">{step.output}</span> : null}
              <span class="row wrap small">
                {step.run_id ? (
                  <a href={href(['runs', step.run_id])}>
                    Its run <span class="only-read">of {step.name}</span>
                  </a>
                ) : null}
                {step.approval_id ? (
                  <a href={href(['waiting'], { approval: step.approval_id })}>
                    Its approval <span class="only-read">of {step.name}</span>
                  </a>
                ) : null}
                {step.finished_at ? (
                  <span class="muted">
                    {durationText(Date.parse(step.finished_at) - Date.parse(step.started_at!))}
                  </span>
                ) : null}
              </span>
            </span>
          </li>
        ))}
    </ol>
  )
}
