// People with their roles and teams, and the keys that act in their name.
import { useEffect, useState } from 'preact/hooks'
import { control } from '../calls/call.ts'
import type { ControlComponents } from '../calls/types.ts'
import { copy } from '../kit/copy.tsx'
import { Icon } from '../kit/icon.tsx'
import { Button, Dialog, Field, Item, Loaded, Menu, Page, Panel, Problem, Select } from '../kit/parts.tsx'
import { Avatar, Id } from '../kit/values.tsx'
import { hrefHere, place } from '../routes.ts'
import { actControl, attempt } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'

type Key = ControlComponents['schemas']['Key']
type Scope = ControlComponents['schemas']['Scope']

const scopes: readonly Scope[] = [
  'agents:read',
  'agents:run',
  'tasks:read',
  'tasks:write',
  'runs:read',
  'approvals:read',
  'analytics:read',
  'workflows:read',
  'workflows:run',
  'chat:read',
  'chat:write',
  'knowledge:read',
  'agency-usage:read',
]

export default function People({ path }: { path: readonly string[] }) {
  const ws = path[0]!
  const where = { workspace_id: ws }
  const keys = useControl('listKeys', { path: where }, ['keys', 'control', '*'])
  const people = useControl('listPeople', { path: where }, ['people', 'control', '*'])
  const workspace = useControl('readWorkspace', { path: where }, ['*'])
  const [editing, setEditing] = useState<Key | 'new'>()
  useEffect(() => {
    document.title = 'People and keys · Agent Work mock'
  }, [])
  const teamName = new Map(
    Object.entries(workspace.data?.roles.teams ?? {}).map(([handle, id]) => [
      id,
      titled(handle.replace(/^team-/, '')),
    ]),
  )
  const as = place.value.query.get('as')
  return (
    <Page
      title="People and keys"
      note="A key acts in the name of its person, and reaches only its scopes."
      actions={
        <Button kind="primary" icon="plus" onClick={() => setEditing('new')}>
          New key
        </Button>
      }
    >
      <Panel title="Keys" flush>
        <Loaded read={keys}>
          {({ data }) => (
            <div class="table-frame">
              <table class="table">
                <thead>
                  <tr>
                    <th scope="col">Key</th>
                    <th scope="col">Secret</th>
                    <th scope="col">Person</th>
                    <th scope="col">Scopes</th>
                    <th scope="col">
                      <span class="only-read">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(key => (
                    <tr key={key.id}>
                      <td class="nowrap">
                        <span class={key.revoked_at ? 'muted' : 'strong'}>{key.name}</span>{' '}
                        {key.revoked_at ? <span class="tag red">revoked</span> : null}
                      </td>
                      <td class="nowrap">
                        <Button
                          small
                          icon="copy"
                          onClick={() => void copy(key.secret, `The key ${key.name} was copied`)}
                        >
                          Copy
                        </Button>
                      </td>
                      <td class="nowrap">
                        {key.person_name} <span class="muted small">{key.role}</span>
                      </td>
                      <td class="wide cut muted" title={key.scopes.join(', ')}>
                        {key.scopes.length === scopes.length ? 'all' : key.scopes.join(', ') || 'none'}
                      </td>
                      <td>
                        <span class="row">
                          <a
                            class="button small"
                            href={hrefHere({ as: as === key.name ? null : key.name })}
                            aria-current={as === key.name ? 'true' : undefined}
                          >
                            <Icon name="eye" /> {as === key.name ? 'Looking' : 'Look as'}
                          </a>
                          <Menu
                            button={<Icon name="more" />}
                            label={`More about the key ${key.name}`}
                            class="quiet small icon"
                            align="end"
                          >
                            {close => (
                              <>
                                <Item
                                  onClick={() => {
                                    close()
                                    setEditing(key)
                                  }}
                                >
                                  Change scopes
                                </Item>
                                {key.revoked_at ? (
                                  <Item
                                    onClick={() => {
                                      close()
                                      void actControl(
                                        'changeKey',
                                        { path: { ...where, key_id: key.id }, body: { revoked_at: null } },
                                        { said: `${key.name} works again` },
                                      )
                                    }}
                                  >
                                    Restore
                                  </Item>
                                ) : (
                                  <Item
                                    danger
                                    onClick={() => {
                                      close()
                                      void actControl(
                                        'changeKey',
                                        { path: { ...where, key_id: key.id }, body: { revoked_at: 'now' } },
                                        { said: `${key.name} is revoked` },
                                      )
                                    }}
                                  >
                                    Revoke
                                  </Item>
                                )}
                              </>
                            )}
                          </Menu>
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Loaded>
      </Panel>
      <Panel title="People" flush>
        <Loaded read={people}>
          {({ data }) => (
            <div class="table-frame">
              <table class="table">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Role</th>
                    <th scope="col">Teams</th>
                    <th scope="col">Email</th>
                    <th scope="col">Id</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ id, name, role, email, team_ids, managed_team_ids }) => (
                    <tr key={id}>
                      <td class="nowrap">
                        <span class="row">
                          <Avatar name={name} /> <span class="strong">{name}</span>
                        </span>
                      </td>
                      <td>{role}</td>
                      <td class="nowrap">
                        {team_ids.map(team => teamName.get(team) ?? team).join(', ')}
                        {managed_team_ids.length > 0 ? (
                          <span class="muted small">
                            {' '}
                            manages {managed_team_ids.map(team => teamName.get(team) ?? team).join(', ')}
                          </span>
                        ) : null}
                      </td>
                      <td class="wide cut muted">{email}</td>
                      <td>
                        <Id id={id} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Loaded>
      </Panel>
      {editing ? (
        <KeyForm
          ws={ws}
          known={editing === 'new' ? undefined : editing}
          people={people.data?.data ?? []}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </Page>
  )
}

function titled(handle: string): string {
  return handle.replace(
    /(^|-)(\w)/g,
    (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase(),
  )
}

function KeyForm({
  ws,
  known,
  people,
  onClose,
}: {
  ws: string
  known: Key | undefined
  people: readonly { id: string; name: string; role: string }[]
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [person, setPerson] = useState('member')
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(known?.scopes ?? scopes))
  const [error, setError] = useState<Error>()
  const list = scopes.filter(scope => chosen.has(scope))
  const save = async () => {
    try {
      const call = known
        ? control('changeKey', { path: { workspace_id: ws, key_id: known.id }, body: { scopes: list } })
        : control('createKey', {
            path: { workspace_id: ws },
            body: { ...(name ? { name } : {}), person, scopes: list },
          })
      await attempt<Key>(call, {
        said: key => (known ? `${key.name} has other scopes` : `${key.name} works from now on`),
      })
      onClose()
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <Dialog
      title={known ? `Scopes of ${known.name}` : 'New key'}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <Button type="submit" kind="primary">
          {known ? 'Save' : 'Create'}
        </Button>
      }
    >
      {known ? null : (
        <div class="fields">
          <Field label="Name (optional)">
            <input
              class="input"
              pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,59}"
              value={name}
              onInput={event => setName(event.currentTarget.value)}
            />
          </Field>
          <Field label="Person">
            <Select
              value={person}
              onChange={setPerson}
              options={[
                ['member', 'A member'],
                ['manager', 'A manager'],
                ['admin', 'An admin'],
                ...people.map(({ id, name, role }) => [id, `${name} (${role})`] as const),
              ]}
            />
          </Field>
        </div>
      )}
      <fieldset class="scope-list">
        <legend class="only-read">Scopes</legend>
        {scopes.map(scope => (
          <label class="check mono" key={scope}>
            <input
              type="checkbox"
              checked={chosen.has(scope)}
              onChange={event => {
                const next = new Set(chosen)
                if (event.currentTarget.checked) next.add(scope)
                else next.delete(scope)
                setChosen(next)
              }}
            />
            {scope}
          </label>
        ))}
      </fieldset>
      {error ? <Problem error={error} /> : null}
    </Dialog>
  )
}
