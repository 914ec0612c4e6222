// The entries of the workspace in the form of a world file, to change, to add and to delete.
import { useState } from 'preact/hooks'
import { control } from '../calls/call.ts'
import { words } from '../generated/words.gen.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/fields.tsx'
import { Loaded, Problem } from '../kit/loaded.tsx'
import { Empty, Page, Panel } from '../kit/page.tsx'
import { Segments } from '../kit/tabs.tsx'
import { go, href } from '../routes.ts'
import { actControl, attempt } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'

type Kind = (typeof words.WorldKind)[number]

export default function World({ path }: { path: readonly string[] }) {
  const [ws = '', , wanted = 'agents', handle] = path
  const kind = words.WorldKind.find(each => each === wanted) ?? 'agents'
  const entries = useControl('listEntries', { path: { workspace_id: ws, kind } })
  return (
    <Page
      title="World"
      note="What there is, as a world file declares it. A change is checked like the file, and done as a whole or not at all."
    >
      <Segments
        label="Kind"
        current={kind}
        options={words.WorldKind.map(id => ({ id, text: id, href: href([ws, 'world', id]) }))}
      />
      <Loaded read={entries}>
        {({ data }) => {
          const open = data.find(entry => entry.handle === handle)
          return (
            <>
              <Panel title={`${data.length} ${kind}`}>
                {data.length === 0 ? <Empty title="There are none yet." /> : null}
                <p class="row wrap">
                  {data.map(entry => (
                    <a
                      key={entry.handle}
                      class="button small"
                      href={href([ws, 'world', kind, entry.handle])}
                      aria-current={entry.handle === handle ? 'true' : undefined}
                    >
                      {entry.handle}
                    </a>
                  ))}
                </p>
              </Panel>
              <Editor
                key={`${kind}/${open?.handle ?? ''}`}
                ws={ws}
                kind={kind}
                handle={open?.handle}
                entry={open?.entry ?? {}}
              />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface EditorProps {
  readonly ws: string
  readonly kind: Kind
  /** Undefined for a new entry. */
  readonly handle: string | undefined
  readonly entry: object
}

function Editor({ ws, kind, handle, entry }: EditorProps) {
  const [name, setName] = useState('')
  const [text, setText] = useState(JSON.stringify(entry, null, 2))
  const [error, setError] = useState<Error>()
  const target = handle ?? name.trim()
  const pathOf = { workspace_id: ws, kind, handle: target }

  async function save(): Promise<void> {
    try {
      const body = JSON.parse(text) as object
      const call = control('putEntry', { path: pathOf, body })
      await attempt(call, { said: `Saved ${kind}.${target}` })
      setError(undefined)
      go(href([ws, 'world', kind, target]))
    } catch (error) {
      setError(error as Error)
    }
  }

  async function remove(): Promise<void> {
    const said = `Deleted ${kind}.${target}`
    await actControl('deleteEntry', { path: pathOf, query: { force: false } }, { said })
    go(href([ws, 'world', kind]))
  }

  return (
    <Panel title={handle ?? `Add to ${kind}`}>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {handle === undefined ? (
          <TextField
            label="Handle"
            hint="The name under which others find it, such as quote-writer."
            required
            value={name}
            onChange={setName}
          />
        ) : null}
        <TextField
          label="Entry"
          hint="As in a world file, in JSON. What is left out gets its default."
          class="mono"
          rows={Math.min(24, Math.max(8, text.split('\n').length + 1))}
          spellcheck={false}
          value={text}
          onChange={setText}
        />
        {error ? <Problem error={error} /> : null}
        <p>
          <Button kind="primary" type="submit">
            Save
          </Button>{' '}
          {handle === undefined ? null : (
            <Button kind="danger" onClick={() => void remove()}>
              Delete
            </Button>
          )}
        </p>
      </form>
    </Panel>
  )
}
