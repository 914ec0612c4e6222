// Workflows, one of them, or one of its runs as a line of steps.
import { useEffect, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { service } from '../calls/call.ts'
import { Icon } from '../kit/icon.tsx'
import {
  Button,
  Dialog,
  Empty,
  Facts,
  Field,
  Figure,
  Loaded,
  Page,
  Panel,
  Problem,
  Tabs,
} from '../kit/parts.tsx'
import {
  Ago,
  Avatar,
  Compact,
  durationText,
  Id,
  moneyText,
  percentText,
  Status,
  Time,
} from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { actor, attempt } from '../state/acts.ts'
import { workspaceId } from '../state/live.ts'
import { useService } from '../state/reads.ts'
import { Audience } from './parts/audience.tsx'
import { Chat } from './parts/chat.tsx'
import { DecideButtons } from './parts/decide.tsx'
import { KeySelect } from './parts/key-select.tsx'
import { RunHistory, useChat } from './run.tsx'

type Workflow = components['schemas']['Workflow']
type WorkflowStep = components['schemas']['WorkflowStep']
type RunStep = components['schemas']['WorkflowRunStep']
type WorkflowRun = components['schemas']['WorkflowRun']

const names = ['workflow_runs', 'workflows', 'runs', 'approvals', 'control', '*']

export default function Workflows({ path }: { path: readonly string[] }) {
  const [ws = '', , id, , run] = path
  useEffect(() => {
    document.title = 'Workflows · Agent Work mock'
  }, [])
  if (run && id) return <WorkflowRunScreen ws={ws} id={id} run={run} key={run} />
  return id ? <WorkflowScreen ws={ws} id={id} key={id} /> : <WorkflowList ws={ws} />
}

function WorkflowList({ ws }: { ws: string }) {
  const read = useService('listWorkflows', { query: { limit: 100 } }, names)
  const usage = useService('getWorkflowRunUsage', {}, names)
  return (
    <Page
      title="Workflows"
      note={
        usage.data
          ? `${usage.data.used} of ${usage.data.limit} runs of this month’s plan are used.`
          : 'Steps by agents, with gates that people decide.'
      }
    >
      <Loaded read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Panel>
              <Empty title="No workflows">
                <p>This workspace has none; a workspace made from the demo has seven.</p>
              </Empty>
            </Panel>
          ) : (
            <div class="tiles">
              {data.map(workflow => (
                <WorkflowTile workflow={workflow} ws={ws} key={workflow.id} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function WorkflowTile({ workflow, ws }: { workflow: Workflow; ws: string }) {
  const summary = useService('getWorkflowRunsSummary', { path: { workflow_id: workflow.id } }, names)
  const { data } = summary
  const waiting = data?.by_status.waiting ?? 0
  return (
    <section class="panel tile">
      <div class="row between">
        <h2 class="cut">
          <a class="cover" href={href([ws, 'workflows', workflow.id])}>
            {workflow.name}
          </a>
        </h2>
        <Status value={workflow.status} />
      </div>
      <p class="muted grow">{workflow.description}</p>
      <div class="row wrap small soft">
        <span>{workflow.step_count} steps</span>
        {data ? <span>{data.runs} runs</span> : null}
        {data && data.success_rate !== null ? <span>{percentText(data.success_rate)} succeed</span> : null}
        {data ? <span class="number">{moneyText(data.cost_euros)}</span> : null}
        {waiting > 0 ? <span class="tag amber">{waiting} waiting</span> : null}
      </div>
    </section>
  )
}

function WorkflowScreen({ ws, id }: { ws: string; id: string }) {
  const path = { workflow_id: id }
  const read = useService('getWorkflow', { path }, names)
  const summary = useService('getWorkflowRunsSummary', { path }, names)
  const runs = useService('listWorkflowRuns', { path, query: { limit: 100 } }, names)
  const [isStarting, setStarting] = useState(false)
  const workflow = read.data
  return (
    <Page
      title={
        workflow ? (
          <span class="row wrap">
            {workflow.name} <Status value={workflow.status} />
          </span>
        ) : (
          'Workflow'
        )
      }
      note={workflow?.description}
      actions={
        workflow?.status === 'active' ? (
          <Button kind="primary" icon="runs" onClick={() => setStarting(true)}>
            Start
          </Button>
        ) : null
      }
    >
      {read.error && !workflow ? <Problem error={read.error} /> : null}
      {summary.data ? (
        <dl class="figures">
          <Figure label="Runs" note={`${summary.data.test_runs} of them tests`}>
            {summary.data.runs}
          </Figure>
          <Figure label="Success" note={`${summary.data.objections} objections`}>
            {summary.data.success_rate === null ? '–' : percentText(summary.data.success_rate)}
          </Figure>
          <Figure label="Cost of a run" note={`${moneyText(summary.data.cost_euros)} in all`}>
            {summary.data.average_cost_euros === null ? '–' : moneyText(summary.data.average_cost_euros)}
          </Figure>
          <Figure label="Takes" note="on average, waiting left out">
            {summary.data.average_duration_seconds === null
              ? '–'
              : durationText(summary.data.average_duration_seconds * 1_000)}
          </Figure>
        </dl>
      ) : null}
      {workflow ? (
        <Panel title="Steps">
          <StepLine steps={workflow.steps} ws={ws} />
        </Panel>
      ) : null}
      <Panel title="Runs" flush>
        <Loaded read={runs}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No runs yet">
                <p>Start one and see its steps as they happen.</p>
              </Empty>
            ) : (
              <div class="table-frame">
                <table class="table">
                  <thead>
                    <tr>
                      <th scope="col">Status</th>
                      <th scope="col">Input</th>
                      <th scope="col" class="right">
                        Cost
                      </th>
                      <th scope="col" class="right">
                        Tokens
                      </th>
                      <th scope="col" class="right">
                        Worked
                      </th>
                      <th scope="col" class="right">
                        Started
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.map(run => (
                      <tr key={run.id}>
                        <td>
                          <Status value={run.status} />
                        </td>
                        <td class="wide cut">
                          <a href={href([ws, 'workflows', id, 'runs', run.id])}>{inputText(run) || run.id}</a>{' '}
                          {run.test ? <span class="tag">test</span> : null}{' '}
                          {run.had_objection ? <span class="tag amber">objection</span> : null}
                        </td>
                        <td class="right number">{moneyText(run.cost_euros)}</td>
                        <td class="right">
                          <Compact value={run.tokens.total} />
                        </td>
                        <td class="right number">{durationText(run.duration_seconds * 1_000)}</td>
                        <td class="right">
                          <Time at={run.created_at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </Loaded>
      </Panel>
      {isStarting && workflow ? (
        <StartWorkflow workflow={workflow} ws={ws} onClose={() => setStarting(false)} />
      ) : null}
    </Page>
  )
}

function inputText({ input }: WorkflowRun): string {
  return Object.values(input ?? {})
    .map(String)
    .join(', ')
}

type AnyStep = (WorkflowStep & Partial<RunStep>) | RunStep

/** Steps stand in a line, because each has a position. */
function StepLine({
  steps,
  ws,
  chosen,
}: {
  steps: readonly AnyStep[]
  ws: string
  chosen?: string | undefined
}) {
  return (
    <ol class="steps">
      {steps.map(step => {
        const status = 'status' in step ? step.status : undefined
        const id = 'step_id' in step && step.step_id ? step.step_id : 'id' in step ? step.id : ''
        return (
          <li key={id} class={`step ${step.kind} ${status ?? ''} ${chosen === id ? 'is-chosen' : ''}`}>
            <div class="row">
              {step.kind === 'gate' ? <Icon name="gate" /> : <Avatar name={step.agent_name ?? '?'} agent />}
              <span class="strong cut" title={step.name}>
                {step.name}
              </span>
            </div>
            {step.agent_name && step.agent_id ? (
              <a class="small muted cut" href={href([ws, 'agents', step.agent_id])}>
                {step.agent_name}
              </a>
            ) : (
              <span class="small muted">a person decides</span>
            )}
            {status ? <Status value={status} /> : null}
            {'cost_euros' in step && step.cost_euros ? (
              <span class="small muted number">{moneyText(step.cost_euros)}</span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

function WorkflowRunScreen({ ws, id, run: runId }: { ws: string; id: string; run: string }) {
  const path = { workflow_id: id, run_id: runId }
  const on = [...names, 'running']
  const read = useService('getWorkflowRun', { path }, on)
  const steps = useService('listWorkflowRunSteps', { path }, on)
  const run = read.data
  const events = useChat(run?.shared_chat_id ?? null)
  const tab = place.value.query.get('tab') ?? 'steps'
  const gate = steps.data?.data.find(({ status, approval_id }) => status === 'waiting' && approval_id)
  const approval = useService(
    'getApproval',
    gate?.approval_id ? { path: { approval_id: gate.approval_id } } : null,
    ['approvals', '*'],
  )
  if (!run)
    return (
      <Page title="Workflow run" note={<Id id={runId} whole />}>
        {read.error ? <Problem error={read.error} /> : null}
        {read.error ? (
          <Panel title="Who sees it">
            <Audience ws={ws} id={runId} />
          </Panel>
        ) : null}
      </Page>
    )
  return (
    <Page
      title={
        <span class="row wrap">
          {run.workflow_name} <Status value={run.status} />
        </span>
      }
      note={
        <span class="row wrap">
          <a href={href([ws, 'workflows', id])}>All runs</a> <Id id={run.id} /> started{' '}
          <Ago at={run.created_at} /> {run.test ? <span class="tag">test</span> : null}
        </span>
      }
    >
      <dl class="figures">
        <Figure label="Cost">{moneyText(run.cost_euros)}</Figure>
        <Figure label="Tokens">
          <Compact value={run.tokens.total} />
        </Figure>
        <Figure label="Worked">{durationText(run.duration_seconds * 1_000)}</Figure>
        <Figure label="Steps">
          {steps.data
            ? `${steps.data.data.filter(({ status }) => status === 'completed').length} of ${steps.data.data.length}`
            : '–'}
        </Figure>
      </dl>
      {approval.data?.status === 'pending' ? (
        <Panel title={`The gate waits: ${approval.data.title}`} class="attention">
          <div class="row between wrap">
            <p>{approval.data.description}</p>
            <DecideButtons approval={approval.data} />
          </div>
        </Panel>
      ) : null}
      <Panel title="Steps">
        {steps.data ? (
          <StepLine steps={steps.data.data} ws={ws} chosen={run.current_step_id ?? undefined} />
        ) : null}
      </Panel>
      <div class="columns">
        <Panel flush label="What happened">
          <Tabs
            label="About the workflow run"
            current={tab}
            tabs={[
              { id: 'steps', text: 'Results', href: hrefHere({ tab: null }) },
              { id: 'chat', text: 'Shared chat', href: hrefHere({ tab: 'chat' }) },
              { id: 'audience', text: 'Who sees it', href: hrefHere({ tab: 'audience' }) },
            ]}
          />
          <div class="body">
            {tab === 'steps' ? (
              <ol class="history">
                {(steps.data?.data ?? [])
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
                          {step.run_id ? <a href={href([ws, 'runs', step.run_id])}>Its run</a> : null}
                          {step.approval_id ? (
                            <a href={href([ws, 'waiting'], { approval: step.approval_id })}>Its approval</a>
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
            ) : null}
            {tab === 'chat' ? <Chat events={events} isWorking={run.status === 'running'} /> : null}
            {tab === 'audience' ? <Audience ws={ws} id={run.id} /> : null}
          </div>
        </Panel>
        <div class="stack loose">
          <Panel title="The workflow run">
            <Facts
              rows={[
                ['Input', inputText(run) || '–'],
                ['Group', run.group_id],
                ['Objection', run.had_objection ? 'yes, and it went on' : null],
                ['Finished', run.finished_at ? <Time key="finished" at={run.finished_at} /> : null],
              ]}
            />
          </Panel>
          <RunHistory ws={ws} id={run.id} />
        </div>
      </div>
    </Page>
  )
}

function StartWorkflow({ workflow, ws, onClose }: { workflow: Workflow; ws: string; onClose: () => void }) {
  const [task, setTask] = useState('Supplier: Petit Frères.')
  const [group, setGroup] = useState('')
  const [test, setTest] = useState(false)
  const [key, setKey] = useState(actor())
  const [error, setError] = useState<Error>()
  const start = async () => {
    try {
      const query = { ...(test ? { test } : {}), ...(group ? { group_id: group } : {}) }
      const wanted = { path: { workflow_id: workflow.id }, query, body: { task } }
      const call = service('startWorkflowRun', wanted, `${workspaceId.value}/${key}`)
      const { run_id } = await attempt<{ run_id: string }>(call, { said: `${workflow.name} has started` })
      onClose()
      go(href([ws, 'workflows', workflow.id, 'runs', run_id]))
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title={`Start ${workflow.name}`}
      onClose={onClose}
      onSubmit={() => void start()}
      footer={
        <>
          <Button type="submit" kind="primary">
            Start
          </Button>
          <span class="muted">as</span>
          <span class="key-select">
            <KeySelect value={key} onChange={setKey} label="Start as" scope="workflows:run" />
          </span>
        </>
      }
    >
      <Field label="Task">
        <textarea
          class="textarea"
          rows={2}
          value={task}
          onInput={event => setTask(event.currentTarget.value)}
        />
      </Field>
      <Field label="Group (optional)">
        <input class="input" value={group} onInput={event => setGroup(event.currentTarget.value)} />
      </Field>
      <label class="check">
        <input type="checkbox" checked={test} onChange={event => setTest(event.currentTarget.checked)} /> A
        test run
      </label>
      {error ? <Problem error={error} /> : null}
    </Dialog>
  )
}
