import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { closeDialog } from '../state/open-dialogs.ts'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

interface DialogProps {
  title: string
  onClose?: () => unknown
  children: ComponentChildren
  footer?: ComponentChildren
  onSubmit?: () => unknown
}

/** A dialog over the page. Focus stays in it, and returns to where it was. */
export function Dialog({ title, onClose = closeDialog, children, footer, onSubmit }: DialogProps) {
  // The first field, or else what the dialog is for, and not the cross in its corner.
  const dialog = useModal('.body :is(input, select, textarea), footer .button')
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={() => onClose()}
      onClick={event => event.target === dialog.current && dialog.current?.close()}
    >
      <Form
        class=""
        onSubmit={() => onSubmit?.()}
        footer={footer ? <footer class="row wrap">{footer}</footer> : null}
      >
        <header class="row">
          <h2 class="grow">{title}</h2>
          <Button small={false} icon="close" label="Close" onClick={() => dialog.current?.close()} />
        </header>
        <div class="body stack">{children}</div>
      </Form>
    </dialog>
  )
}

/** Opens a dialog as long as it is shown, with the focus on an element in it. */
export function useModal(focused: string) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    dialog.current?.querySelector<HTMLElement>(focused)?.focus()
    return () => before?.focus?.()
  }, [])
  return dialog
}
