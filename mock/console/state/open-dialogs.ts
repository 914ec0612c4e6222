// The dialog of the shell that is open. It opens from anywhere, so the shell alone shows it.
import { signal } from '@preact/signals'

export type ShellDialog = 'palette' | 'help' | 'control key' | NewWorkspaceStart

/** What the dialog for a new workspace begins with. */
export interface NewWorkspaceStart {
  readonly from: string
  readonly answers: Readonly<Record<string, string>>
}

export const openDialog = signal<ShellDialog | null>(null)

export function showDialog(dialog: ShellDialog | null): void {
  openDialog.value = dialog
}

export const closeDialog = () => showDialog(null)

export function openNewWorkspace(from = 'demo', answers: Readonly<Record<string, string>> = {}): void {
  showDialog({ from, answers })
}
