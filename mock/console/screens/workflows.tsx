// Workflows, or one of them.
import { useEffect, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { Button, Empty, Figure, Loaded, Page, Panel, Problem } from '../kit/parts.tsx'
import { Compact, durationText, moneyText, percentText, Status, Time } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { useService } from '../state/reads.ts'
import { StartWorkflow } from './parts/start-workflow.tsx'
import { inputText, StepLine } from './parts/workflow-steps.tsx'
import { WorkflowRunScreen } from './workflow-run.tsx'

type Workflow = components['schemas']['Workflow']

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
