// One run: its chat as it is written, its timeline, its growing cost, and the calls that it takes now.
import { service } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Facts, Figures } from '../kit/figures.tsx'
import { Json } from '../kit/json.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { TabPanels } from '../kit/tabs.tsx'
import { Ago, Compact, costText, countText, durationText, Id, Time } from '../kit/values.tsx'
import { go, href, rootHref } from '../routes.ts'
import { act } from '../state/acts.ts'
import type { ChatEvent } from '../state/live.ts'
import { useChat, useControl, useService } from '../state/reads.ts'
import { AnswerForm } from './parts/answer.tsx'
import { Audience, NotShown } from './parts/audience.tsx'
import { Chat } from './parts/chat.tsx'
import { CompareRuns } from './parts/compare.tsx'
import { PendingApproval } from './parts/decide.tsx'
import { HistoryPanel } from './parts/history.tsx'
import { usePeople } from './parts/names.ts'
import { RunStates } from './parts/run-states.tsx'
import { RunTimeline } from './parts/run-timeline.tsx'

export function RunScreen({ id }: { id: string }) {
  const read = useService('getRun', { path: { run_id: id } })
  if (!read.data) return <NotShown title="Run" {...{ id, read }} />
  return <RunPage run={read.data} />
}

function RunPage({ run }: { run: Schemas['Run'] }) {
  const events = useChat(run.chat_id)
  const { nameOf } = usePeople()
  const { tokens, finished_at } = run
  const task = String(run.input?.task ?? '')
  return (
    <Page
      title={run.agent_name}
      isAgent
      status={run.status}
      note={
        <span class="row wrap">
          <Id id={run.id} /> started <Ago at={run.created_at} />
        </span>
      }
      actions={<RunActions run={run} />}
    >
      <Figures
        rows={[
          [
            'Cost',
            costText(run.cost_euros),
            run.status === 'running' ? 'and growing' : finished_at ? 'final' : 'so far',
          ],
          [
            'Tokens',
            <Compact value={tokens.total} key="tokens" />,
            `${countText(tokens.input)} in, ${countText(tokens.output)} out`,
          ],
          ['Worked', durationText(run.duration_seconds * 1_000), finished_at ? 'in all' : 'so far'],
          ['Started by', nameOf(run.started_by) ?? '–', run.triggered_by ?? ' '],
        ]}
      />
      <WaitsFor run={run} />
      <div class="columns">
        <Panel flush label="What it does">
          <TabPanels
            label="About the run"
            class="body"
            tabs={[
              ['chat', 'Chat', () => <Chat events={events} isWorking={run.status === 'running'} />],
              ['timeline', 'Timeline', () => <RunTimeline events={events} run={run} />],
              ['events', `Events (${events.length})`, () => <Events events={events} />],
              ['compare', 'Compare', () => <CompareRuns run={run} />],
              ['audience', 'Who sees it', () => <Audience id={run.id} />],
            ]}
          />
        </Panel>
        <div class="stack loose">
          <Panel title="The run">
            <Facts
              of={{
                Task: <span class="prewrap">{task || '–'}</span>,
                Script: run.input?.mock_script && <code>{String(run.input.mock_script)}</code>,
                Agent: <a href={href(['agents', run.agent_id])}>{run.agent_name}</a>,
                'Board task': run.task_id && <a href={href(['tasks', run.task_id])}>Open the task</a>,
                'Workflow run': run.workflow_run_id && (
                  <a href={rootHref(['go', run.workflow_run_id])}>Open the workflow run</a>
                ),
                'Retry of': run.retry_of && <a href={href(['runs', run.retry_of])}>the run before</a>,
                Summary: run.summary,
                Error: run.error && <span class="note-red">{run.error.message}</span>,
                Chat: <Id id={run.chat_id} />,
                Finished: finished_at && <Time at={finished_at} />,
              }}
            />
          </Panel>
          <RunStates id={run.id} status={run.status} />
          <HistoryPanel id={run.id} />
        </div>
      </div>
    </Page>
  )
}

/** The calls that the run takes now and that need no more than a click. */
function RunActions({ run: { id: run_id, agent_id } }: { run: Schemas['Run'] }) {
  const { next = [] } = useControl('readHistory', { path: { resource_id: run_id } }).data ?? {}
  const path = { run_id }
  const stop = () => act(service('stopRun', { path: { ...path, agent_id } }), 'Stopped for good')
  const retry = async () => {
    const started = await act(service('retryRun', { path }), 'The run has started anew')
    if (started) go(href(['runs', started.run_id]))
  }
  const actions = {
    pauseRun: ['Pause', '', () => act(service('pauseRun', { path }), 'Paused')],
    resumeRun: ['Resume', 'primary', () => act(service('resumeRun', { path }), 'Resumed')],
    cancelRun: ['Cancel', '', () => act(service('cancelRun', { path }), 'Cancelled')],
    stopRun: ['Stop', 'danger', stop],
    retryRun: ['Retry', 'primary', retry],
  } as const
  return Object.entries(actions)
    .filter(([id]) => next.some(({ operation }) => operation === id))
    .map(([id, [text, kind, onClick]]) => (
      <Button key={id} kind={kind} onClick={onClick}>
        {text}
      </Button>
    ))
}

/** The question or the approval that the run waits for. */
function WaitsFor({ run }: { run: Schemas['Run'] }) {
  if (run.question)
    return (
      <Panel title="It asks" class="attention">
        <AnswerForm runId={run.id} agentId={run.agent_id} question={run.question} key={run.question.id} />
      </Panel>
    )
  return <PendingApproval id={run.approval_id} says={({ title }) => ['It waits for an approval', title]} />
}

function Events({ events }: { events: readonly ChatEvent[] }) {
  if (events.length === 0) return <Empty title="No events yet" />
  return (
    <ol class="events">
      {events.map(event => (
        <li key={event.sequence}>
          <details>
            <summary class="row">
              <span class="muted number">{event.sequence}</span> <span class="mono grow">{event.type}</span>{' '}
              <Time at={event.at} millis />
            </summary>
            <Json value={event} />
          </details>
        </li>
      ))}
    </ol>
  )
}
