// One run: what it says and does as it happens, what it costs as that grows, and every call that it takes now.
import { useEffect, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { Json } from '../kit/json.tsx'
import { Button, Code, Empty, Facts, Figure, Loaded, Page, Panel, Problem, Tabs } from '../kit/parts.tsx'
import { Ago, Avatar, Compact, durationText, Id, moneyText, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { actService } from '../state/acts.ts'
import { followChat } from '../state/live.ts'
import { useControl, useService } from '../state/reads.ts'
import { History } from './exchange.tsx'
import { AnswerForm } from './parts/answer.tsx'
import { Audience } from './parts/audience.tsx'
import { Chat } from './parts/chat.tsx'
import { DecideButtons } from './parts/decide.tsx'
import { Timeline } from './parts/timeline.tsx'

type Run = components['schemas']['Run']
export type ChatEvent = components['schemas']['ChatEvent']

export function RunScreen({ ws, id }: { ws: string; id: string }) {
  const read = useService('getRun', { path: { run_id: id } }, ['runs', 'running', 'control', '*'])
  useEffect(() => {
    document.title = `${read.data?.agent_name ?? 'Run'} · Agent Work mock`
  }, [read.data?.agent_name])
  if (!read.data)
    return (
      <Page title="Run" note={<Id id={id} whole />}>
        {read.error ? <Problem error={read.error} /> : null}
        {read.error ? (
          <Panel title="Who sees it">
            <Audience ws={ws} id={id} />
          </Panel>
        ) : null}
      </Page>
    )
  return <RunPage ws={ws} run={read.data} />
}

/** The events of a chat as they come. */
export function useChat(id: string | null): readonly ChatEvent[] {
  const [events, setEvents] = useState<readonly ChatEvent[]>([])
  useEffect(() => {
    setEvents([])
    if (id === null) return
    return followChat(id, ({ events: more }) =>
      setEvents(known => {
        const from = more[0]?.sequence ?? 1
        return [...known.filter(({ sequence }) => sequence < from), ...(more as ChatEvent[])]
      }),
    )
  }, [id])
  return events
}

const tabs = ['chat', 'timeline', 'events', 'audience'] as const

function RunPage({ ws, run }: { ws: string; run: Run }) {
  const events = useChat(run.chat_id)
  const tab = place.value.query.get('tab') ?? 'chat'
  const task = String(run.input?.task ?? '')
  return (
    <Page
      title={
        <span class="row wrap">
          <Avatar name={run.agent_name} agent /> {run.agent_name} <Status value={run.status} />
        </span>
      }
      note={
        <span class="row wrap">
          <Id id={run.id} /> started <Ago at={run.created_at} />
        </span>
      }
      actions={<RunActions run={run} ws={ws} />}
    >
      <dl class="figures">
        <Figure
          label="Cost"
          note={run.status === 'running' ? 'and growing' : run.finished_at ? 'final' : 'so far'}
        >
          {moneyText(run.cost_euros)}
        </Figure>
        <Figure
          label="Tokens"
          note={`${run.tokens.input.toLocaleString('en')} in, ${run.tokens.output.toLocaleString('en')} out`}
        >
          <Compact value={run.tokens.total} />
        </Figure>
        <Figure label="Worked" note={run.finished_at ? 'in all' : 'so far'}>
          {durationText(run.duration_seconds * 1_000)}
        </Figure>
        <Figure label="Started by" note={run.triggered_by ?? ' '}>
          <Person ws={ws} id={run.started_by} />
        </Figure>
      </dl>
      <WaitsFor run={run} />
      <div class="columns">
        <Panel flush label="What it does">
          <Tabs
            label="About the run"
            current={tab}
            tabs={tabs.map(id => ({
              id,
              text: {
                chat: 'Chat',
                timeline: 'Timeline',
                events: `Events (${events.length})`,
                audience: 'Who sees it',
              }[id],
              href: hrefHere({ tab: id === 'chat' ? null : id }),
            }))}
          />
          <div class="body">
            {tab === 'chat' ? <Chat events={events} isWorking={run.status === 'running'} /> : null}
            {tab === 'timeline' ? <Timeline events={events} run={run} /> : null}
            {tab === 'events' ? <Events events={events} /> : null}
            {tab === 'audience' ? <Audience ws={ws} id={run.id} /> : null}
          </div>
        </Panel>
        <div class="stack loose">
          <Panel title="The run">
            <Facts
              rows={[
                [
                  'Task',
                  <span class="prewrap" key="task">
                    {task || '–'}
                  </span>,
                ],
                [
                  'Script',
                  run.input?.mock_script ? <code key="script">{String(run.input.mock_script)}</code> : null,
                ],
                [
                  'Agent',
                  <a key="agent" href={href([ws, 'agents', run.agent_id])}>
                    {run.agent_name}
                  </a>,
                ],
                [
                  'Board task',
                  run.task_id ? (
                    <a key="task" href={href([ws, 'tasks', run.task_id])}>
                      Open the task
                    </a>
                  ) : null,
                ],
                [
                  'Workflow run',
                  run.workflow_run_id ? (
                    <a key="wf" href={href(['go', run.workflow_run_id])}>
                      Open the workflow run
                    </a>
                  ) : null,
                ],
                [
                  'Retry of',
                  run.retry_of ? (
                    <a key="retry" href={href([ws, 'runs', run.retry_of])}>
                      the run before
                    </a>
                  ) : null,
                ],
                ['Summary', run.summary],
                [
                  'Error',
                  run.error ? (
                    <span class="note-red" key="error">
                      {run.error.message}
                    </span>
                  ) : null,
                ],
                ['Chat', <Id key="chat" id={run.chat_id} />],
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

function Person({ ws, id }: { ws: string; id: string }) {
  const people = useControl('listPeople', { path: { workspace_id: ws } }, ['people'])
  return <>{people.data?.data.find(person => person.id === id)?.name ?? '–'}</>
}

function RunActions({ run, ws }: { run: Run; ws: string }) {
  const path = { run_id: run.id }
  const { status } = run
  const waits = run.question !== null || run.approval_id !== null
  const retry = async () => {
    const started = await actService('retryRun', { path }, { said: 'The run has started anew' })
    if (started) go(href([ws, 'runs', started.run_id]))
  }
  return (
    <>
      {status === 'running' ? (
        <Button onClick={() => void actService('pauseRun', { path }, { said: 'Paused' })}>Pause</Button>
      ) : null}
      {status === 'paused' && !waits ? (
        <Button kind="primary" onClick={() => void actService('resumeRun', { path }, { said: 'Resumed' })}>
          Resume
        </Button>
      ) : null}
      {status === 'running' ? (
        <Button onClick={() => void actService('cancelRun', { path }, { said: 'Cancelled' })}>Cancel</Button>
      ) : null}
      {status === 'running' || status === 'paused' ? (
        <Button
          kind="danger"
          onClick={() =>
            void actService(
              'stopRun',
              { path: { ...path, agent_id: run.agent_id } },
              { said: 'Stopped for good' },
            )
          }
        >
          Stop
        </Button>
      ) : null}
      {status === 'failed' || status === 'cancelled' ? (
        <Button kind="primary" onClick={() => void retry()}>
          Retry
        </Button>
      ) : null}
    </>
  )
}

function WaitsFor({ run }: { run: Run }) {
  const approval = useService(
    'getApproval',
    run.approval_id ? { path: { approval_id: run.approval_id } } : null,
    ['approvals'],
  )
  if (run.question)
    return (
      <Panel title="It asks" class="attention">
        <AnswerForm runId={run.id} agentId={run.agent_id} question={run.question} key={run.question.id} />
      </Panel>
    )
  if (approval.data?.status === 'pending')
    return (
      <Panel title="It waits for an approval" class="attention">
        <div class="row between wrap">
          <p>{approval.data.title}</p>
          <DecideButtons approval={approval.data} />
        </div>
      </Panel>
    )
  return null
}

function Events({ events }: { events: readonly ChatEvent[] }) {
  if (events.length === 0) return <Empty title="No events yet" />
  return (
    <ol class="events">
      {events.map(event => (
        <li key={event.sequence}>
          <details>
            <summary>
              <span class="muted number">{event.sequence}</span> <span class="mono">{event.type}</span>{' '}
              <Time at={event.at} millis />
            </summary>
            <Json value={event} />
          </details>
        </li>
      ))}
    </ol>
  )
}

export function RunHistory({ ws, id }: { ws: string; id: string }) {
  const read = useControl('readHistory', { path: { workspace_id: ws, resource_id: id } }, [
    'runs',
    'tasks',
    'approvals',
    'workflow_runs',
    'control',
    '*',
  ])
  return (
    <>
      <Panel title="History">
        <Loaded read={read}>
          {({ history }) =>
            history.length > 0 ? (
              <History lines={history} workspace={ws} />
            ) : (
              <p class="muted">Nothing is known of it; only the last few thousand changes are kept.</p>
            )
          }
        </Loaded>
      </Panel>
      <Panel title="Calls that it takes now">
        <Loaded read={read}>
          {({ next }) => (
            <div class="stack">
              {next.map(({ what, curl }) => (
                <details key={curl}>
                  <summary>{what}</summary>
                  <Code text={curl} />
                </details>
              ))}
            </div>
          )}
        </Loaded>
      </Panel>
    </>
  )
}
