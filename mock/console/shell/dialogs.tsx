// The dialogs of the shell, which are loaded together once the page stands.
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { consoleRoot } from '../address.ts'
import { controlKey } from '../calls/call.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/fields.tsx'
import { counted } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { closeDialog, openDialog } from '../state/open-dialogs.ts'
import { readAgain } from '../state/reads.ts'
import { type UndoQuestion, undoQuestion } from '../state/undo.ts'
import { PaletteDialog } from './palette.tsx'
import { help } from './shortcuts.ts'

/** What is open of them. */
export function Dialogs() {
  const dialog = openDialog.value
  return (
    <>
      {typeof dialog === 'function' ? dialog() : null}
      {dialog === 'palette' ? <PaletteDialog /> : null}
      {dialog === 'help' ? <HelpDialog /> : null}
      {dialog === 'control key' ? <ControlKeyDialog /> : null}
      {undoQuestion.value ? <UndoDialog question={undoQuestion.value} /> : null}
    </>
  )
}

function HelpDialog() {
  return (
    <Dialog title="Keyboard shortcuts">
      <dl class="facts keys-help">
        {help.map(([keys, what]) => (
          <Fragment key={keys}>
            <dt class="row">
              {keys.split(' ').map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}

/** Asks for the key that the mock was started with. */
function ControlKeyDialog() {
  const [key, setKey] = useState('')
  return (
    <Dialog
      title="Control key"
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

const MAX_LISTED = 12

/** Asks before going back where acts of others would be lost, and says which. */
function UndoDialog({ question: { said, others, answer } }: { question: UndoQuestion }) {
  return (
    <Dialog
      title={said}
      onClose={() => undoQuestion.value && answer(false)}
      onSubmit={() => answer(true)}
      footer={
        <>
          <Button type="submit" kind="danger">
            Take them back, too
          </Button>
          <Button onClick={() => answer(false)}>Keep everything</Button>
        </>
      }
    >
      <p>
        Since then others have changed the workspace. This also takes back {counted(others.length, 'act')} of
        theirs:
      </p>
      <ul class="stack tight">
        {others.slice(0, MAX_LISTED).map(({ text, exchange }) => (
          <li key={exchange ?? text} class="mono">
            {exchange ? <a href={href(['journal', exchange])}>{text}</a> : text}
          </li>
        ))}
        {others.length > MAX_LISTED ? <li class="muted">and {others.length - MAX_LISTED} more</li> : null}
      </ul>
    </Dialog>
  )
}
