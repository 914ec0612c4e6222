// Every workspace of the mock.
import { control } from '../calls/call.ts'
import type { Control, Given } from '../calls/types.ts'
import { Button } from '../kit/button.tsx'
import { FilterField, isFound } from '../kit/fields.tsx'
import { LongTable } from '../kit/long-table.tsx'
import { Item, Menu } from '../kit/menu.tsx'
import { Page, ReadPanel } from '../kit/page.tsx'
import type { Column } from '../kit/table.tsx'
import { Time } from '../kit/values.tsx'
import { rootHref } from '../routes.ts'
import { openNewWorkspace } from '../shell/new-workspace-dialog.tsx'
import { act } from '../state/acts.ts'
import { useControl } from '../state/reads.ts'

export default function Workspaces() {
  const read = useControl('listWorkspaces', {})
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
      <ReadPanel flush label="Workspaces" read={read}>
        {({ data }) => (
          <LongTable
            label="Workspaces"
            columns={columns}
            rows={data.filter(({ id, name, from }) => isFound(id, name, from))}
            href={({ id }) => rootHref([id], { as: null })}
          />
        )}
      </ReadPanel>
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
    <Menu label={`More about ${id}`}>
      <Item onClick={() => openNewWorkspace(id)}>Fork</Item>
      <Item
        danger
        onClick={() =>
          confirm(`Take ${id} back to its beginning?`) &&
          act(control('resetWorkspace', { path }), `${id} is as it was at its beginning`)
        }
      >
        Reset
      </Item>
      {isLasting ? null : (
        <Item
          danger
          onClick={() =>
            confirm(`Delete ${id}? Its keys are unknown from then on. This cannot be undone.`) &&
            act(control('deleteWorkspace', { path }), `${id} is gone`)
          }
        >
          Delete
        </Item>
      )}
    </Menu>
  )
}
