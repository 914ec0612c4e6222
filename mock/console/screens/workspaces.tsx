// Every workspace of the mock.
import { useEffect } from 'preact/hooks'
import { askControl } from '../calls/call.ts'
import { Icon } from '../kit/icon.tsx'
import { Lines } from '../kit/lines.tsx'
import { Button, Item, Loaded, Menu, Page, Panel } from '../kit/parts.tsx'
import { Time } from '../kit/values.tsx'
import { go, href, hrefHere, place } from '../routes.ts'
import { sayRefused } from '../state/acts.ts'
import { openNewWorkspace } from '../state/new-workspace.ts'
import { useControl } from '../state/reads.ts'
import { say } from '../state/toasts.ts'

export default function Workspaces() {
  const read = useControl('listWorkspaces', {}, ['workspaces'])
  const text = place.value.query.get('text') ?? ''
  useEffect(() => {
    document.title = 'Workspaces · Agent Work mock'
  }, [])
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
        <input
          class="input filter-text"
          data-filter
          type="search"
          placeholder="Find a workspace"
          aria-label="Find a workspace"
          value={text}
          onInput={event => go(hrefHere({ text: event.currentTarget.value || null }), true)}
        />
      </search>
      <Panel flush label="Workspaces">
        <Loaded read={read}>
          {({ data }) => {
            const fitting = data.filter(({ id, name, from }) =>
              `${id} ${name} ${from}`.toLowerCase().includes(text.toLowerCase()),
            )
            return (
              <Lines
                label="Workspaces"
                count={fitting.length}
                columns={[['Id'], ['Name'], ['Made from'], ['Its time', 'right'], ['Actions', 'right over']]}
                template="var(--workspace-columns)"
                line={index => {
                  const one = fitting[index]
                  if (!one) return undefined
                  const { id, name, from, now } = one
                  return {
                    href: href([id], { as: null }),
                    cells: [
                      <span class="strong" key="id">
                        {id}
                      </span>,
                      name === id ? '' : name,
                      from === id ? '–' : from,
                      <Time at={now} key="now" />,
                      <Actions id={id} key="actions" />,
                    ],
                  }
                }}
              />
            )
          }}
        </Loaded>
      </Panel>
    </Page>
  )
}

function Actions({ id }: { id: string }) {
  const stays = id === 'demo' || id === 'second-tenant'
  return (
    <Menu button={<Icon name="more" />} label={`More about ${id}`} class="quiet small icon" align="end">
      {close => (
        <>
          <Item
            onClick={() => {
              close()
              openNewWorkspace(id)
            }}
          >
            Fork
          </Item>
          <Item
            danger
            onClick={() => {
              close()
              if (confirm(`Take ${id} back to its beginning?`))
                void act(
                  () => askControl('resetWorkspace', { path: { workspace_id: id } }),
                  `${id} is as it was at its beginning`,
                )
            }}
          >
            Reset
          </Item>
          {stays ? null : (
            <Item
              danger
              onClick={() => {
                close()
                if (confirm(`Delete ${id}? Its keys are unknown from then on. This cannot be undone.`))
                  void act(
                    () => askControl('deleteWorkspace', { path: { workspace_id: id } }),
                    `${id} is gone`,
                  )
              }}
            >
              Delete
            </Item>
          )}
        </>
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
