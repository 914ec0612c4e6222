// Everything between two instants on one axis: runs with their costs, and what else got another status.
import type { Schemas } from '../../calls/types.ts'
import { Empty, ReadPanel } from '../../kit/page.tsx'
import { kindOf, shownRange, Timeline, type TimelineRow } from '../../kit/timeline.tsx'
import { costText } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { now } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'
import { subjectHref } from './links.tsx'

type Run = Schemas['Run']

const DAY = 24 * 60 * 60 * 1_000
const MAX_ROWS = 80

export function AllTimeline({ runs }: { runs: readonly Run[] }) {
  // By the minute, so that a clock that runs does not read it anew each second.
  const end = Math.ceil(now.value / 60_000) * 60_000
  const { from, to } = shownRange(end - DAY, end)
  const read = useControl('listTransitions', { query: { since: new Date(from).toISOString(), limit: 1_000 } })
  return (
    <ReadPanel label="Everything over time" read={read}>
      {({ data }) => {
        const bySubject = Map.groupBy(data, ({ subject }) => subject)
        const rows: (TimelineRow & { at: number })[] = runs.map(run => ({
          id: run.id,
          at: Date.parse(run.created_at),
          name: run.agent_name,
          href: href(['runs', run.id]),
          note: costText(run.cost_euros),
          spans: spansOf(run, bySubject.get(run.id) ?? []).filter(span => span.to >= from && span.from <= to),
        }))
        for (const [subject, events] of bySubject) {
          const marks = events
            .map(({ at, says, brief = says }) => ({
              at: Date.parse(at),
              kind: 'event' as const,
              title: brief,
              href: subjectHref(subject),
            }))
            .filter(({ at }) => at <= to)
          const last = marks.at(-1)
          if (last && !events[0]!.kind.startsWith('run.'))
            rows.push({ id: subject, at: last.at, name: last.title, href: last.href, spans: [], marks })
        }
        const shown = rows.filter(({ spans, marks }) => spans.length > 0 || marks).sort((a, b) => b.at - a.at)
        if (shown.length === 0)
          return (
            <Empty
              title="Nothing happened in this time"
              text="Zoom out, or let time pass with the clock above."
            />
          )
        return (
          <>
            <Timeline
              label="Everything over time"
              noteHead="Cost"
              rows={shown.slice(0, MAX_ROWS)}
              from={end - DAY}
              to={end}
            />
            {shown.length > MAX_ROWS ? (
              <p class="muted small">and {shown.length - MAX_ROWS} earlier; zoom in to see them.</p>
            ) : null}
          </>
        )
      }}
    </ReadPanel>
  )
}

/**
 * When a run worked and when it waited. Its events say so; a run of the history has none, and the seconds that it worked
 * are drawn at its end.
 */
function spansOf(run: Run, events: readonly Schemas['Transition'][]): TimelineRow['spans'] {
  const { agent_name, status, created_at, finished_at, duration_seconds } = run
  const start = Date.parse(created_at)
  const end = finished_at ? Date.parse(finished_at) : now.value
  const known = [
    { at: start, waits: events.length === 0 || events[0]!.kind === 'run.resumed' },
    ...events.map(({ at, kind }) => ({ at: Date.parse(at), waits: kind === 'run.paused' })),
  ]
  if (events.length === 0 && status !== 'paused')
    known.push({ at: Math.max(start, end - duration_seconds * 1_000), waits: false })
  return known
    .map(({ at, waits }, index) => ({
      from: at,
      to: known[index + 1]?.at ?? end,
      kind: waits ? ('wait' as const) : finished_at ? (kindOf[status] ?? 'ended') : 'work',
      title: `${agent_name}: ${waits ? 'waits' : finished_at ? status : 'works'}`,
    }))
    .filter(({ from, to }) => to > from || start === end)
}
