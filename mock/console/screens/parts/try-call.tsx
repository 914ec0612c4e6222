// A call to try: a form, the key that sends it, the answer as it comes, and the call as code.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { actor, bodyOf, type Call, make } from '../../calls/call.ts'
import { Button } from '../../kit/button.tsx'
import { Form } from '../../kit/form.tsx'
import { Json } from '../../kit/json.tsx'
import { Problem } from '../../kit/loaded.tsx'
import { Panel } from '../../kit/page.tsx'
import { HttpStatus } from '../../kit/values.tsx'
import { AsCode } from '../../shell/code-view.tsx'
import { readEvents } from '../../state/follow-stream.ts'
import { KeySelect } from './key-select.tsx'

export const asJson = (body: unknown) => `${JSON.stringify(body, null, 2)}\n`

interface TryCallProps {
  title: string
  scope: string
  /** The key that is chosen first. */
  first?: string
  /** The call with a key. */
  callAs: (key: string) => Call
  /** The text of an event of a stream. */
  textOf?: (event: unknown) => string
  /** What is shown of a whole reply. */
  view?: (body: unknown) => ComponentChildren
  children: ComponentChildren
}

export function TryCall(props: TryCallProps) {
  const { title, scope, first = actor(), callAs, textOf = asJson, children } = props
  const { view = body => <Json value={body} /> } = props
  const [key, setKey] = useState(first)
  const [text, setText] = useState('')
  const [reply, setReply] = useState<{ status: number; body: unknown }>()
  const [error, setError] = useState<Error>()
  const [made, setMade] = useState<Call>()
  const [isBusy, setBusy] = useState(false)
  const current = useRef<AbortController>(undefined)
  const stop = () => current.current?.abort()
  useEffect(() => stop, [])
  const send = async () => {
    stop()
    const abort = new AbortController()
    current.current = abort
    setText('')
    setReply(undefined)
    setError(undefined)
    setBusy(true)
    try {
      const call = callAs(key)
      setMade(call)
      const reply = await make(call, abort.signal)
      if (reply.headers.get('content-type')?.includes('event-stream') && reply.body)
        await readEvents(reply.body, ({ data }) => {
          if (data !== '[DONE]') setText(known => known + textOf(JSON.parse(data)))
        })
      else setReply({ status: reply.status, body: await bodyOf(reply) })
    } catch (error) {
      if (!abort.signal.aborted) setError(error as Error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="columns even">
      <Panel title={title}>
        <Form onSubmit={send}>
          {children}
          <div class="row wrap">
            <Button type="submit" kind="primary" icon="send">
              Send
            </Button>
            <KeySelect value={key} onChange={setKey} verb="Send" scope={scope} />
          </div>
        </Form>
      </Panel>
      <div class="stack loose">
        <Panel
          title="Answer"
          actions={
            isBusy && (
              <Button small onClick={stop}>
                Stop
              </Button>
            )
          }
        >
          {error ? <Problem error={error} /> : null}
          {reply ? (
            <div class="stack">
              <HttpStatus status={reply.status} />
              {reply.body === undefined ? <p class="muted">It has no body.</p> : view(reply.body)}
            </div>
          ) : text ? (
            <p class={`prewrap answer-text ${isBusy ? 'is-writing' : ''}`}>{text}</p>
          ) : error ? null : (
            <p class="muted">{isBusy ? 'Waiting…' : 'It appears here as it comes.'}</p>
          )}
        </Panel>
        {made ? (
          <Panel title="The call">
            <AsCode call={made} />
          </Panel>
        ) : null}
      </div>
    </div>
  )
}
