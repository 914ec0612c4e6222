// Tasks in columns. A card is moved by dragging it, by its menu, or by `m`; each is the same public call.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { components } from '#openapi'
import { service } from '../calls/call.ts'
import { Icon } from '../kit/icon.tsx'
import { Button, Dialog, Field, Item, Menu, Page, Problem, Segments, Select } from '../kit/parts.tsx'
import { Avatar, Status } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { actor, actService, attempt } from '../state/acts.ts'
import { onKey } from '../state/keys.ts'
import { workspaceId } from '../state/live.ts'
import { useControl, useService } from '../state/reads.ts'
import { KeySelect } from './parts/key-select.tsx'
import { PriorityField, TaskTexts } from './parts/task-fields.tsx'

type Task = components['schemas']['Task']
type TaskStatus = Task['status']

export const columns = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const
export const columnName = (status: string) =>
  status === 'todo' ? 'To do' : status[0]!.toUpperCase() + status.slice(1).replace('_', ' ')

const names = ['tasks', 'runs', 'approvals', 'control', '*']

export default function Board({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const workspace = useControl('readWorkspace', { path: { workspace_id: ws } }, ['boards', '*'])
  const boards = Object.entries(workspace.data?.roles.boards ?? {})
  const board = path[2] ?? boards[0]?.[1]
  const { query } = place.value
  const by = query.get('by') ?? actor()
  const phoneColumn = (query.get('column') ?? 'todo') as TaskStatus
  const [isCreating, setCreating] = useState(false)
  useEffect(() => {
    document.title = 'Board · Agent Work mock'
  }, [])
  const as = query.get('as')
  return (
    <Page
      title="Board"
      note={
        as
          ? `Tasks of the owner of the key ${as}.`
          : 'Everybody’s tasks. A key lists its owner’s own: look as one to see them.'
      }
      actions={
        <>
          <span class="muted">Move as</span>
          <span class="key-select">
            <KeySelect
              value={by}
              onChange={key => go(hrefHere({ by: key }), true)}
              label="Move as"
              scope="tasks:write"
            />
          </span>
          <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
            New task
          </Button>
        </>
      }
    >
      {boards.length > 1 ? (
        <Segments
          label="Boards"
          current={board ?? ''}
          options={boards.map(([handle, id]) => ({
            id,
            text: handle.replace(/^board-/, '').toUpperCase(),
            href: href([ws, 'board', id], { by: query.get('by') }),
          }))}
        />
      ) : null}
      <div class="phone-columns">
        <Segments
          label="Columns"
          current={phoneColumn}
          options={columns.map(id => ({ id, text: columnName(id), href: hrefHere({ column: id }) }))}
        />
      </div>
      {workspace.data ? (
        <div class="board">
          {columns.map(status => (
            <Column
              key={status}
              status={status}
              board={board}
              ws={ws}
              by={by}
              isOnPhone={status === phoneColumn}
            />
          ))}
        </div>
      ) : null}
      {isCreating ? <NewTask board={board} by={by} onClose={() => setCreating(false)} /> : null}
    </Page>
  )
}

/** What is being dragged; there is one at most. */
let dragged: Task | undefined

export function move(task: Task, status: TaskStatus, by: string, position?: number) {
  return actService(
    'setTaskStatus',
    { path: { task_id: task.id }, body: { status, ...(position === undefined ? {} : { position }) } },
    { said: `Moved ${task.reference} to ${columnName(status)}`, as: by },
  )
}

function Column({
  status,
  board,
  ws,
  by,
  isOnPhone,
}: {
  status: TaskStatus
  board: string | undefined
  ws: string
  by: string
  isOnPhone: boolean
}) {
  const read = useService(
    'listTasks',
    { query: { status, limit: 100, ...(board ? { board_id: board } : {}) } },
    names,
  )
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState<number>()
  const tasks = [...(read.data?.data ?? [])].sort((a, b) => a.position - b.position)
  const total = read.data?.total ?? 0
  const indexFor = (y: number) => {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('.card') ?? [])]
    const index = cards.findIndex(card => {
      const { top, height } = card.getBoundingClientRect()
      return y < top + height / 2
    })
    return index < 0 ? cards.length : index
  }
  const drop = (index: number) => {
    const task = dragged
    dragged = undefined
    setAt(undefined)
    if (!task) return
    const others = tasks.filter(({ id }) => id !== task.id)
    const own = tasks.findIndex(({ id }) => id === task.id)
    const place = own >= 0 && own < index ? index - 1 : index
    const before = others[place - 1]?.position
    const after = others[place]?.position
    const position =
      before === undefined
        ? after === undefined
          ? 1
          : after - 1
        : after === undefined
          ? before + 1
          : (before + after) / 2
    if (own >= 0 && place === own) return
    void move(task, status, by, position)
  }
  return (
    <section
      class={`column ${isOnPhone ? 'is-on-phone' : ''}`}
      aria-label={columnName(status)}
      onDragOver={event => {
        if (!dragged) return
        event.preventDefault()
        setAt(indexFor(event.clientY))
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node)) setAt(undefined)
      }}
      onDrop={event => {
        event.preventDefault()
        drop(indexFor(event.clientY))
      }}
    >
      <h2>
        {columnName(status)} <span class="muted">{total}</span>
      </h2>
      <ul ref={list} class="column-list">
        {tasks.map((task, index) => (
          <Card key={task.id} task={task} ws={ws} by={by} isDropPlace={at === index} />
        ))}
        {at === tasks.length ? <li class="drop-line" aria-hidden="true" /> : null}
        {read.data && tasks.length === 0 && at === undefined ? (
          <li class="muted small column-empty">No tasks</li>
        ) : null}
        {total > tasks.length ? (
          <li class="muted small column-empty">and {total - tasks.length} more</li>
        ) : null}
      </ul>
      {read.error && !read.data ? <Problem error={read.error} /> : null}
    </section>
  )
}

const marks = { urgent: '!!!', high: '!!', medium: '!', low: '', none: '' } as const

function Card({ task, ws, by, isDropPlace }: { task: Task; ws: string; by: string; isDropPlace: boolean }) {
  const people = useControl('listPeople', { path: { workspace_id: ws } }, ['people'])
  const agents = useService('listAgents', { query: { limit: 100 } }, ['agents'])
  const [isDragging, setDragging] = useState(false)
  const isAgent = task.assignee_type === 'agent'
  const list: readonly { id: string; name: string }[] =
    (isAgent ? agents.data?.data : people.data?.data) ?? []
  const assignee = list.find(({ id }) => id === task.assignee_id)
  const menu = useRef<HTMLSpanElement>(null)
  return (
    <>
      {isDropPlace ? <li class="drop-line" aria-hidden="true" /> : null}
      <li
        class={`card ${isDragging ? 'is-dragged' : ''}`}
        draggable
        onDragStart={event => {
          dragged = task
          setDragging(true)
          event.dataTransfer?.setData('text/plain', task.reference)
        }}
        onDragEnd={() => {
          dragged = undefined
          setDragging(false)
        }}
        onFocusIn={() => onKey('m', () => menu.current?.querySelector('button')?.click())}
      >
        <div class="row">
          <span class="muted small mono">{task.reference}</span>
          {marks[task.priority] ? (
            <span class={`priority ${task.priority}`} title={`${task.priority} priority`}>
              {marks[task.priority]}
              <span class="only-read">{task.priority} priority</span>
            </span>
          ) : null}
          <span class="grow" />
          <span ref={menu}>
            <Menu
              button={<Icon name="more" />}
              label={`Move ${task.reference}`}
              class="quiet small icon"
              align="end"
            >
              {close => (
                <>
                  <h3>Move to</h3>
                  {columns
                    .filter(status => status !== task.status)
                    .map(status => (
                      <Item
                        key={status}
                        onClick={() => {
                          close()
                          void move(task, status, by)
                        }}
                      >
                        {columnName(status)}
                      </Item>
                    ))}
                </>
              )}
            </Menu>
          </span>
        </div>
        <a class="card-title" href={href([ws, 'tasks', task.id])}>
          {task.title}
        </a>
        <div class="row wrap card-foot">
          {assignee ? (
            <span class="row small soft">
              <Avatar name={assignee.name} agent={isAgent} /> <span class="cut">{assignee.name}</span>
            </span>
          ) : null}
          {task.last_run_status ? (
            <Status value={task.last_run_status}>run {task.last_run_status}</Status>
          ) : null}
          {task.requires_approval ? <span class="tag amber">approval</span> : null}
          {task.budget_euros !== null ? <span class="tag">€{task.budget_euros} budget</span> : null}
        </div>
      </li>
    </>
  )
}

function NewTask({ board, by, onClose }: { board: string | undefined; by: string; onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [priority, setPriority] = useState<Task['priority']>('none')
  const [status, setStatus] = useState<TaskStatus>('backlog')
  const [error, setError] = useState<Error>()
  const body = {
    title,
    priority,
    status,
    ...(description ? { description } : {}),
    ...(board ? { board_id: board } : {}),
  }
  const create = async () => {
    try {
      const call = service('createTask', { body }, `${workspaceId.value}/${by}`)
      await attempt<Task>(call, {
        said: task => `Created ${task.reference}`,
        link: task => ({ href: href([workspaceId.value!, 'tasks', task.id]), text: 'Open' }),
      })
      onClose()
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title="New task"
      onClose={onClose}
      onSubmit={() => void create()}
      footer={
        <>
          <Button type="submit" kind="primary">
            Create
          </Button>
          <span class="muted small">as {by}, who owns it then</span>
        </>
      }
    >
      <TaskTexts {...{ title, setTitle, description, setDescription }} />
      <div class="fields">
        <PriorityField {...{ priority, setPriority }} />
        <Field label="Column">
          <Select
            value={status}
            onChange={setStatus}
            options={columns.map(one => [one, columnName(one)] as const)}
          />
        </Field>
      </div>
      {error ? <Problem error={error} /> : null}
    </Dialog>
  )
}
