// Rows of spans and marks on one axis of time: of a run, a workflow run, or everything between two instants. Dragging over
// it, or the buttons, zoom; the address keeps what is shown.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { go, hrefHere, place } from '../routes.ts'
import { now } from '../state/live.ts'
import { Button } from './button.tsx'
import { Legend } from './figures.tsx'
import { durationText, instantText, MaybeLink, tickText } from './values.tsx'

export type SpanKind = 'work' | 'wait' | 'tool' | 'done' | 'failed' | 'ended'

export interface TimelineRow {
  readonly id: string
  readonly name: ComponentChildren
  readonly href?: string | undefined
  /** Behind the row, such as its cost. */
  readonly note?: ComponentChildren
  readonly spans: readonly { from: number; to: number; kind: SpanKind; title: string }[]
  readonly marks?: readonly {
    readonly at: number
    readonly kind: 'call' | 'event'
    readonly title: string
    readonly href: string
  }[]
}

const legends: Readonly<Record<SpanKind | 'call' | 'event' | 'now', string>> = {
  work: 'works',
  tool: 'tool',
  wait: 'waits',
  done: 'completed',
  failed: 'failed',
  ended: 'cancelled or stopped',
  event: 'event',
  call: 'call',
  now: 'now',
}

/** The kinds of spans by the status of what they show; with every other one it has `ended`. */
export const kindOf: Readonly<Record<string, SpanKind>> = {
  running: 'work',
  waiting: 'wait',
  completed: 'done',
  failed: 'failed',
  rejected: 'failed',
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map(step => step * SECOND),
  ...[1, 2, 5, 10, 15, 30].map(step => step * MINUTE),
  ...[1, 2, 3, 6, 12].map(step => step * HOUR),
  ...[1, 2, 7, 14, 30, 90].map(step => step * DAY),
]
const MAX_TICKS = innerWidth > 760 ? 7 : 3

/** The part of time that the address asks for. */
export function shownRange(from: number, to: number): { from: number; to: number } {
  const { query } = place.value
  const [start, end] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
  return { from: start || from, to: end > (start || from) ? end : to }
}

interface TimelineProps {
  label: string
  rows: readonly TimelineRow[]
  noteHead: string
  /** All of it, which is shown unless the address asks for a part. */
  from: number
  to: number
}

export function Timeline({ label, rows, noteHead, from: first, to: last }: TimelineProps) {
  const { from, to } = shownRange(first, Math.max(last, first + 1))
  const length = to - from
  const [dragged, setDragged] = useState<readonly [number, number]>()
  const percent = (at: number) => Math.max(0, Math.min(100, ((at - from) / length) * 100))
  const show = (start: number, end: number) =>
    go(hrefHere({ from: new Date(start).toISOString(), to: new Date(end).toISOString() }), true)
  const zoom = (factor: number) => show(from + (length * (1 - factor)) / 2, to - (length * (1 - factor)) / 2)
  const instantAt = (event: PointerEvent, track: Element) => {
    const { left, width } = track.getBoundingClientRect()
    return from + Math.max(0, Math.min(1, (event.clientX - left) / width)) * length
  }
  const ticks = ticksOf(from, to)
  const shown = rows.map(row => ({
    ...row,
    spans: row.spans.filter(span => span.to >= from && span.from <= to),
    marks: (row.marks ?? []).filter(({ at }) => at >= from && at <= to),
  }))
  const isNowShown = now.value >= from && now.value <= to
  const used = new Set<string>(
    shown.flatMap(({ spans, marks }) => [...spans, ...marks].map(({ kind }) => kind)),
  )
  if (isNowShown) used.add('now')
  const legend = Object.entries(legends).filter(([kind]) => used.has(kind))
  return (
    <div class="stack">
      <div class="row wrap between">
        <Legend of={legend.map(([kind, text]) => [`span ${kind}`, text])} />
        <span class="row wrap">
          <span class="muted small">
            {instantText(from)} – {instantText(to)}, {durationText(length)}
          </span>
          <Button icon="plus" label="Zoom in" onClick={() => zoom(0.5)} />
          <Button icon="minus" label="Zoom out" onClick={() => zoom(2)} />
          <Button small kind="quiet" onClick={() => go(hrefHere({ from: null, to: null }), true)}>
            All
          </Button>
        </span>
      </div>
      <div class="table-frame">
        <table class="gantt" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">
                <span class="only-read">What</span>
              </th>
              <th scope="col" class="gantt-axis">
                <span class="only-read">When</span>
                {ticks
                  .filter(({ at }) => percent(at) < 94)
                  .map(tick => (
                    <span key={tick.at} style={{ left: `${percent(tick.at)}%` }} aria-hidden="true">
                      {tickText(tick.at, tick.step)}
                    </span>
                  ))}
              </th>
              <th scope="col" class="right muted">
                {noteHead}
              </th>
            </tr>
          </thead>
          <tbody
            onPointerDown={event => {
              const track = (event.target as Element).closest('.track')
              if (!track || (event.target as Element).closest('a') || event.button !== 0) return
              const start = instantAt(event, track)
              setDragged([start, start])
              const move = (event: PointerEvent) => setDragged([start, instantAt(event, track)])
              const end = (event: PointerEvent) => {
                removeEventListener('pointermove', move)
                setDragged(undefined)
                const [low, high] = [start, instantAt(event, track)].sort((a, b) => a - b) as [number, number]
                if (high - low > length / 100) show(low, high)
              }
              addEventListener('pointermove', move)
              addEventListener('pointerup', end, { once: true })
            }}
          >
            {shown.map(({ id, name, href, note, spans, marks }) => (
              <tr key={id}>
                <th scope="row" class="cut">
                  <MaybeLink class="plain-link" href={href}>
                    {name}
                  </MaybeLink>
                </th>
                <td class="track">
                  <span class="only-read">
                    {[
                      ...spans.map(({ title, from }) => `${title}, ${instantText(from)}`),
                      ...marks.map(({ title }) => title),
                    ].join('; ')}
                  </span>
                  {ticks.map(({ at }) => (
                    <i key={at} class="tick-line" style={{ left: `${percent(at)}%` }} />
                  ))}
                  {isNowShown ? <i class="tick-line now" style={{ left: `${percent(now.value)}%` }} /> : null}
                  {dragged ? (
                    <i
                      class="chosen"
                      style={{
                        left: `${percent(Math.min(...dragged))}%`,
                        width: `${percent(Math.max(...dragged)) - percent(Math.min(...dragged))}%`,
                      }}
                    />
                  ) : null}
                  {spans.map(span => (
                    <a
                      key={`${span.from}${span.kind}${span.title}`}
                      class={`span ${span.kind} ${span.from < from ? 'is-cut-before' : ''} ${span.to > to ? 'is-cut-after' : ''}`}
                      href={href ?? hrefHere({})}
                      tabIndex={-1}
                      aria-hidden="true"
                      title={`${span.title}, ${instantText(span.from)}, ${durationText(span.to - span.from)}`}
                      style={{
                        left: `${percent(span.from)}%`,
                        width: `max(4px, ${percent(span.to) - percent(span.from)}%)`,
                      }}
                    />
                  ))}
                  {marks.map(mark => (
                    <a
                      key={`${mark.at}${mark.title}`}
                      class={`span mark ${mark.kind}`}
                      href={mark.href}
                      tabIndex={-1}
                      aria-hidden="true"
                      title={`${mark.title}, ${instantText(mark.at)}`}
                      style={{ left: `${percent(mark.at)}%` }}
                    />
                  ))}
                </td>
                <td class="number right muted">{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function ticksOf(from: number, to: number): { at: number; step: number }[] {
  const step = STEPS.find(step => (to - from) / step <= MAX_TICKS) ?? STEPS.at(-1)!
  // Days begin at midnight where the reader is, so that the ticks stand at whole hours there, too.
  const shift = new Date(from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((from - shift) / step) * step + shift
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, at) => ({
    at: first + at * step,
    step,
  }))
}
