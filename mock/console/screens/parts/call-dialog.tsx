// A dialog that makes one call: it closes when the call is done, and shows the refusal otherwise.
import type { ComponentChildren } from 'preact'
import type { Call } from '../../calls/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { AsCode } from '../../shell/code-view.tsx'
import { attempt, type Said } from '../../state/acts.ts'
import { closeDialog } from '../../state/open-dialogs.ts'

interface CallDialogProps<Reply> {
  readonly title: string
  /** What the button says. */
  readonly verb: string
  readonly call: Call<Reply>
  readonly said: Said<NoInfer<Reply>>
  readonly link?: (reply: NoInfer<Reply>) => { href: string; text: string }
  readonly isReady?: boolean
  readonly onDone?: (reply: NoInfer<Reply>) => void
  /** Beside the button. */
  readonly beside?: ComponentChildren
  readonly children: ComponentChildren
}

export function CallDialog<Reply>(props: CallDialogProps<Reply>) {
  const { title, verb, call, isReady = true, onDone, beside, children, said, ...more } = props
  const send = async () => {
    const reply = await attempt(call, said, more)
    closeDialog()
    onDone?.(reply)
  }
  return (
    <Dialog
      title={title}
      onSubmit={() => send()}
      footer={
        <>
          <Button type="submit" kind="primary" disabled={!isReady}>
            {verb}
          </Button>
          {beside}
        </>
      }
    >
      {children}
      <details>
        <summary class="muted small">As code</summary>
        <AsCode call={call} />
      </details>
    </Dialog>
  )
}
