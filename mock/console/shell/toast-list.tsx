import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { lazy } from '../kit/lazy.tsx'
import { dismiss, type Toast, toasts } from '../state/toasts.ts'

const AsCode = lazy(() => import('./code-view.tsx').then(it => it.AsCode))

export function ToastList() {
  return (
    <div class="toasts stack" role="status">
      {toasts.value.map(toast => (
        <Note toast={toast} key={toast.id} />
      ))}
    </div>
  )
}

function Note({ toast }: { toast: Toast }) {
  const [isCode, setCode] = useState(false)
  const { call, link, undo, lines } = toast
  return (
    <div class={`toast stack ${toast.isError ? 'red' : ''}`}>
      <div class="row">
        <span class="grow">{toast.text}</span>
        <Button icon="close" label="Dismiss" onClick={() => dismiss(toast.id)} />
      </div>
      {lines && lines.length > 0 ? (
        <ul class="stack tight small soft">
          {lines.map(({ text, href }) => (
            <li key={href + text}>
              <a class="plain-link" href={href}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {call || link || undo ? (
        <div class="row wrap">
          {link ? <a href={link.href}>{link.text}</a> : null}
          {undo ? (
            <Button
              small
              icon="undo"
              onClick={() => {
                dismiss(toast.id)
                undo()
              }}
            >
              Undo
            </Button>
          ) : null}
          {call ? (
            <Button small kind="quiet" icon="code" pressed={isCode} onClick={() => setCode(!isCode)}>
              As code
            </Button>
          ) : null}
        </div>
      ) : null}
      {isCode && call ? <AsCode call={call} /> : null}
    </div>
  )
}
