// The dialog that is open. It opens from anywhere, and the shell shows it.
import { computed, signal } from '@preact/signals'
import type { VNode } from 'preact'
import { place } from '../routes.ts'

type OpenDialog = 'palette' | 'help' | 'control key' | (() => VNode)

const path = computed(() => place.value.path.join('/'))
const opened = signal<{ readonly dialog: OpenDialog | null; readonly at: string }>()

/** It closes when the path changes, as on Back. */
export const openDialog = computed(() => (opened.value?.at === path.value ? opened.value.dialog : null))

export function showDialog(dialog: OpenDialog | null): void {
  opened.value = { dialog, at: path.value }
}

export const closeDialog = () => showDialog(null)
