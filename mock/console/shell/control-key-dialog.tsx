import { useState } from 'preact/hooks'
import { consoleRoot } from '../address.ts'
import { controlKey } from '../calls/call.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/fields.tsx'
import { closeDialog } from '../state/open-dialogs.ts'
import { readAgain } from '../state/reads.ts'

/** Asks for the key that the mock was started with. */
export function ControlKeyDialog() {
  const [key, setKey] = useState('')
  return (
    <Dialog
      title="Control key"
      onClose={closeDialog}
      onSubmit={() => {
        controlKey.value = key
        closeDialog()
        readAgain()
      }}
      footer={
        <Button type="submit" kind="primary">
          Continue
        </Button>
      }
    >
      <p class="soft">
        This mock was started with <code>--control-key</code>. The text stays in this tab and is sent to{' '}
        {consoleRoot.host} only.
      </p>
      {controlKey.value === '' ? null : (
        <p class="notice row wrap red" role="alert">
          The mock does not accept the key that this tab sends.
        </p>
      )}
      <TextField
        label="Control key"
        class="mono"
        type="password"
        autocomplete="off"
        value={key}
        onChange={setKey}
      />
    </Dialog>
  )
}
