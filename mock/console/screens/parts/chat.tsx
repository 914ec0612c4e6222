// A chat as lines: messages while they are written, tools, questions, decisions and statuses.
import type { Schemas } from '../../calls/types.ts'
import { Json } from '../../kit/json.tsx'
import { Empty } from '../../kit/page.tsx'
import { Status, Time } from '../../kit/values.tsx'

interface Line {
  readonly id: string
  readonly at: string
  readonly kind: 'message' | 'tool' | 'question' | 'answer' | 'approval' | 'status'
  role?: string
  text: string
  detail?: unknown
  status?: string
  isWriting?: boolean
}

export function Chat({ events, isWorking }: { events: readonly Schemas['ChatEvent'][]; isWorking: boolean }) {
  const lines = linesOf(events)
  if (lines.length === 0) return <Empty title="Nothing was said yet" />
  return (
    <ol class="chat stack">
      {lines.map(line => (
        <li key={line.id} class={`chat-${line.kind} ${line.role ?? ''}`}>
          <ChatLine line={line} />
        </li>
      ))}
      {isWorking ? (
        <li class="chat-status">
          <Status value="running">at work</Status>
        </li>
      ) : null}
    </ol>
  )
}

function ChatLine({ line }: { line: Line }) {
  const { kind, text, at, status, detail } = line
  if (kind === 'status')
    return (
      <>
        <Status value={status ?? ''} /> <span class="soft grow">{text}</span> <Time at={at} />
      </>
    )
  if (kind === 'tool')
    return (
      <details>
        <summary>
          <span class="mono">{text}</span> <span class="muted">{status}</span> <Time at={at} />
        </summary>
        <Json value={detail} />
      </details>
    )
  return (
    <>
      <div class="row between small muted">
        <span>
          {
            {
              message: line.role === 'user' ? 'asked' : line.role === 'system' ? 'system' : 'agent',
              question: 'asks',
              answer: 'answered',
              approval: 'approval',
            }[kind]
          }
        </span>
        <Time at={at} />
      </div>
      <p class={`prewrap ${line.isWriting ? 'is-writing' : ''}`}>{text}</p>
    </>
  )
}

function linesOf(events: readonly Schemas['ChatEvent'][]): Line[] {
  const lines = new Map<string, Line>()
  const put = (line: Line) => lines.set(line.id, line)
  for (const event of events) {
    const { at, sequence } = event
    const id = String(sequence)
    switch (event.type) {
      case 'message.delta': {
        const known = lines.get(event.message_id)
        if (known) known.text += event.delta
        else
          put({
            id: event.message_id,
            at,
            kind: 'message',
            role: 'assistant',
            text: event.delta,
            isWriting: true,
          })
        break
      }
      case 'message.completed':
        put({ id: event.message.id, at, kind: 'message', role: event.message.role, text: event.message.text })
        break
      case 'tool.called':
        if (event.name !== 'ask_user')
          put({
            id: event.tool_call_id,
            at,
            kind: 'tool',
            text: event.name,
            status: 'called…',
            detail: { arguments: event.arguments },
          })
        break
      case 'tool.returned': {
        const known = lines.get(event.tool_call_id)
        if (known)
          Object.assign(known, {
            status: 'returned',
            detail: { ...(known.detail as object), result: event.result },
          })
        break
      }
      case 'question.asked':
        put({ id, at, kind: 'question', text: event.question.prompt })
        break
      case 'question.answered':
        put({ id, at, kind: 'answer', role: 'user', text: answerText(event.response) })
        break
      case 'approval.requested':
        put({ id, at, kind: 'approval', text: `Waits for an approval: ${event.title}` })
        break
      case 'approval.decided':
        put({ id, at, kind: 'approval', text: `${event.status}${event.comment ? `: ${event.comment}` : ''}` })
        break
      case 'run.status':
        put({
          id,
          at,
          kind: 'status',
          status: event.status,
          text: event.error?.message ?? event.summary ?? '',
        })
        break
      case 'step.status':
        put({ id, at, kind: 'status', status: event.status, text: event.name })
        break
      case 'run.progress':
        break
      case 'workflow_run.status':
        put({ id, at, kind: 'status', status: event.status, text: 'the workflow run' })
    }
  }
  return [...lines.values()]
}

function answerText(response: {
  answer?: string | null
  values?: object | null
  decisions?: unknown[] | null
}): string {
  if (response.answer) return response.answer
  if (response.values)
    return Object.entries(response.values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  return (response.decisions ?? []).map(one => JSON.stringify(one)).join('\n')
}
