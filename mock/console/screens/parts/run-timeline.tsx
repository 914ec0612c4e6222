// The timeline of a run: work and waiting, tools, what it said, and the calls that moved it.
import type { Schemas } from '../../calls/types.ts'
import { Timeline, type TimelineRow } from '../../kit/timeline.tsx'
import { costText, durationText } from '../../kit/values.tsx'
import { href, hrefHere } from '../../routes.ts'
import { now } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

type Run = Schemas['Run']
type ChatEvent = Schemas['ChatEvent']
type Span = TimelineRow['spans'][number]

export function RunTimeline({ events, run }: { events: readonly ChatEvent[]; run: Run }) {
  const read = useControl('readHistory', { path: { resource_id: run.id } })
  const start = Date.parse(run.created_at)
  const end = Math.max(start + 1, run.finished_at ? Date.parse(run.finished_at) : now.value)
  const states: Span[] = []
  const tools = new Map<string, { name: string; span: Span }>()
  const says: NonNullable<TimelineRow['marks']>[number][] = []
  const begin = (title: string, kind: Span['kind'], at: number) => {
    const last = states.at(-1)
    if (last) last.to = at
    states.push({ title, kind, from: at, to: end })
  }
  for (const event of events) {
    const at = Date.parse(event.at)
    if (event.type === 'run.status') {
      const last = states.at(-1)
      if (event.status === 'running') begin('works', 'work', at)
      else if (event.status === 'paused') {
        // A question pauses the run at its own instant, and says more.
        if (last?.kind !== 'wait') begin('paused', 'wait', at)
      } else if (last) last.to = at
    } else if (event.type === 'question.asked') begin(`asks: ${event.question.prompt}`, 'wait', at)
    else if (event.type === 'approval.requested') begin(`waits for: ${event.title}`, 'wait', at)
    else if (event.type === 'tool.called' && event.name !== 'ask_user')
      tools.set(event.tool_call_id, {
        name: event.name,
        span: { title: event.name, kind: 'tool', from: at, to: end },
      })
    else if (event.type === 'tool.returned') {
      const tool = tools.get(event.tool_call_id)
      if (tool) tool.span.to = at
    } else if (event.type === 'message.completed' && event.message.role === 'assistant')
      says.push({ at, kind: 'event', title: event.message.text, href: hrefHere({ tab: null }) })
  }
  const calls = (read.data?.history ?? []).flatMap(({ at, by }) =>
    by
      ? { at: Date.parse(at), kind: 'call' as const, title: by.call, href: href(['journal', by.exchange]) }
      : [],
  )
  const rows: TimelineRow[] = [
    { id: 'run', name: 'The run', spans: states, note: costText(run.cost_euros) },
    ...[...tools].map(([id, { name, span }]) => ({
      id,
      name: <span class="mono">{name}</span>,
      spans: [span],
      note: durationText(span.to - span.from),
    })),
    ...(says.length > 0 ? [{ id: 'says', name: 'Says', spans: [], marks: says }] : []),
    ...(calls.length > 0 ? [{ id: 'calls', name: 'Calls', spans: [], marks: calls }] : []),
  ]
  return <Timeline label="The run over time" noteHead="Cost or length" rows={rows} from={start} to={end} />
}
