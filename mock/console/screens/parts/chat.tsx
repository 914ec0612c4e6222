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
        <summary class="row">
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
  for (const event of events) {
    const put = (kind: Line['kind'], text: string, more: Partial<Line> = {}, id = String(event.sequence)) =>
      lines.set(id, { id, at: event.at, kind, text, ...more })
    switch (event.type) {
      case 'message.delta': {
        const known = lines.get(event.message_id)
        if (known) known.text += event.delta
        else put('message', event.delta, { role: 'assistant', isWriting: true }, event.message_id)
        break
      }
      case 'message.completed':
        put('message', event.message.text, { role: event.message.role }, event.message.id)
        break
      case 'tool.called': {
        const detail = { arguments: event.arguments }
        if (event.name !== 'ask_user')
          put('tool', event.name, { status: 'called…', detail }, event.tool_call_id)
        break
      }
      case 'tool.returned': {
        const known = lines.get(event.tool_call_id)
        if (known) {
          known.status = 'returned'
          known.detail = { ...(known.detail as object), result: event.result }
        }
        break
      }
      case 'question.asked':
        put('question', event.question.prompt)
        break
      case 'question.answered':
        put('answer', answerText(event.response), { role: 'user' })
        break
      case 'approval.requested':
        put('approval', `Waits for an approval: ${event.title}`)
        break
      case 'approval.decided':
        put('approval', `${event.status}${event.comment ? `: ${event.comment}` : ''}`)
        break
      case 'run.status':
        put('status', event.error?.message ?? event.summary ?? '', { status: event.status })
        break
      case 'step.status':
        put('status', event.name, { status: event.status })
        break
      case 'workflow_run.status':
        put('status', 'the workflow run', { status: event.status })
        break
      case 'run.progress':
    }
  }
  return [...lines.values()]
}

function answerText(response: Schemas['_RunRespondRequest']): string {
  if (response.answer) return response.answer
  if (response.values)
    return Object.entries(response.values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  return (response.decisions ?? []).map(one => JSON.stringify(one)).join('\n')
}
