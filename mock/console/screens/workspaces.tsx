// Every workspace of the mock.
import { askControl } from '../calls/call.ts'
import type { Control, Given } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { FilterField } from '../kit/fields.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { LongTable } from '../kit/long-table.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { Page, Panel } from '../kit/page.tsx'
import type { Column } from '../kit/table.tsx'
import { Time } from '../kit/values.tsx'
import { href, place } from '../routes.ts'
import { sayRefused } from '../state/acts.ts'
import { openNewWorkspace } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'

export default function Workspaces() {
  const read = useControl('listWorkspaces', {}, ['workspaces'])
  const text = place.value.query.get('text') ?? ''
  return (
    <Page
      title="Workspaces"
      note="Each is a tenant of its own: people, keys, data, clock, journal and faults are shared with no other."
      actions={
        <Button kind="primary" icon="plus" onClick={() => openNewWorkspace()}>
          New workspace
        </Button>
      }
    >
      <search class="row filters">
        <FilterField label="Find a workspace" />
      </search>
      <Panel flush label="Workspaces">
        <Loaded read={read}>
          {({ data }) => {
            const fitting = data.filter(({ id, name, from }) =>
              `${id} ${name} ${from}`.toLowerCase().includes(text.toLowerCase()),
            )
            return (
              <LongTable
                label="Workspaces"
                columns={columns}
                rows={fitting}
                href={({ id }) => href([id], { as: null })}
              />
            )
          }}
        </Loaded>
      </Panel>
    </Page>
  )
}

type Workspace = Given<Control['listWorkspaces']>['data'][number]

const columns: readonly Column<Workspace>[] = [
  { head: 'Id', cell: ({ id }) => <span class="strong">{id}</span> },
  { head: 'Name', width: '1.5fr', from: 'tablet', cell: ({ id, name }) => (name === id ? '' : name) },
  { head: 'Made from', from: 'tablet', cell: ({ id, from }) => (from === id ? '–' : from) },
  { head: 'Its time', width: '110px', align: 'end', cell: ({ now }) => <Time at={now} /> },
  { head: 'Actions', width: '56px', align: 'end', class: 'over', cell: ({ id }) => <Actions id={id} /> },
]

function Actions({ id }: { id: string }) {
  const isLasting = id === 'demo' || id === 'second-tenant'
  const path = { workspace_id: id }
  return (
    <Menu button={<Icon name="more" />} label={`More about ${id}`} class="quiet small icon" align="end">
      <Item onClick={() => openNewWorkspace(id)}>Fork</Item>
      <Item
        danger
        onClick={() => {
          if (confirm(`Take ${id} back to its beginning?`))
            void act(() => askControl('resetWorkspace', { path }), `${id} is as it was at its beginning`)
        }}
      >
        Reset
      </Item>
      {isLasting ? null : (
        <Item
          danger
          onClick={() => {
            if (confirm(`Delete ${id}? Its keys are unknown from then on. This cannot be undone.`))
              void act(() => askControl('deleteWorkspace', { path }), `${id} is gone`)
          }}
        >
          Delete
        </Item>
      )}
    </Menu>
  )
}

async function act(call: () => Promise<unknown>, said: string): Promise<void> {
  try {
    await call()
    say(said)
  } catch (error) {
    sayRefused(error)
  }
}
