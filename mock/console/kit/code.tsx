// Texts to copy.
import { say } from '../state/toasts.ts'
import { Button } from './button.tsx'

export function Code({ text }: { text: string }) {
  return (
    <div class="code copies">
      <pre tabIndex={0}>{text}</pre>
      <Button small onClick={() => copy(text)}>
        Copy
      </Button>
    </div>
  )
}

/** Copies a text. Over plain HTTP on another machine's address there is no clipboard, but a selection can be copied. */
export async function copy(text: string, said = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'only-read'
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
  say(said)
}
