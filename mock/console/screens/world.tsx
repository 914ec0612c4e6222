// The entries of the workspace in the form of a world file, to find, to change, to add and to delete.
import { useState } from 'preact/hooks'
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { words } from '../generated/words.gen.ts'
import { Button, CloseLink } from '../kit/button.tsx'
import { FilterField, isFound, TextField } from '../kit/fields.tsx'
import { Form } from '../kit/form.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loaded, Problem } from '../kit/loaded.tsx'
import { SplitTable } from '../kit/long-table.tsx'
import { Empty, Page } from '../kit/page.tsx'
import { SchemaForm } from '../kit/schema-form.tsx'
import type { Column } from '../kit/table.tsx'
import { Choices, Segments } from '../kit/tabs.tsx'
import { inWords } from '../kit/values.tsx'
import { go, href, place } from '../routes.ts'
import { act, attempt } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'

type Kind = (typeof words.WorldKind)[number]

/** The schema of one entry of a kind, and the members that a list of them shows. */
const kinds: Readonly<Record<Kind, { one: string; schema: keyof Schemas; shows: readonly string[] }>> = {
  teams: { one: 'team', schema: 'WorldTeam', shows: [] },
  people: { one: 'person', schema: 'WorldPerson', shows: ['role', 'teams'] },
  keys: { one: 'key', schema: 'WorldKey', shows: ['of', 'scopes'] },
  models: { one: 'model', schema: 'WorldModel', shows: ['in', 'out'] },
  agents: { one: 'agent', schema: 'WorldAgent', shows: ['owner', 'model'] },
  workflows: { one: 'workflow', schema: 'WorldWorkflow', shows: ['status', 'owner'] },
  boards: { one: 'board', schema: 'WorldBoard', shows: ['prefix'] },
  projects: { one: 'project', schema: 'WorldProject', shows: [] },
  knowledge: { one: 'knowledge base', schema: 'WorldKnowledge', shows: ['description'] },
  documents: { one: 'document', schema: 'WorldDocument', shows: ['knowledge'] },
  clients: { one: 'client', schema: 'WorldClient', shows: ['agents'] },
  tasks: { one: 'task', schema: 'WorldTask', shows: ['status', 'assignee'] },
}

/** The address of an entry that is not there yet. */
const NEW = '+'

export default function World({ path }: { path: readonly string[] }) {
  const [, , wanted = 'agents', handle] = path
  const kind = words.WorldKind.find(each => each === wanted) ?? 'agents'
  const entries = useControl('listEntries', { path: { kind } })
  const hrefOf = (handle: string) => href(['world', kind, handle], { text: place.value.query.get('text') })
  return (
    <Page
      title="World"
      note="What there is, as a world file declares it. A change is checked as a whole, and done as a whole or not at all."
      actions={
        <a class="button primary" href={hrefOf(NEW)}>
          <Icon name="plus" /> New {kinds[kind].one}
        </a>
      }
    >
      <Segments
        label="Kind"
        current={kind}
        hrefOf={id => href(['world', id])}
        options={words.WorldKind.map(id => [id, inWords(id)])}
      />
      <search class="row filters">
        <FilterField label={`Find in ${kind}`} />
      </search>
      <Loaded read={entries}>
        {({ data }) => {
          const open = data.find(entry => entry.handle === handle)
          const fitting = data.filter(entry => isFound(JSON.stringify(entry)))
          return (
            <SplitTable
              label={inWords(kind)}
              columns={columnsOf(kind)}
              rows={fitting}
              href={({ handle }) => hrefOf(handle)}
              isCurrent={entry => entry.handle === handle}
              height="calc(100dvh - 290px)"
              empty={<Empty title={data.length === 0 ? 'There are none yet' : 'None fits'} />}
              opened={
                open || handle === NEW ? (
                  <Editor
                    key={`${kind}/${handle}`}
                    kind={kind}
                    handle={open?.handle}
                    entry={open?.entry ?? {}}
                  />
                ) : null
              }
            />
          )
        }}
      </Loaded>
    </Page>
  )
}

function columnsOf(kind: Kind): readonly Column<Schemas['Entry']>[] {
  return [
    {
      head: 'Name',
      class: 'strong',
      cell: ({ handle, entry }) => String(entry.name ?? entry.title ?? handle),
    },
    { head: 'Handle', class: 'muted mono', width: '0.8fr', cell: ({ handle }) => handle },
    ...kinds[kind].shows.map(
      (name): Column<Schemas['Entry']> => ({
        head: inWords(name),
        width: '0.6fr',
        from: 'tablet',
        class: 'soft',
        cell: ({ entry }) => [entry[name] ?? ''].flat().join(', '),
      }),
    ),
  ]
}

interface EditorProps {
  readonly kind: Kind
  /** Undefined for a new entry. */
  readonly handle: string | undefined
  readonly entry: Readonly<Record<string, unknown>>
}

function Editor({ kind, handle, entry }: EditorProps) {
  const [name, setName] = useState('')
  // What is typed: in the form, or as JSON.
  const [draft, setDraft] = useState<typeof entry | string>(entry)
  const [error, setError] = useState<Error>()
  const target = handle ?? name.trim()
  const pathOf = { kind, handle: target }
  const list = href(['world', kind])
  const typed = () => (typeof draft === 'string' ? (JSON.parse(draft) as typeof entry) : draft)
  const show = (next: 'Form' | 'JSON') => {
    try {
      setDraft(next === 'JSON' ? JSON.stringify(typed(), null, 2) : typed())
      setError(undefined)
    } catch (error) {
      setError(error as Error)
    }
  }

  async function save(): Promise<void> {
    await attempt(control('putEntry', { path: pathOf, body: typed() }), `Saved ${kind}.${target}`)
    go(href(['world', kind, target]))
  }

  async function remove(): Promise<void> {
    const call = control('deleteEntry', { path: pathOf, query: { force: false } })
    await act(call, `Deleted ${kind}.${target}`)
    go(list)
  }

  const buttons = (
    <p class="row">
      <Button kind="primary" type="submit">
        Save
      </Button>
      {handle === undefined ? null : (
        <Button kind="danger" onClick={() => remove()}>
          Delete
        </Button>
      )}
    </p>
  )

  return (
    <section class="panel exchange" aria-label="The entry">
      <header class="exchange-head row wrap">
        <h2 class="grow">{handle ?? `New ${kinds[kind].one}`}</h2>
        <Choices
          label="Form"
          value={typeof draft === 'string' ? 'JSON' : 'Form'}
          onChange={show}
          options={['Form', 'JSON']}
        />
        <CloseLink href={list} label="Close the entry" />
      </header>
      <Form class="exchange-body stack loose" onSubmit={save} footer={buttons}>
        {handle === undefined ? (
          <TextField
            label="Handle"
            hint="The name under which others find it, such as quote-writer."
            required
            value={name}
            onChange={setName}
          />
        ) : null}
        {typeof draft === 'string' ? (
          <TextField
            label="Entry"
            hint="As in a world file. What is left out gets its default."
            class="mono"
            rows={Math.min(28, Math.max(8, draft.split('\n').length + 1))}
            spellcheck={false}
            value={draft}
            onChange={setDraft}
          />
        ) : (
          <SchemaForm
            name={kinds[kind].schema}
            value={draft}
            onChange={change => setDraft({ ...draft, ...change })}
            options={Object.fromEntries(
              ['description', 'system_prompt', 'script', 'steps', 'text'].map(name => [name, { rows: 3 }]),
            )}
          />
        )}
        {error ? <Problem error={error} /> : null}
      </Form>
    </section>
  )
}
