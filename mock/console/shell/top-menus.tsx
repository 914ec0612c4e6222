// What the menus of the top bar hold.
import type { Signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { mockRoot } from '../address.ts'
import { Icon } from '../kit/icon.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { Item } from '../kit/menu.tsx'
import { Choices } from '../kit/tabs.tsx'
import { counted, inWords } from '../kit/values.tsx'
import { href, hrefHere, place, rootHref, workspaceId } from '../routes.ts'
import { connectionText, unknownKeys, version } from '../state/live.ts'
import { showDialog } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { scheme, singleKeys, zone } from '../state/settings.ts'
import { doneSteps, redo, undo, undoneSteps } from '../state/undo.ts'
import { openNewWorkspace } from './new-workspace-dialog.tsx'

export function WorkspaceItems() {
  const read = useControl('listWorkspaces', {})
  const [text, setText] = useState('')
  const screen = place.value.path[1]
  return (
    <>
      <Loaded read={read}>
        {({ data }) => {
          const fitting = data.filter(({ id, name }) =>
            `${id} ${name}`.toLowerCase().includes(text.toLowerCase()),
          )
          return (
            <>
              {data.length > 8 ? (
                <input
                  class="input"
                  placeholder="Find a workspace"
                  aria-label="Find a workspace"
                  value={text}
                  onInput={event => setText(event.currentTarget.value)}
                />
              ) : null}
              {fitting.slice(0, 30).map(({ id, name, from }) => (
                <Item
                  key={id}
                  href={rootHref([id, screen ?? ''], { as: null })}
                  selected={id === workspaceId.value}
                >
                  <span class="grow cut">
                    <span class="strong">{id}</span> {name === id ? '' : <span class="muted">{name}</span>}
                  </span>
                  <span class="muted small">{from === id ? '' : `from ${from}`}</span>
                </Item>
              ))}
              {fitting.length > 30 ? (
                <p class="muted small menu-note">and {fitting.length - 30} more</p>
              ) : null}
            </>
          )
        }}
      </Loaded>
      <hr />
      <Item onClick={() => openNewWorkspace()}>
        <Icon name="plus" /> New workspace
      </Item>
      <Item href={rootHref(['workspaces'], { as: null })}>
        <Icon name="workspaces" /> All workspaces
      </Item>
    </>
  )
}

export function AsItems() {
  const as = place.value.query.get('as')
  const read = useControl('listKeys', {})
  return (
    <>
      <h3>Look, and act, as</h3>
      <Item href={hrefHere({ as: null })} selected={as === null}>
        <span class="grow">Everyone</span>
        <span class="muted small">sees all; acts as admin</span>
      </Item>
      <Loaded read={read}>
        {({ data }) => (
          <>
            {data.map(({ name, person_name, role, revoked_at }) => (
              <Item key={name} href={hrefHere({ as: name })} selected={as === name}>
                <span class="grow">{name}</span>
                <span class="muted small">
                  {person_name}, {revoked_at === null ? role : 'revoked'}
                </span>
              </Item>
            ))}
          </>
        )}
      </Loaded>
    </>
  )
}

export function UndoPreview() {
  const done = doneSteps()
  const undone = undoneSteps()
  if (done.length + undone.length === 0)
    return (
      <p class="menu-note soft">
        Nothing to undo. What this tab does can be taken back; what others did is never lost without a
        question.
      </p>
    )
  return (
    <>
      <Item disabled={done.length === 0} onClick={() => undo()}>
        <Icon name="undo" />{' '}
        <span class="grow cut">Undo{done.length > 0 ? `: ${done.at(-1)!.said}` : ''}</span>
        <kbd>Ctrl Z</kbd>
      </Item>
      <Item disabled={undone.length === 0} onClick={() => redo()}>
        <Icon name="redo" />{' '}
        <span class="grow cut">Redo{undone.length > 0 ? `: ${undone.at(-1)!.of.said}` : ''}</span>
        <kbd>Ctrl Shift Z</kbd>
      </Item>
      <hr />
      <Item href={href(['snapshots'])}>
        <span class="grow">Snapshots</span>
        <span class="muted small">{counted(done.length, 'step')} back</span>
      </Item>
    </>
  )
}

export function MoreItems() {
  return (
    <>
      <p class="menu-note muted small">
        {inWords(connectionText.value)} · mock {version.value}
      </p>
      {unknownKeys.value > 0 ? (
        <Item href={rootHref(['unmatched'], { as: null })}>
          {counted(unknownKeys.value, 'request')} with an unknown key
        </Item>
      ) : null}
      <Setting name="Appearance" setting={scheme} options={['system', 'light', 'dark']} />
      <Setting name="Times" setting={zone} options={['local', 'utc']} />
      <Setting name="Single-key shortcuts" setting={singleKeys} options={['on', 'off']} />
      <hr />
      <Item onClick={() => showDialog('help')}>
        <span class="grow">Keyboard shortcuts</span>
        <kbd>?</kbd>
      </Item>
      <a
        class="item row"
        href={new URL('_mock/reference/control', mockRoot).href}
        target="_blank"
        rel="noreferrer"
      >
        Reference of the control API
      </a>
    </>
  )
}

interface SettingProps<Value> {
  name: string
  setting: Signal<Value>
  options: readonly Value[]
}

function Setting<Value extends string>({ name, setting, options }: SettingProps<Value>) {
  const set = (value: Value) => {
    setting.value = value
  }
  return (
    <>
      <h3>{name}</h3>
      <Choices class="menu-choices" label={name} value={setting.value} options={options} onChange={set} />
    </>
  )
}
