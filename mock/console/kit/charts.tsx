// Charts as SVG, each with its numbers as text, for people who do not see the chart.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Table } from './table.tsx'

interface Point {
  /** Such as 2026-11-20. */
  readonly date: string
  readonly value: number
}

const HEIGHT = 190
const LEFT = 52
const BOTTOM = 22
const TOP = 16

/** One bar a day, all on one scale. */
export function DayBars({
  points,
  label,
  text,
}: {
  points: readonly Point[]
  label: string
  text: (value: number) => string
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(720)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(260, entry!.contentRect.width)))
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  const ticks = ticksTo(Math.max(0, ...points.map(({ value }) => value)))
  const top = ticks.at(-1) || 1
  const step = (width - LEFT) / Math.max(1, points.length)
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const every = Math.ceil(points.length / Math.max(2, Math.floor(width / 90)))
  return (
    <figure ref={frame}>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={label}
      >
        {ticks.map(tick => (
          <g key={tick}>
            <line class="grid-line" x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
              {text(tick)}
            </text>
          </g>
        ))}
        {points.map(({ date, value }, index) => {
          const x = LEFT + index * step
          return (
            <g key={date}>
              <rect
                class="bar"
                x={x + step * 0.14}
                width={Math.max(1, step * 0.72)}
                y={y(value)}
                height={Math.max(value > 0 ? 1.5 : 0, HEIGHT - BOTTOM - y(value))}
                rx={Math.min(3, step * 0.2)}
              />
              {index % every === 0 ? (
                <text x={x + step / 2} y={HEIGHT - 6} text-anchor="middle">
                  {dayLabel(date)}
                </text>
              ) : null}
              <rect class="hit" x={x} width={step} y={TOP} height={HEIGHT - TOP - BOTTOM}>
                <title>{`${dayLabel(date)}: ${text(value)}`}</title>
              </rect>
            </g>
          )
        })}
      </svg>
      <details class="chart-numbers">
        <summary class="muted small">Numbers</summary>
        <Table
          plain
          rows={[...points].reverse()}
          id={({ date }) => date}
          columns={[
            { head: 'Day', hideHead: true, cell: ({ date }) => date },
            { head: label, hideHead: true, class: 'number', cell: ({ value }) => text(value) },
          ]}
        />
      </details>
    </figure>
  )
}

function dayLabel(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
}

function ticksTo(max: number): number[] {
  if (!(max > 0)) return [0, 1]
  const raw = max / 3
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 2.5, 5, 10].map(one => one * power).find(one => one >= raw) ?? raw
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Names with bars and numbers beside them. */
export function NameBars({
  rows,
  text,
  most = 8,
}: {
  rows: readonly { id: string; name: string; value: number; href?: string | undefined }[]
  text: (value: number) => string
  most?: number
}) {
  const [isAll, setAll] = useState(false)
  const max = Math.max(...rows.map(({ value }) => value), 0.000001)
  const shown = isAll ? rows : rows.slice(0, most)
  return (
    <div class="stack">
      <div class="bars">
        {shown.map(({ id, name, value, href }) => (
          <>
            {href ? (
              <a class="cut" href={href} title={name}>
                {name}
              </a>
            ) : (
              <span class="cut" title={name}>
                {name}
              </span>
            )}
            <span class="bar-track" key={id}>
              <span style={{ width: `${(value / max) * 100}%` }} />
            </span>
            <span class="number right">{text(value)}</span>
          </>
        ))}
      </div>
      {rows.length > most ? (
        <button type="button" class="link small" onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `${rows.length - most} more`}
        </button>
      ) : null}
    </div>
  )
}
