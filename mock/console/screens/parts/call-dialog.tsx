// A dialog that makes one call: it closes when the call is done, and shows the refusal otherwise.
import type { ComponentChildren } from 'preact'
import type { Call } from '../../calls/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { AsCode } from '../../shell/code-view.tsx'
import { type ActOptions, attempt } from '../../state/acts.ts'

interface CallDialogProps<Reply> extends ActOptions<NoInfer<Reply>> {
  readonly title: string
  /** What the button says. */
  readonly verb: string
  readonly call: Call<Reply>
  readonly isReady?: boolean
  readonly onClose: () => unknown
  readonly onDone?: (reply: NoInfer<Reply>) => void
  /** Beside the button. */
  readonly beside?: ComponentChildren
  readonly children: ComponentChildren
}

export function CallDialog<Reply>(props: CallDialogProps<Reply>) {
  const { title, verb, call, isReady = true, onClose, onDone, beside, children, ...options } = props
  const send = async () => {
    const reply = await attempt(call, options)
    onClose()
    onDone?.(reply)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
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
