import { signal } from '@preact/signals'

/** What the dialog for a new workspace begins with; null while it is closed. */
export const newWorkspace = signal<{
  readonly from: string
  readonly answers: Readonly<Record<string, string>>
} | null>(null)

export function openNewWorkspace(from = 'demo', answers: Readonly<Record<string, string>> = {}): void {
  newWorkspace.value = { from, answers }
}
