// Keyboard shortcuts. Single keys act outside of fields only.
import { go, href, workspaceId } from '../routes.ts'
import { ownKeys } from '../state/key-bindings.ts'
import { openDialog, showDialog } from '../state/open-dialogs.ts'
import { singleKeys } from '../state/settings.ts'
import { redo, undo } from '../state/undo.ts'
import { advanceToNext } from './clock-actions.ts'
import { screens } from './screens.ts'

export const help: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search and commands'],
  ['Ctrl Z', 'Undo what this console did'],
  ['Ctrl Shift Z', 'Redo it'],
  ['/', 'Filter what is shown'],
  ['.', 'Let time pass to what is due next'],
  ['j k', 'Down and up in a list'],
  ['Enter', 'Open'],
  ['Esc', 'Close'],
  ['a', 'Approve the first that waits'],
  ['m', 'Move the task'],
  ['y', 'Copy the call as curl'],
  ['?', 'These keys'],
  ...screens.flatMap(({ key, name }) => (key ? [[`g ${key}`, name] as const] : [])),
]

export function followKeys(): () => void {
  let isGoing = false
  const listener = (event: KeyboardEvent) => {
    const { key, target } = event
    const element = target as HTMLElement
    const isField = element.matches?.('input, textarea, select, [contenteditable]')
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') {
      event.preventDefault()
      showDialog(openDialog.value === 'palette' ? null : 'palette')
      return
    }
    if (isField || document.querySelector('dialog[open]')) return
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'z') {
      event.preventDefault()
      void (event.shiftKey ? redo() : undo())
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || singleKeys.value === 'off') return
    if (isGoing) {
      isGoing = false
      const screen = screens.find(screen => screen.key === key)
      if (screen && workspaceId.value) {
        event.preventDefault()
        go(href([screen.id]))
      }
      return
    }
    if (key === 'g') {
      isGoing = true
      setTimeout(() => {
        isGoing = false
      }, 1_200)
    } else if (key === '?') showDialog('help')
    else if (key === '/') document.querySelector<HTMLElement>('[data-filter]')?.focus()
    else if (key === '.') advanceToNext()
    else if (key === 'j') document.querySelector<HTMLElement>('.lines a.cover[tabindex="0"]')?.focus()
    else if (ownKeys.has(key)) ownKeys.get(key)!()
    else return
    event.preventDefault()
  }
  addEventListener('keydown', listener)
  return () => removeEventListener('keydown', listener)
}
