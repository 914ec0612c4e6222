import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { counted } from '../kit/values.tsx'
import { href } from '../routes.ts'
import { undoQuestion } from '../state/undo.ts'

const MAX_LISTED = 12

/** Asks before going back where acts of others would be lost, and says which. */
export function UndoDialog() {
  const question = undoQuestion.value
  if (!question) return null
  const { said, others, answer } = question
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
