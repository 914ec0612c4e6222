// Which dialogs of the shell are open. They open from anywhere, so the shell alone shows them.
import { signal } from '@preact/signals'
import { onKeyNeeded } from '../calls/call.ts'

export const isPaletteOpen = signal(false)
export const isHelpOpen = signal(false)

/** Whether the mock asks for its control key. */
export const isKeyNeeded = signal(false)

onKeyNeeded(() => {
  isKeyNeeded.value = true
})

/** What the dialog for a new workspace begins with; null while it is closed. */
export const newWorkspace = signal<{
  readonly from: string
  readonly answers: Readonly<Record<string, string>>
} | null>(null)

export function openNewWorkspace(from = 'demo', answers: Readonly<Record<string, string>> = {}): void {
  newWorkspace.value = { from, answers }
}
