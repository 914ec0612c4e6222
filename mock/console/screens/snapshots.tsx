// Saved snapshots, those that Undo uses, and the difference between one and now.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask, control, make } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Select, TextField } from '../kit/fields.tsx'
import { Json } from '../kit/json.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel, ReadPanel } from '../kit/page.tsx'
import { Ago, costText, counted, inWords, MaybeLink, Status, Time } from '../kit/values.tsx'
import { go, href, hrefHere, place, rootHref, workspaceId } from '../routes.ts'
import { openNewWorkspace } from '../shell/new-workspace-dialog.tsx'
import { act, orSay } from '../state/acts.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'
import { CallDialog } from './parts/call-dialog.tsx'
import { subjectHref } from './parts/links.tsx'
import { openFile } from './parts/open-file.ts'
import { columnName } from './parts/task-columns.tsx'

export default function Snapshots({ path }: { path: readonly string[] }) {
  return path[2] ? <Difference id={path[2]} /> : <SnapshotList />
}

function SnapshotList() {
  const read = useControl('listSnapshots', {})
  const undos = useControl('listSnapshots', { query: { automatic: true } })
  const save = () => showDialog(() => <SaveDialog />)
  return (
    <Page
      title="Snapshots"
      note="Everything in the workspace at one instant, the time included. Saving and restoring take a few milliseconds."
      actions={
        <>
          <Button
            onClick={() =>
              confirm(`Take ${workspaceId.value} back to its beginning?`) &&
              act(control('resetWorkspace', {}), 'As it was at its beginning')
            }
          >
            Reset the workspace
          </Button>
          <Button onClick={() => openFile('.snapshot,.gz,.ndjson', file => orSay(workspaceFrom(file)))}>
            Open a file
          </Button>
          <Button kind="primary" icon="snapshots" onClick={save}>
            Save now
          </Button>
        </>
      }
    >
      <div class="columns even">
        <ReadPanel
          title="Saved"
          flush
          read={read}
          empty={
            <Empty
              title="None saved"
              text="Save one before you try something, and come back to it, fork it, or see what changed."
            >
              <Button onClick={save}>Save now</Button>
            </Empty>
          }
        >
          {({ data }) => <SnapshotCards snapshots={data} />}
        </ReadPanel>
        <ReadPanel
          title="Before each change of the console"
          flush
          read={undos}
          empty={
            <Empty
              title="Nothing yet"
              text="Before each change that it makes, the console takes a snapshot by itself. The last twenty stand here."
            />
          }
        >
          {({ data }) => <SnapshotCards snapshots={data} isUndo />}
        </ReadPanel>
      </div>
    </Page>
  )
}

function SaveDialog() {
  const [name, setName] = useState('')
  return (
    <CallDialog
      title="Save a snapshot"
      verb="Save"
      call={control('saveSnapshot', { body: { name: name || undefined } })}
      said={({ name }) => `Saved ${name}`}
    >
      <TextField
        label="Name"
        placeholder="Before the big change"
        maxLength={100}
        value={name}
        onChange={setName}
      />
    </CallDialog>
  )
}

function SnapshotCards(props: { snapshots: readonly Schemas['Snapshot'][]; isUndo?: boolean }) {
  const { snapshots, isUndo = false } = props
  return (
    <ul class="cards">
      {snapshots.toReversed().map(({ id, name, at, rows }) => (
        <li key={id}>
          <div class="row between wrap">
            <span class="stack tight">
              <span class="strong">{isUndo ? `Before: ${name}` : name}</span>
              <span class="muted small">
                <Time at={at} />, <Ago at={at} /> · {counted(rows, 'row')}
              </span>
            </span>
            <span class="row wrap">
              <a class="button small" href={href(['snapshots', id, 'difference'])}>
                Difference <span class="only-read">to {name}</span>
              </a>
              <Button
                small
                onClick={() => restore(id, isUndo ? `Back to before: ${name}` : `Back at ${name}`)}
              >
                {isUndo ? 'Go back' : 'Restore'}
              </Button>
              {isUndo ? null : (
                <>
                  <Button small onClick={() => orSay(download(id, name))}>
                    Save as file
                  </Button>
                  <Button small onClick={() => openNewWorkspace(id)}>
                    Fork
                  </Button>
                  <Button
                    icon="close"
                    label={`Delete ${name}`}
                    onClick={() =>
                      act(control('deleteSnapshot', { path: { snapshot_id: id } }), `Deleted ${name}`)
                    }
                  />
                </>
              )}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function restore(snapshot_id: string, said: string) {
  return act(control('restoreSnapshot', { path: { snapshot_id } }), said)
}

/** Saves a snapshot to a file of this machine, packed and without the secrets of keys. */
async function download(snapshot_id: string, name: string): Promise<void> {
  const reply = await make(control('readSnapshotFile', { path: { snapshot_id } }))
  const packed = (await reply.blob()).stream().pipeThrough(new CompressionStream('gzip'))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await new Response(packed).blob())
  link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.snapshot`
  link.click()
  URL.revokeObjectURL(link.href)
  say(`Saved ${link.download}, without the secrets of keys`)
}

async function workspaceFrom(file: File): Promise<void> {
  const isPacked = new Uint8Array(await file.slice(0, 2).arrayBuffer())[0] === 0x1f
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
  const text = await new Response(stream).text()
  const made = await ask(control('createWorkspace', { body: { from: { file: text } } }))
  say(`Made ${made.id} from ${file.name}`)
  go(rootHref([made.id]))
}

/** What people see in the service; every other table is what the mock keeps beside it. */
const shownTables = [
  'tasks',
  'approvals',
  'runs',
  'workflow_runs',
  'agents',
  'workflows',
  'people',
  'teams',
  'keys',
  'boards',
  'projects',
  'tenant',
]
/** Fields that follow from others, or that only the mock uses. */
const hiddenFields =
  /^(position|updated_at|finished_at|progress|steps|tokens_.*|.*worked_ms|sequence|.*_micros|cached_.*)$/

function Difference({ id }: { id: string }) {
  const to = place.value.query.get('to') ?? 'now'
  const snapshots = useControl('listSnapshots', {})
  const read = useControl('readDifference', { path: { snapshot_id: id }, query: { limit: 50, to } })
  const others = (snapshots.data?.data ?? []).filter(one => one.id !== id)
  const name = snapshots.data?.data.find(one => one.id === id)?.name ?? id
  return (
    <Page
      title={`What changed since ${name}`}
      note={
        read.data ? (
          <>
            <a href={href(['snapshots'])}>Snapshots</a> · from <Time at={read.data.from.at} /> to{' '}
            <Time at={read.data.to.at} /> · {counted(read.data.added, 'row')} added, {read.data.changed}{' '}
            changed, {read.data.removed} removed
          </>
        ) : (
          <a href={href(['snapshots'])}>Snapshots</a>
        )
      }
      actions={
        <>
          <Select
            label="Compare with"
            value={to}
            onChange={value => go(hrefHere({ to: value === 'now' ? null : value }))}
            options={[['now', 'with now'], ...others.map(({ id, name }) => [id, `with ${name}`] as const)]}
          />
          <Button onClick={() => restore(id, `Back at ${name}`)}>Restore</Button>
        </>
      }
    >
      <Loaded read={read}>
        {({ tables, names }) => {
          const shown = shownTables.flatMap(table => tables.filter(one => one.table === table))
          const rest = tables.filter(one => !shown.includes(one))
          return tables.length === 0 ? (
            <Panel>
              <Empty title="Nothing changed" />
            </Panel>
          ) : (
            <>
              {shown.map(table => (
                <TablePanel key={table.table} table={table} names={names} />
              ))}
              {rest.length > 0 ? (
                <p class="muted">
                  Beside it:{' '}
                  {rest
                    .map(
                      ({ table, added, changed, removed, left_out }) =>
                        `${counted(added.length + changed.length + removed.length + left_out, 'row')} of ${table.replaceAll('_', ' ')}`,
                    )
                    .join(', ')}
                  .
                </p>
              ) : null}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

type Names = Readonly<Record<string, string>>

/** The changes of a table, each as a sentence with the whole row behind it. */
function TablePanel({ table, names }: { table: Schemas['TableDifference']; names: Names }) {
  const { added, changed, removed, left_out } = table
  return (
    <Panel title={inWords(table.table)} flush>
      <ul class="changes">
        {added.map(row => (
          <Change key={row.id} mark="+" id={row.id} name={nameOf(row, names)} row={row} />
        ))}
        {changed.map(({ id, fields }) => {
          const said = fields.filter(({ field }) => !hiddenFields.test(field))
          return (
            <Change
              key={id}
              mark="·"
              id={id}
              name={names[id] ?? id}
              row={Object.fromEntries(fields.map(({ field, before, after }) => [field, { before, after }]))}
            >
              {said.map(({ field, before, after }) => (
                <span key={field} class="change">
                  {field === 'status' ? null : (
                    <span class="muted">{field === 'euros' ? 'cost' : field.replaceAll('_', ' ')}</span>
                  )}
                  <Value field={field} value={before} names={names} />
                  <span class="muted" aria-hidden="true">
                    →
                  </span>
                  <span class="only-read">to</span>
                  <Value field={field} value={after} names={names} />
                </span>
              ))}
            </Change>
          )
        })}
        {removed.map(row => (
          <Change key={row.id} mark="−" id={null} name={nameOf(row, names)} row={row} />
        ))}
        {left_out > 0 ? <li class="muted">and {left_out} more</li> : null}
      </ul>
    </Panel>
  )
}

interface ChangeProps {
  mark: '+' | '·' | '−'
  /** Null for what is gone, which no link leads to. */
  id: string | null
  name: string
  row: object
  children?: ComponentChildren
}

function Change({ mark, id, name, row, children }: ChangeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <div class="change-line">
        <span class={`change-mark ${mark === '+' ? 'is' : mark === '−' ? 'was' : 'muted'}`}>
          {mark}
          <span class="only-read">{{ '+': 'added', '·': 'changed', '−': 'removed' }[mark]}</span>
        </span>
        <span class="row wrap">
          <MaybeLink class="strong" href={id && subjectHref(id)}>
            {name}
          </MaybeLink>
          {children}
        </span>
        <Button icon="code" pressed={isOpen} label={`The row of ${name}`} onClick={() => setOpen(!isOpen)} />
      </div>
      {isOpen ? <Json value={row} /> : null}
    </li>
  )
}

function Value({ field, value, names }: { field: string; value: unknown; names: Names }) {
  if (field === 'status') return <Status value={String(value)}>{columnName(String(value))}</Status>
  if (value === null || value === undefined) return <span class="muted">nothing</span>
  if (/euros$/.test(field)) return <span class="number">{costText(Number(value))}</span>
  if (/_at$/.test(field)) return <Time at={String(value)} />
  const text = names[String(value)] ?? (typeof value === 'string' ? value : JSON.stringify(value))
  return <span title={text}>{text.length > 90 ? `${text.slice(0, 90)}…` : text}</span>
}

function nameOf(row: { readonly id: string; readonly [name: string]: unknown }, names: Names): string {
  return names[row.id] ?? String(row.title ?? row.name ?? row.id)
}
