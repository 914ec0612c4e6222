// One workflow: its steps, its figures and its runs.
import { useState } from 'preact/hooks'
import { actor, service } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Check, TextField } from '../kit/fields.tsx'
import { Figures } from '../kit/figures.tsx'
import { Problem } from '../kit/loaded.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { Compact, costText, counted, durationText, percentText, Status, Time } from '../kit/values.tsx'
import { go, href } from '../routes.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useService } from '../state/reads.ts'
import { CallDialog } from './parts/call-dialog.tsx'
import { KeySelect } from './parts/key-select.tsx'
import { inputText, StepLine } from './parts/workflow-steps.tsx'

export function WorkflowScreen({ id }: { id: string }) {
  const path = { workflow_id: id }
  const read = useService('getWorkflow', { path })
  const summary = useService('getWorkflowRunsSummary', { path })
  const runs = useService('listWorkflowRuns', { path, query: { limit: 100 } })
  const workflow = read.data
  return (
    <Page
      title={workflow?.name ?? 'Workflow'}
      status={workflow?.status}
      note={workflow?.description}
      actions={
        workflow?.status === 'active' ? (
          <Button
            kind="primary"
            icon="runs"
            onClick={() => showDialog(() => <StartWorkflow workflow={workflow} />)}
          >
            Start
          </Button>
        ) : null
      }
    >
      {read.error && !workflow ? <Problem error={read.error} /> : null}
      {summary.data ? (
        <Figures
          rows={[
            ['Runs', summary.data.runs, counted(summary.data.test_runs, 'test run')],
            [
              'Success',
              textOr(percentText, summary.data.success_rate),
              counted(summary.data.objections, 'objection'),
            ],
            [
              'Cost of a run',
              textOr(costText, summary.data.average_cost_euros),
              `${costText(summary.data.cost_euros)} in all`,
            ],
            [
              'Takes',
              textOr(seconds => durationText(seconds * 1_000), summary.data.average_duration_seconds),
              'on average, waiting left out',
            ],
          ]}
        />
      ) : null}
      {workflow ? (
        <Panel title="Steps">
          <StepLine steps={workflow.steps} />
        </Panel>
      ) : null}
      <ReadPanel
        title="Runs"
        flush
        read={runs}
        empty={<Empty title="No runs yet" text="Start one and see its steps as they happen." />}
      >
        {({ data }) => (
          <Table
            rows={data}
            columns={[
              { head: 'Status', cell: ({ status }) => <Status value={status} /> },
              {
                head: 'Input',
                width: '1fr',
                cell: run => (
                  <>
                    <a href={href(['workflows', id, 'runs', run.id])}>{inputText(run) || run.id}</a>{' '}
                    {run.test ? <span class="tag">test</span> : null}{' '}
                    {run.had_objection ? <span class="tag">objection</span> : null}
                  </>
                ),
              },
              { head: 'Cost', align: 'end', cell: ({ cost_euros }) => costText(cost_euros) },
              { head: 'Tokens', align: 'end', cell: ({ tokens }) => <Compact value={tokens.total} /> },
              {
                head: 'Worked',
                align: 'end',
                cell: ({ duration_seconds }) => durationText(duration_seconds * 1_000),
              },
              { head: 'Started', align: 'end', cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        )}
      </ReadPanel>
    </Page>
  )
}

const textOr = (text: (value: number) => string, value: number | null) => (value === null ? '–' : text(value))

/** The dialog that starts it. */
function StartWorkflow({ workflow: { id, name } }: { workflow: Schemas['Workflow'] }) {
  const [task, setTask] = useState('Supplier: Petit Frères.')
  const [group, setGroup] = useState('')
  const [test, setTest] = useState(false)
  const [key, setKey] = useState(actor())
  const query = { test: test || undefined, group_id: group }
  const wanted = { path: { workflow_id: id }, query, body: { task } }
  return (
    <CallDialog
      title={`Start ${name}`}
      verb="Start"
      call={service('startWorkflowRun', wanted, key)}
      said={`${name} has started`}
      onDone={({ run_id }) => go(href(['workflows', id, 'runs', run_id]))}
      beside={<KeySelect value={key} onChange={setKey} verb="Start" scope="workflows:run" />}
    >
      <TextField label="Task" rows={2} value={task} onChange={setTask} />
      <TextField label="Group (optional)" value={group} onChange={setGroup} />
      <Check label="A test run" value={test} onChange={setTest} />
    </CallDialog>
  )
}
