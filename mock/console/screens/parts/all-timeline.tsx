// Everything between two instants on one axis: runs with their costs, and what else got another status.
import type { components } from '#openapi'
import { Empty, ReadPanel } from '../../kit/page.tsx'
import { type SpanKind, shownRange, Timeline, type TimelineRow } from '../../kit/timeline.tsx'
import { costText } from '../../kit/values.tsx'
import { href } from '../../routes.ts'
import { withoutIds } from '../../shell/clock-actions.ts'
import { now } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'
import { subjectHref } from './links.tsx'

type Run = components['schemas']['Run']

const DAY = 24 * 60 * 60 * 1_000
const MAX_ROWS = 80

const kindOf: Readonly<Record<Run['status'], SpanKind>> = {
  running: 'work',
  paused: 'wait',
  completed: 'done',
  failed: 'failed',
  cancelled: 'ended',
  stopped: 'ended',
}

export function AllTimeline({ ws, runs }: { ws: string; runs: readonly Run[] }) {
  // By the minute, so that a clock that runs does not read it anew each second.
  const end = Math.ceil(now.value / 60_000) * 60_000
  const { from, to } = shownRange(end - DAY, end)
  const read = useControl('listTransitions', {
    path: { workspace_id: ws },
    query: { since: new Date(from).toISOString(), limit: 1_000 },
  })
  return (
    <ReadPanel label="Everything over time" read={read}>
      {({ data }) => {
        const marks = new Map<string, { at: number; kind: 'event'; title: string; href: string }[]>()
        for (const { at, subject, says } of data) {
          if (Date.parse(at) > to) continue
          const mark = {
            at: Date.parse(at),
            kind: 'event' as const,
            title: withoutIds(says),
            href: subjectHref(subject),
          }
          marks.set(subject, [...(marks.get(subject) ?? []), mark])
        }
        const rows: TimelineRow[] = runs
          .map(run => ({
            run,
            start: Date.parse(run.created_at),
            end: run.finished_at ? Date.parse(run.finished_at) : now.value,
          }))
          .filter(one => one.start <= to && one.end >= from)
          .sort((a, b) => a.start - b.start)
          .map(({ run, start, end }) => ({
            id: run.id,
            name: run.agent_name,
            href: href([ws, 'runs', run.id]),
            note: costText(run.cost_euros),
            spans: [
              { from: start, to: end, kind: kindOf[run.status], title: `${run.agent_name}: ${run.status}` },
            ],
          }))
        const shown = new Set(rows.map(({ id }) => id))
        for (const [subject, list] of marks)
          if (!shown.has(subject))
            rows.push({
              id: subject,
              name: list.at(-1)!.title,
              href: subjectHref(subject),
              spans: [],
              marks: list,
            })
        if (rows.length === 0)
          return (
            <Empty title="Nothing happened in this time">
              <p>Zoom out, or let time pass with the clock above.</p>
            </Empty>
          )
        return (
          <>
            <Timeline label="Everything over time" rows={rows.slice(-MAX_ROWS)} from={end - DAY} to={end} />
            {rows.length > MAX_ROWS ? (
              <p class="muted small">and {rows.length - MAX_ROWS} more; zoom in to see them.</p>
            ) : null}
          </>
        )
      }}
    </ReadPanel>
  )
}
