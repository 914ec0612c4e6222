// People with their roles and teams, and the keys that act in their name.
import { control } from '../calls/call.ts'
import type { Schemas } from '../calls/types.ts'
import { words } from '../generated/words.gen.ts'
import { Button } from '../kit/button.tsx'
import { copy } from '../kit/code.tsx'
import { Icon } from '../kit/icon.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { Page, ReadPanel } from '../kit/page.tsx'
import { SchemaForm, useDraft } from '../kit/schema-form.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Avatar, Id, inWords } from '../kit/values.tsx'
import { hrefHere, place } from '../routes.ts'
import { act } from '../state/acts.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { CallDialog } from './parts/call-dialog.tsx'
import { personOptions, usePeople } from './parts/names.ts'

export default function People() {
  const keys = useControl('listKeys', {})
  const people = useControl('listPeople', {})
  const workspace = useControl('readWorkspace', {})
  const teams = Object.entries(workspace.data?.roles.teams ?? {})
  const teamName = new Map(teams.map(([handle, id]) => [id, inWords(handle.replace(/^team-/, ''))]))
  return (
    <Page
      title="People and keys"
      note="A key acts in the name of its person, and reaches only its scopes."
      actions={
        <>
          <Button icon="people" onClick={() => showDialog(() => <PersonDialog />)}>
            New person
          </Button>
          <Button kind="primary" icon="plus" onClick={() => edit('member')}>
            New key
          </Button>
        </>
      }
    >
      <ReadPanel title="Keys" flush read={keys}>
        {({ data }) => <Table rows={data} columns={keyColumns} />}
      </ReadPanel>
      <ReadPanel title="People" flush read={people}>
        {({ data }) => <Table rows={data} columns={personColumns(teamName)} />}
      </ReadPanel>
    </Page>
  )
}

const keyColumns: readonly Column<Schemas['Key']>[] = [
  {
    head: 'Key',
    class: 'nowrap',
    cell: ({ name, revoked_at }) => (
      <>
        <span class={revoked_at ? 'muted' : 'strong'}>{name}</span>{' '}
        {revoked_at ? <span class="tag red">revoked</span> : null}
      </>
    ),
  },
  {
    head: 'Secret',
    from: 'tablet',
    class: 'nowrap',
    cell: key => (
      <Button small icon="copy" onClick={() => copySecret(key)}>
        Copy
      </Button>
    ),
  },
  {
    head: 'Person',
    cell: ({ person_name, role }) => (
      <>
        {person_name} <span class="muted small">{role}</span>
      </>
    ),
  },
  {
    head: 'Scopes',
    width: '1fr',
    from: 'tablet',
    class: 'muted',
    cell: ({ scopes }) => (
      <span title={scopes.join(', ')}>
        {scopes.length === words.Scope.length ? 'all' : scopes.join(', ') || 'none'}
      </span>
    ),
  },
  { head: 'Actions', hideHead: true, cell: key => <KeyActions of={key} /> },
]

const copySecret = ({ name, secret }: Schemas['Key']) => copy(secret, `The key ${name} was copied`)

function KeyActions({ of: key }: { of: Schemas['Key'] }) {
  const isViewer = place.value.query.get('as') === key.name
  const revoke = (revoked_at: 'now' | null, said: string) =>
    act(control('changeKey', { path: { key_id: key.id }, body: { revoked_at } }), `${key.name} ${said}`)
  return (
    <span class="row">
      <a
        class="button small"
        href={hrefHere({ as: isViewer ? null : key.name })}
        aria-current={isViewer ? 'true' : undefined}
      >
        <Icon name="eye" /> {isViewer ? 'Looking' : 'Look'} as
        <span class="only-read">{key.name}</span>
      </a>
      <Menu label={`More about the key ${key.name}`}>
        <Item onClick={() => copySecret(key)}>Copy the secret</Item>
        <Item onClick={() => edit(key)}>Change scopes</Item>
        {key.revoked_at ? (
          <Item onClick={() => revoke(null, 'works again')}>Restore</Item>
        ) : (
          <Item danger onClick={() => revoke('now', 'is revoked')}>
            Revoke
          </Item>
        )}
      </Menu>
    </span>
  )
}

function personColumns(teamName: ReadonlyMap<string, string>): readonly Column<Schemas['Person']>[] {
  const teams = (ids: readonly string[]) => ids.map(id => teamName.get(id) ?? id).join(', ')
  return [
    {
      head: 'Name',
      class: 'nowrap',
      cell: ({ name }) => (
        <span class="row">
          <Avatar name={name} /> <span class="strong">{name}</span>
        </span>
      ),
    },
    { head: 'Role', cell: ({ role }) => role },
    {
      head: 'Teams',
      class: 'nowrap',
      from: 'tablet',
      cell: ({ team_ids, managed_team_ids }) => (
        <>
          {teams(team_ids)}
          {managed_team_ids.length > 0 ? (
            <span class="muted small"> manages {teams(managed_team_ids)}</span>
          ) : null}
        </>
      ),
    },
    { head: 'Email', width: '1fr', from: 'tablet', class: 'muted', cell: ({ email }) => email },
    { head: 'Id', from: 'tablet', cell: ({ id }) => <Id id={id} /> },
  ]
}

/** Adds a person, and goes on with a key for them. */
function PersonDialog() {
  const draft = useDraft<Record<string, unknown>>({ name: '', role: 'member' })
  const { value: body } = draft
  const handle = `person-${String(body.name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')}`
  return (
    <CallDialog
      title="New person"
      verb="Add, and make a key"
      call={control('putEntry', { path: { kind: 'people', handle }, body })}
      isReady={body.name !== ''}
      said={`${body.name} works here`}
      onDone={() => edit(handle)}
    >
      <SchemaForm
        name="WorldPerson"
        {...draft}
        first={['name', 'role']}
        options={{ name: { hint: `In a world file: ${handle}` } }}
      />
    </CallDialog>
  )
}

/** Makes a key for a person, or changes the scopes of a key. */
const edit = (of: Schemas['Key'] | string) => showDialog(() => <KeyDialog of={of} />)

function KeyDialog({ of }: { of: Schemas['Key'] | string }) {
  const { people } = usePeople()
  const [known, person] = typeof of === 'string' ? [undefined, of] : [of, undefined]
  const draft = useDraft({ scopes: known?.scopes ?? [...words.Scope], ...(known ? {} : { person }) })
  const { value: body } = draft
  const call = known
    ? control('changeKey', { path: { key_id: known.id }, body })
    : control('createKey', { body })
  return (
    <CallDialog
      title={known ? `Scopes of ${known.name}` : 'New key'}
      verb={known ? 'Save' : 'Create'}
      call={call}
      said={({ name }) => (known ? `${name} has other scopes` : `${name} works from now on`)}
    >
      <SchemaForm
        name={known ? 'KeyChange' : 'NewKey'}
        {...draft}
        first={known ? ['scopes'] : ['name', 'person', 'scopes']}
        options={{
          person: {
            options: [
              ...(person?.startsWith('person-') ? [[person, 'The new person'] as const] : []),
              ...personOptions(people),
            ],
          },
        }}
      />
    </CallDialog>
  )
}
