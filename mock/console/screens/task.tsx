// One task: description, assignee, limits, runs, and the approval that it waits for.
import { actor, control, service } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields.tsx'
import { Facts } from '../kit/figures.tsx'
import { Icon } from '../kit/icon.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { Page, Panel } from '../kit/page.tsx'
import { Id, moneyText, Status, Tags, Time } from '../kit/values.tsx'
import { go, href } from '../routes.ts'
import { act } from '../state/acts.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useService } from '../state/reads.ts'
import { Audience, NotShown } from './parts/audience.tsx'
import { PendingApproval } from './parts/decide.tsx'
import { HistoryPanels } from './parts/history.tsx'
import { useAgents, usePeople } from './parts/names.ts'
import { RunFeed } from './parts/run-feed.tsx'
import { columnName, MoveItems } from './parts/task-columns.tsx'
import { EditTask } from './parts/task-dialogs.tsx'

export default function TaskScreen({ path }: { path: readonly string[] }) {
  const id = path[2] ?? ''
  const isReference = /^[A-Z]+-\d+$/.test(id)
  const byId = useService('getTask', isReference ? null : { path: { task_id: id } })
  const byNumber = useService('getTaskByNumber', isReference ? { path: { ref: id } } : null)
  const read = isReference ? byNumber : byId
  if (!read.data) return <NotShown title="Task" {...{ id, read }} />
  return <TaskPage task={read.data} />
}

function TaskPage({ task }: { task: Schemas['Task'] }) {
  const path = { task: task.id }
  const people = usePeople()
  const agents = useAgents()
  const runs = useService('listTaskRuns', { path: { task_id: task.id } })
  const nameOf = (id: string | null) => people.nameOf(id) ?? agents.nameOf(id) ?? id
  const run = async () => {
    const started = await act(control('runTask', { path, body: {} }), ({ run_id }) =>
      run_id ? 'Its run has started' : 'Its run starts when there is room within its limits',
    )
    if (started?.run_id) go(href(['runs', started.run_id]))
  }
  return (
    <Page
      name={task.reference}
      title={task.title}
      note={
        <span class="row wrap">
          <a href={href(['board', task.board_id ?? ''])}>Board</a> <Id id={task.reference} whole />{' '}
          <Status value={task.status}>{columnName(task.status)}</Status>
          {task.archived ? <span class="tag">archived</span> : null}
        </span>
      }
      actions={
        <>
          <Menu text="Move" hasArrow label="to a column" align="start">
            <MoveItems task={task} by={actor()} />
          </Menu>
          <Button onClick={() => showDialog(() => <EditTask id={task.id} />)}>Edit</Button>
          {task.executor_kind === 'agent' || task.agent_id || task.assignee_type === 'agent' ? (
            <Button kind="primary" icon="runs" onClick={() => run()}>
              Run
            </Button>
          ) : null}
          <Menu label="More" class="icon">
            <Item
              onClick={() =>
                act(
                  control(task.archived ? 'unarchiveTask' : 'archiveTask', { path }),
                  task.archived ? 'Taken back from the archive' : 'Archived',
                )
              }
            >
              {task.archived ? 'Take back from the archive' : 'Archive'}
            </Item>
            <Item
              danger
              onClick={() =>
                act(service('deleteTask', { path: { task_id: task.id } }), `Deleted ${task.reference}`).then(
                  () => go(href(['board', task.board_id ?? ''])),
                )
              }
            >
              Delete
            </Item>
          </Menu>
        </>
      }
    >
      <PendingApproval
        id={task.approval_id}
        says={() => ['It waits for an approval', 'It can be done only when somebody approves.']}
      />
      <RejectedNotice task={task} />
      <div class="columns">
        <div class="stack loose">
          <Panel title="What is wanted">
            <div class="stack loose">
              {task.description ? (
                <p class="prewrap">{task.description}</p>
              ) : (
                <p class="muted">No description.</p>
              )}
              {task.acceptance_criteria.length > 0 ? (
                <ul class="stack tight">
                  {task.acceptance_criteria.map(({ text, done }) => (
                    <li key={text} class="row">
                      <span class={`tick ${done ? 'is-done' : ''}`}>
                        {done ? <Icon name="check" /> : null}
                      </span>{' '}
                      {text}
                      <span class="only-read">{done ? 'met' : 'not met yet'}</span>
                    </li>
                  ))}
                </ul>
              ) : null}
            </div>
          </Panel>
          <Panel title={`Runs${runs.data ? ` (${runs.data.data.length})` : ''}`} flush>
            <RunFeed
              read={runs}
              emptyText="Assign it to an agent and move it to in progress, or run it here."
            />
          </Panel>
          <HistoryPanels id={task.id} />
        </div>
        <div class="stack loose">
          <Panel title="The task">
            <Facts
              of={{
                Assignee: <Assignee task={task} />,
                Priority: task.priority,
                Owner: nameOf(task.owner_id),
                Due: task.due_date && <Time at={task.due_date} />,
                Tags: task.tags.length > 0 && <Tags tags={task.tags} />,
                'Runs an hour':
                  task.max_runs_per_hour === null ? 'no limit' : `${task.max_runs_per_hour} at most`,
                Budget: task.budget_euros === null ? 'no limit' : moneyText(task.budget_euros),
                Approval: task.requires_approval
                  ? `needed; ${task.approval_approver_ids.map(nameOf).join(', ') || 'an admin'} may decide`
                  : 'not needed',
                'Sub-task of': task.parent_task_id && (
                  <a href={href(['tasks', task.parent_task_id])}>the parent</a>
                ),
                Created: <Time at={task.created_at} />,
                Done: task.done_at && <Time at={task.done_at} />,
                Id: <Id id={task.id} />,
              }}
            />
          </Panel>
          <Panel title="Who sees it">
            <Audience id={task.id} />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

/** The approval that was rejected. */
function RejectedNotice({ task }: { task: Schemas['Task'] }) {
  const approval = useService(
    'getApproval',
    task.approval_id ? { path: { approval_id: task.approval_id } } : null,
  ).data
  if (approval?.status !== 'rejected' || task.status === 'done') return null
  return (
    <div class="notice row wrap red">
      <span class="grow">
        Its approval was rejected{approval.comment ? `: ${approval.comment}` : ''}. Moving it to done asks
        anew.
      </span>
    </div>
  )
}

function Assignee({ task }: { task: Schemas['Task'] }) {
  const { people } = usePeople()
  const { agents } = useAgents()
  const value = task.assignee_type ? `${task.assignee_type}:${task.assignee_id}` : ''
  return (
    <Select
      label="Assignee"
      value={value}
      onChange={chosen => {
        const [type, id] = chosen.split(':')
        const body = chosen === '' ? { type: null, id: null } : { type: type as 'user' | 'agent', id: id! }
        void act(
          service('setTaskAssignee', { path: { task_id: task.id }, body }),
          chosen === '' ? 'Unassigned' : 'Assigned',
        )
      }}
      options={[
        ['', 'Nobody'],
        ...people.map(({ id, name }) => [`user:${id}`, name] as const),
        ...agents.map(({ id, name }) => [`agent:${id}`, `${name} (agent)`] as const),
      ]}
    />
  )
}
