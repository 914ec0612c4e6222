// Short notes about what was done.
import { signal } from '@preact/signals'
import type { Call } from '../calls/call.ts'

export interface ToastLine {
  readonly text: string
  readonly href: string
}

export interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  /** The call that did it, to be shown as code. */
  readonly call?: Call | undefined
  readonly link?: { readonly href: string; readonly text: string } | undefined
  readonly undo?: (() => void) | undefined
  readonly lines?: readonly ToastLine[] | undefined
}

export const toasts = signal<readonly Toast[]>([])

let made = 0

export function say(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> = {}): void {
  made += 1
  const toast: Toast = { id: made, text, isError: false, ...more }
  toasts.value = [...toasts.value.slice(-2), toast]
  const stays = toast.isError ? 12_000 : toast.call ? 7_000 : 2_000
  setTimeout(() => dismiss(toast.id), stays)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id)
}
