// The command palette: screens, actions, and anything by its id or name.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { control } from '../calls/call.ts'
import { useModal } from '../kit/dialog.tsx'
import { go, href, hrefHere, rootHref, workspaceId } from '../routes.ts'
import { faultPresets } from '../screens/parts/fault-presets.ts'
import { resourceHref } from '../screens/parts/links.tsx'
import { act, lastActs } from '../state/acts.ts'
import { copyAsCurl } from '../state/copy-call.ts'
import { shownWorkspace } from '../state/live.ts'
import { closeDialog } from '../state/open-dialogs.ts'
import { useControl } from '../state/reads.ts'
import { stored } from '../state/stored.ts'
import { redo, undo } from '../state/undo.ts'
import { advanceClock, advanceToNext, advanceUntilIdle, clockModes, setClockMode } from './clock-actions.ts'
import { openNewWorkspace } from './new-workspace-dialog.tsx'
import { screens } from './screens.ts'

interface Command {
  readonly text: string
  readonly note: string
  readonly act: () => unknown
}

/** The texts of the commands that were chosen last, the newest first. */
const recent = stored<readonly string[]>('sessionStorage', 'recent', [])
const MAX_RECENT = 8

export function PaletteDialog() {
  const dialog = useModal('input')
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  // What is typed, once there is a pause.
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    setAt(0)
    const timer = setTimeout(() => setWanted(text.trim()), 120)
    return () => clearTimeout(timer)
  }, [text])
  const found = useFound(wanted === text.trim() && wanted.length >= 3 ? wanted : null)
  const commands = useMemo(commandsNow, [])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = commands.filter(({ text, note }) =>
    words.every(word => `${text} ${note}`.toLowerCase().includes(word)),
  )
  // Screens and actions are few and named exactly; what the world holds comes behind them.
  const shown = [...fitting.slice(0, 8), ...found, ...fitting.slice(8)].slice(0, 40)
  const choose = (command: Command | undefined) => {
    if (!command) return
    const others = recent.value.filter(one => one !== command.text)
    recent.value = [command.text, ...others].slice(0, MAX_RECENT)
    closeDialog()
    command.act()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Search and commands"
      onClose={closeDialog}
      onClick={event => event.target === dialog.current && closeDialog()}
    >
      <input
        class="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown.length > 0 ? `palette-${at}` : undefined}
        aria-label="An id, a name, a screen or an action"
        placeholder="An id, a name, a screen or an action"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault()
            const step = event.key === 'ArrowDown' ? 1 : -1
            const to = (at + step + shown.length) % Math.max(1, shown.length)
            setAt(to)
            document.getElementById(`palette-${to}`)?.scrollIntoView({ block: 'nearest' })
          } else if (event.key === 'Enter') {
            event.preventDefault()
            choose(shown[at])
          }
        }}
      />
      <div class="palette-list" id="palette-list" role="listbox" aria-label="Results">
        {shown.map((command, index) => (
          <div
            key={`${command.note} ${command.text}`}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            class="palette-item row"
            onClick={() => choose(command)}
            onPointerMove={() => setAt(index)}
          >
            <span class="grow cut">{command.text}</span>
            <span class="muted small">{command.note}</span>
          </div>
        ))}
        {shown.length === 0 ? <p class="menu-note muted">Nothing is called that.</p> : null}
      </div>
    </dialog>
  )
}

function useFound(text: string | null): Command[] {
  const workspace_id = workspaceId.value
  const byId = useControl('findResource', text ? { query: { id: text } } : null).data?.data ?? []
  const search = workspace_id && text ? { query: { text, limit: 20 } } : null
  const byText = useControl('searchWorkspace', search).data?.data ?? []
  const found = new Map([...byId, ...byText].map(one => [one.id, one]))
  return [...found.values()].map(one => ({
    text: one.excerpt ? `${one.name || one.id} — ${one.excerpt}` : one.name || one.id,
    note: `${one.kind.replace('-', ' ')}${one.workspace_id === workspace_id ? '' : ` in ${one.workspace_id}`}`,
    act: () => go(resourceHref(one)),
  }))
}

function commandsNow(): Command[] {
  const workspace = workspaceId.value
  const all: Command[] = []
  const add = (text: string, note: string, act: () => unknown) => all.push({ text, note, act })
  if (workspace) {
    for (const { id, name } of screens) add(name, 'screen', () => go(href([id])))
    for (const by of ['1m', '1h', '1d', '7d']) add(`Let ${by} pass`, 'clock', () => advanceClock({ by }))
    if (shownWorkspace.value?.clock.next) add('Let time pass to what is due next', 'clock', advanceToNext)
    add('Let time pass until idle', 'clock', advanceUntilIdle)
    for (const mode of clockModes) add(mode[1], 'clock', () => setClockMode(mode))
    add('Approve what waits longest, as a manager', 'people', () =>
      act(
        control('decideApproval', {
          path: { approval_id: 'oldest' },
          body: { outcome: 'approved', by: 'manager' },
        }),
        ({ approval }) => `Approved ${approval.title}`,
      ),
    )
    add('Start a run', 'people', () => go(href(['runs'], { start: 'yes' })))
    add('Undo what this console did', 'console', () => undo())
    add('Redo what was undone', 'console', () => redo())
    for (const { said, call } of lastActs.value.slice(0, 5))
      add(`Copy as curl: ${said}`, 'done last', () => copyAsCurl(call))
    add('Save a snapshot', 'snapshots', () =>
      act(control('saveSnapshot', { body: {} }), ({ id }) => `Saved ${id}`),
    )
    add('Set the balance to 0', 'money', () =>
      act(control('setBalance', { body: { balance_euros: 0 } }), 'The balance is 0 €'),
    )
    add('Look as everyone', 'look', () => go(hrefHere({ as: null })))
    for (const key of ['admin', 'manager', 'member', 'other', 'read-only'])
      add(`Look as ${key}`, 'look', () => go(hrefHere({ as: key })))
    for (const { name, fault } of faultPresets)
      for (const operation of ['', 'createTask', 'startRun', 'getRun'] as const)
        add(operation ? `${name} for ${operation}` : name, 'fault', () =>
          act(
            control('addFault', { body: { ...fault, on: operation ? { operation } : undefined } }),
            `Set: ${name}${operation ? ` for ${operation}` : ''}`,
          ),
        )
  }
  add('New workspace', 'workspaces', () => openNewWorkspace())
  add('All workspaces', 'screen', () => go(rootHref(['workspaces'])))
  add('Requests with an unknown key', 'screen', () => go(rootHref(['unmatched'])))
  return all.sort((a, b) => rank(a) - rank(b))
}

function rank({ text }: Command): number {
  const at = recent.value.indexOf(text)
  return at < 0 ? recent.value.length : at
}
