// Saved snapshots, those that Undo uses, and the difference between one and now.
import type { ComponentChildren } from 'preact'
import { askControl, control, make } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { Json } from '../kit/json.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { Table } from '../kit/table.tsx'
import { Ago, counted, Time } from '../kit/values.tsx'
import { go, href } from '../routes.ts'
import { actControl, sayRefused } from '../state/acts.ts'
import { openNewWorkspace } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'

type Snapshot = ControlComponents['schemas']['Snapshot']
type TableDifference = ControlComponents['schemas']['TableDifference']

export default function Snapshots({ path }: { path: readonly string[] }) {
  return path[2] ? <Difference ws={path[0]!} id={path[2]} /> : <SnapshotList ws={path[0]!} />
}

function SnapshotList({ ws }: { ws: string }) {
  const where = { workspace_id: ws }
  const read = useControl('listSnapshots', { path: where })
  const undos = useControl('listSnapshots', { path: where, query: { automatic: true } })
  const save = () =>
    void actControl(
      'saveSnapshot',
      { path: where, body: {} },
      { said: ({ id }) => `Saved ${id}`, undo: false },
    )
  return (
    <Page
      title="Snapshots"
      note="Everything in the workspace at one instant, the time included. Saving and restoring take a few milliseconds."
      actions={
        <>
          <Button
            onClick={() =>
              confirm(`Take ${ws} back to its beginning?`) &&
              void actControl('resetWorkspace', { path: where }, { said: 'As it was at its beginning' })
            }
          >
            Reset the workspace
          </Button>
          <Button onClick={() => chooseFile()}>Open a file</Button>
          <Button kind="primary" icon="snapshots" onClick={save}>
            Save now
          </Button>
        </>
      }
    >
      <div class="columns even">
        <Panel title="Saved" flush>
          <Loaded
            read={read}
            empty={
              <Empty title="None saved">
                <p>Save one before you try something, and come back to it, fork it, or see what changed.</p>
                <Button onClick={save}>Save now</Button>
              </Empty>
            }
          >
            {({ data }) => <SnapshotCards ws={ws} snapshots={data} />}
          </Loaded>
        </Panel>
        <Panel title="What the console can undo" flush>
          <Loaded
            read={undos}
            empty={
              <Empty title="Nothing yet">
                <p>
                  Before each change that it makes, the console takes a snapshot by itself. The last twenty
                  stand here.
                </p>
              </Empty>
            }
          >
            {({ data }) => <SnapshotCards ws={ws} snapshots={data} isUndo />}
          </Loaded>
        </Panel>
      </div>
    </Page>
  )
}

function SnapshotCards(props: { ws: string; snapshots: readonly Snapshot[]; isUndo?: boolean }) {
  const { ws, snapshots, isUndo = false } = props
  return (
    <ul class="cards">
      {[...snapshots].reverse().map(snapshot => (
        <SnapshotCard key={snapshot.id} ws={ws} snapshot={snapshot} isUndo={isUndo} />
      ))}
    </ul>
  )
}

function SnapshotCard({ ws, snapshot, isUndo }: { ws: string; snapshot: Snapshot; isUndo: boolean }) {
  const { id, name, at, rows } = snapshot
  const path = { workspace_id: ws, snapshot_id: id }
  return (
    <li>
      <div class="row between wrap">
        <span class="stack tight">
          <span class="strong">{isUndo ? `Before: ${name}` : name}</span>
          <span class="muted small">
            <Time at={at} />, <Ago at={at} /> · {counted(rows, 'row')}
          </span>
        </span>
        <span class="row wrap">
          <a class="button small" href={href([ws, 'snapshots', id, 'difference'])}>
            Difference <span class="only-read">to {name}</span>
          </a>
          <Button
            small
            onClick={() =>
              void actControl(
                'restoreSnapshot',
                { path },
                { said: isUndo ? `Back to before: ${name}` : `Back at ${name}` },
              )
            }
          >
            {isUndo ? 'Go back' : 'Restore'}
          </Button>
          {isUndo ? null : (
            <>
              <Button small onClick={() => void download(path, name)}>
                Save as file
              </Button>
              <Button small onClick={() => openNewWorkspace(id)}>
                Fork
              </Button>
              <Button
                small
                kind="quiet"
                icon="close"
                label={`Delete ${name}`}
                onClick={() =>
                  void askControl('deleteSnapshot', { path }).then(
                    () => say(`Deleted ${name}`),
                    error => sayRefused(error),
                  )
                }
              />
            </>
          )}
        </span>
      </div>
    </li>
  )
}

/** Saves a snapshot to a file of this machine, packed and without the secrets of keys. */
async function download(path: { workspace_id: string; snapshot_id: string }, name: string): Promise<void> {
  try {
    const reply = await make(control('readSnapshotFile', { path }))
    const packed = (await reply.blob()).stream().pipeThrough(new CompressionStream('gzip'))
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await new Response(packed).blob())
    link.download = `${name.replaceAll(/[^\w.-]+/g, '-')}.snapshot`
    link.click()
    URL.revokeObjectURL(link.href)
    say(`Saved ${link.download}, without the secrets of keys`)
  } catch (error) {
    sayRefused(error)
  }
}

/** Lets a person choose a snapshot file, and makes a workspace from it. */
function chooseFile(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.snapshot,.gz,.ndjson'
  input.onchange = () => void (input.files?.[0] && openFile(input.files[0]))
  input.click()
}

async function openFile(file: File): Promise<void> {
  try {
    const isPacked = new Uint8Array(await file.slice(0, 2).arrayBuffer())[0] === 0x1f
    const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()
    const text = await new Response(stream).text()
    const made = await askControl('createWorkspace', { body: { from: { file: text } } })
    say(`Made ${made.id} from ${file.name}`)
    go(href([made.id]))
  } catch (error) {
    sayRefused(error)
  }
}

function Difference({ ws, id }: { ws: string; id: string }) {
  const read = useControl('readDifference', {
    path: { workspace_id: ws, snapshot_id: id },
    query: { limit: 50 },
  })
  return (
    <Page title={`What changed since ${id}`} note={<a href={href([ws, 'snapshots'])}>All snapshots</a>}>
      <Loaded read={read}>
        {({ added, changed, removed, tables, from, to }) => (
          <>
            <p class="soft">
              From <Time at={from.at} /> to <Time at={to.at} />: {counted(added, 'row')} added, {changed}{' '}
              changed, {removed} removed.
            </p>
            {tables.length === 0 ? (
              <Panel>
                <Empty title="Nothing changed" />
              </Panel>
            ) : null}
            {tables.map(table => (
              <TablePanel key={table.table} table={table} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function TablePanel({ table: { table, added, changed, removed, left_out } }: { table: TableDifference }) {
  return (
    <Panel
      title={table.replaceAll('_', ' ')}
      actions={
        <span class="muted small">
          {added.length} added, {changed.length} changed, {removed.length} removed
        </span>
      }
    >
      <div class="stack">
        {changed.map(({ id, fields }) => (
          <div key={id} class="stack tight">
            <span class="mono strong">{id}</span>
            <Table
              plain
              class="diff"
              rows={fields}
              id={({ field }) => field}
              columns={[
                { head: 'Field', hideHead: true, class: 'mono', cell: ({ field }) => field },
                { head: 'Before', hideHead: true, class: 'mono was', cell: ({ before }) => short(before) },
                { head: 'After', hideHead: true, class: 'mono is', cell: ({ after }) => short(after) },
              ]}
            />
          </div>
        ))}
        {added.map(row => (
          <RowDetails key={row.id} row={row} what={<span class="tag">added</span>} />
        ))}
        {removed.map(row => (
          <RowDetails key={row.id} row={row} what={<span class="tag red">removed</span>} />
        ))}
        {left_out > 0 ? <p class="muted">and {left_out} more</p> : null}
      </div>
    </Panel>
  )
}

function RowDetails({ row, what }: { row: { id: string }; what: ComponentChildren }) {
  return (
    <details>
      <summary class="mono">
        {what} {row.id}
      </summary>
      <Json value={row} />
    </details>
  )
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? '–').length > 160 ? `${text.slice(0, 160)}…` : (text ?? '–')
}
