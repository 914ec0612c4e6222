// Workflows, or one of them.
import type { Schemas } from '../calls/types.ts'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { counted, moneyText, percentText, Status } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { useService } from '../state/reads.ts'
import { WorkflowScreen } from './workflow.tsx'
import { WorkflowRunScreen } from './workflow-run.tsx'

export default function Workflows({ path }: { path: readonly string[] }) {
  const [, , id, , run] = path
  if (run && id) return <WorkflowRunScreen id={id} run={run} key={run} />
  return id ? <WorkflowScreen id={id} key={id} /> : <WorkflowList />
}

function WorkflowList() {
  const read = useService('listWorkflows', { query: { limit: 100 } })
  const usage = useService('getWorkflowRunUsage', {})
  return (
    <Page
      title="Workflows"
      note={
        usage.data
          ? `${usage.data.used} of ${usage.data.limit} runs of this month’s plan are used.`
          : 'Steps by agents, with gates that people decide.'
      }
    >
      <Loaded
        read={read}
        empty={
          <Panel>
            <Empty
              title="No workflows"
              text="This workspace has none; a workspace made from the demo has some."
            />
          </Panel>
        }
      >
        {({ data }) => (
          <div class="tiles">
            {data.map(workflow => (
              <WorkflowTile workflow={workflow} key={workflow.id} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function WorkflowTile({ workflow }: { workflow: Schemas['Workflow'] }) {
  const summary = useService('getWorkflowRunsSummary', { path: { workflow_id: workflow.id } })
  const { data } = summary
  const waiting = data?.by_status.waiting ?? 0
  return (
    <section class="panel tile stack">
      <div class="row between">
        <h2 class="cut">
          <a class="cover" href={href(['workflows', workflow.id])}>
            {workflow.name}
          </a>
        </h2>
        <Status value={workflow.status} />
      </div>
      <p class="muted grow">{workflow.description}</p>
      <div class="row wrap small soft">
        <span>{counted(workflow.step_count, 'step')}</span>
        {data ? <span>{counted(data.runs, 'run')}</span> : null}
        {data && data.success_rate !== null ? <span>{percentText(data.success_rate)} succeed</span> : null}
        {data ? <span class="number">{moneyText(data.cost_euros)}</span> : null}
        {waiting > 0 ? <span class="tag amber">{waiting} waiting</span> : null}
      </div>
    </section>
  )
}
