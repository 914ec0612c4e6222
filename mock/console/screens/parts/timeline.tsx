// The timeline of a run: work, tools, messages and waiting.
import type { components } from '#openapi'
import { Table } from '../../kit/table.tsx'
import { durationText, Time } from '../../kit/values.tsx'
import { now } from '../../state/live.ts'

type Run = components['schemas']['Run']
type ChatEvent = components['schemas']['ChatEvent']

interface Span {
  readonly name: string
  readonly kind: 'work' | 'wait' | 'tool' | 'say'
  readonly from: number
  to: number | null
}

export function Timeline({ events, run }: { events: readonly ChatEvent[]; run: Run }) {
  const spans = spansOf(events)
  const start = Date.parse(run.created_at)
  const end = Math.max(start + 1, run.finished_at ? Date.parse(run.finished_at) : now.value)
  const percent = (at: number) => `${Math.max(0, Math.min(100, ((at - start) / (end - start)) * 100))}%`
  return (
    <div class="timeline">
      <div class="row between muted small">
        <Time at={start} />
        <span>{durationText(end - start)} in all</span>
        <Time at={end} />
      </div>
      <Table
        plain
        class="timeline-table"
        rows={spans}
        id={({ name, kind, from }) => `${from}${name}${kind}`}
        columns={[
          {
            head: 'What',
            hideHead: true,
            class: 'cut',
            cell: ({ name }) => <span title={name}>{name}</span>,
          },
          {
            head: 'When',
            hideHead: true,
            cell: ({ kind, from, to }) => (
              <>
                <span class="only-read">
                  <Time at={from} />
                </span>
                <span class="track">
                  <span
                    class={`span ${kind}`}
                    style={{
                      left: percent(from),
                      width: `max(3px, calc(${percent(to ?? end)} - ${percent(from)}))`,
                    }}
                  />
                </span>
              </>
            ),
          },
          {
            head: 'How long',
            hideHead: true,
            align: 'end',
            class: 'number',
            cell: ({ from, to }) => durationText((to ?? end) - from),
          },
        ]}
      />
    </div>
  )
}

function spansOf(events: readonly ChatEvent[]): Span[] {
  const spans: Span[] = []
  const tools = new Map<string, Span>()
  let state: Span | undefined
  const begin = (name: string, kind: Span['kind'], at: number) => {
    if (state) state.to = at
    state = { name, kind, from: at, to: null }
    spans.push(state)
  }
  for (const event of events) {
    const at = Date.parse(event.at)
    if (event.type === 'run.status') {
      if (event.status === 'running') begin('works', 'work', at)
      else if (event.status === 'paused') begin('paused', 'wait', at)
      else if (state) state.to = at
    } else if (event.type === 'question.asked' || event.type === 'approval.requested') {
      const name =
        event.type === 'question.asked' ? `asks: ${event.question.prompt}` : `approval: ${event.title}`
      begin(name, 'wait', at)
    } else if (event.type === 'tool.called' && event.name !== 'ask_user') {
      const span: Span = { name: event.name, kind: 'tool', from: at, to: null }
      tools.set(event.tool_call_id, span)
      spans.push(span)
    } else if (event.type === 'tool.returned') {
      const span = tools.get(event.tool_call_id)
      if (span) span.to = at
    } else if (event.type === 'message.completed' && event.message.role === 'assistant')
      spans.push({ name: `says: ${event.message.text}`, kind: 'say', from: at, to: at })
  }
  // A question pauses the run at the same instant, so its pause has no length of its own.
  return spans.filter(({ name, from, to }) => !(name === 'paused' && to === from))
}
