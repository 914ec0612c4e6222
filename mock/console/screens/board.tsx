// Tasks in columns. A card is moved by dragging it, by its menu, or by `m`; each is the same public call.
import { useRef, useState } from 'preact/hooks'
import { actor, service } from '../calls/call.ts'
import type { Control, Given, Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { FilterField } from '../kit/fields.tsx'
import { Loaded, Problem } from '../kit/loaded.tsx'
import { Menu } from '../kit/menu.tsx'
import { Page } from '../kit/page.tsx'
import { choiceIn, Segments } from '../kit/tabs.tsx'
import { Avatar, Status } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { onKey } from '../state/key-bindings.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useControl, useReads, viewer } from '../state/reads.ts'
import { KeySelect } from './parts/key-select.tsx'
import { useAgents, usePeople } from './parts/names.ts'
import { SearchResults } from './parts/search-results.tsx'
import { columnName, columns, MoveItems, move } from './parts/task-columns.tsx'
import { NewTask } from './parts/task-dialogs.tsx'

type TaskStatus = Schemas['Task']['status']

export default function Board({ path }: { path: readonly string[] }) {
  const workspace = useControl('readWorkspace', {})
  const keys = useControl('listKeys', {})
  const boards = Object.entries(workspace.data?.roles.boards ?? {})
  const board = path[2] ?? boards[0]?.[1]
  const { query } = place.value
  const by = query.get('by') ?? query.get('as') ?? OWNER
  const phoneColumn = choiceIn('column', 'todo')
  const as = query.get('as')
  const create = () => showDialog(() => <NewTask board={board} by={by === OWNER ? actor() : by} />)
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
          <KeySelect
            value={by}
            onChange={key => go(hrefHere({ by: key }), true)}
            verb="Move"
            isVerbShown
            scope="tasks:write"
            first={[[OWNER, 'its owner']]}
          />
          <Button kind="primary" icon="plus" onClick={create}>
            New task
          </Button>
        </>
      }
    >
      <search class="row wrap filters">
        {boards.length > 1 ? (
          <Segments
            label="Boards"
            current={board ?? ''}
            hrefOf={id => href(['board', id], { by: query.get('by') })}
            options={boards.map(([handle, id]) => [id, handle.replace(/^board-/, '').toUpperCase()])}
          />
        ) : null}
        <FilterField label="Find a task" />
      </search>
      <SearchResults kind="task" />
      <div class="phone-columns">
        <Segments label="Columns" {...phoneColumn} options={columns.map(id => [id, columnName(id)])} />
      </div>
      {query.get('text') ? null : (
        <Loaded read={workspace}>
          {() => (
            <Loaded read={keys}>
              {({ data }) => (
                <div class="board">
                  {columns.map(status => (
                    <Column
                      key={status}
                      status={status}
                      board={board}
                      moverOf={task => (by === OWNER ? keyOfOwner(task, data) : by)}
                      isOnPhone={status === phoneColumn.current}
                    />
                  ))}
                </div>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** A move is made with the key of the task's owner, who may always make it. */
const OWNER = '*owner'

function keyOfOwner(task: Schemas['Task'], keys: Given<Control['listKeys']>['data']): string {
  const own = keys.find(
    key =>
      key.person_id === task.owner_id &&
      key.revoked_at === null &&
      key.scopes.some(scope => scope === 'tasks:write'),
  )
  return own?.name ?? actor()
}

/** Tasks of a column that are read at once. */
const PAGE = 100

/** What is being dragged; there is one at most. */
let dragged: Schemas['Task'] | undefined

interface ColumnProps {
  status: TaskStatus
  board: string | undefined
  /** The name of the key that moves a task. */
  moverOf: (task: Schemas['Task']) => string
  isOnPhone: boolean
}

function Column({ status, board, moverOf, isOnPhone }: ColumnProps) {
  const [pages, setPages] = useState(1)
  const page = { status, limit: PAGE, board_id: board }
  const reads = useReads(
    Array.from({ length: pages }, (_, at) =>
      service('listTasks', { query: { ...page, offset: at * PAGE } }, viewer()),
    ),
  )
  const [read] = reads as [(typeof reads)[number]]
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState<number>()
  // A task that moves while the pages are read may stand in two of them.
  const known = new Map(reads.flatMap(({ data }) => data?.data ?? []).map(task => [task.id, task]))
  const tasks = [...known.values()].sort((a, b) => a.position - b.position)
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
    const position = before === undefined ? (after ?? 2) - 1 : (before + (after ?? before + 2)) / 2
    if (own >= 0 && place === own) return
    void move(task, status, moverOf(task), position)
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
      <ul ref={list} class="column-list stack">
        {tasks.map((task, index) => (
          <Card key={task.id} task={task} by={moverOf(task)} isDropPlace={at === index} />
        ))}
        {at === tasks.length ? <li class="drop-line" aria-hidden="true" /> : null}
        {read.data && tasks.length === 0 && at === undefined ? (
          <li class="muted small column-empty">No tasks</li>
        ) : null}
        {total > tasks.length ? (
          <li>
            <Button small kind="quiet" onClick={() => setPages(pages + 1)}>
              {Math.min(PAGE, total - tasks.length)} more of {total}
            </Button>
          </li>
        ) : null}
      </ul>
      {read.error && !read.data ? <Problem error={read.error} /> : null}
    </section>
  )
}

/** The marks of priorities, with their looks; the others have none. */
const marks: Readonly<Record<string, readonly [mark: string, look: string]>> = {
  urgent: ['!!!', 'note-red'],
  high: ['!!', 'small soft'],
  medium: ['!', 'small muted'],
}

function Card({ task, by, isDropPlace }: { task: Schemas['Task']; by: string; isDropPlace: boolean }) {
  const people = usePeople()
  const agents = useAgents()
  const [isDragging, setDragging] = useState(false)
  const isAgent = task.assignee_type === 'agent'
  const assignee = (isAgent ? agents : people).nameOf(task.assignee_id)
  const menu = useRef<HTMLSpanElement>(null)
  const [mark, look] = marks[task.priority] ?? []
  return (
    <>
      {isDropPlace ? <li class="drop-line" aria-hidden="true" /> : null}
      <li
        class={`card stack tight ${isDragging ? 'is-dragged' : ''}`}
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
          {mark ? (
            <span class={`priority ${look}`} title={`${task.priority} priority`}>
              {mark}
              <span class="only-read">{task.priority} priority</span>
            </span>
          ) : null}
          <span class="grow" />
          <span ref={menu}>
            <Menu label={`Move ${task.reference}`}>
              <h3>Move to</h3>
              <MoveItems task={task} by={by} />
            </Menu>
          </span>
        </div>
        <a class="card-title" href={href(['tasks', task.id])}>
          {task.title}
        </a>
        <div class="row wrap small card-foot">
          {assignee ? (
            <span class="row soft">
              <Avatar name={assignee} agent={isAgent} /> <span class="cut">{assignee}</span>
            </span>
          ) : null}
          {task.last_run_status ? (
            <Status value={task.last_run_status}>run {task.last_run_status}</Status>
          ) : null}
          {task.requires_approval ? <span class="tag">needs approval</span> : null}
          {task.budget_euros !== null ? <span class="tag">€{task.budget_euros} budget</span> : null}
        </div>
      </li>
    </>
  )
}
