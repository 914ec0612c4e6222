// Charts, each with its numbers as text, for people who do not see the chart.
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { Table } from './table.tsx'
import { MaybeLink, moneyText } from './values.tsx'

interface DayBarsProps {
  /** By dates such as 2026-11-20. */
  readonly points: readonly { date: string; value: number }[]
  readonly label: string
  readonly text: (value: number) => string
}

/** How many days have their date below them. */
const MAX_DATES = innerWidth > 760 ? 8 : 4
/** How many bars are shown at once. */
const MAX_BARS = 8

/** One bar a day, all on one scale. */
export function DayBars({ points, label, text }: DayBarsProps) {
  const ticks = ticksTo(Math.max(0, ...points.map(({ value }) => value)))
  const percent = (value: number) => `${(value / (ticks.at(-1) || 1)) * 100}%`
  const every = Math.ceil(points.length / MAX_DATES)
  return (
    <figure>
      <div class="chart" role="img" aria-label={label}>
        {ticks.map(tick => (
          <span class="level" key={tick} style={{ bottom: percent(tick) }}>
            {text(tick)}
          </span>
        ))}
        {points.map(({ date, value }, index) => (
          <span class="day" key={date} title={`${dayLabel(date)}: ${text(value)}`}>
            <i style={{ height: percent(value) }} />
            {index % every === 0 ? <small>{dayLabel(date)}</small> : null}
          </span>
        ))}
      </div>
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

type NamedValue = Record<'id' | 'name', string> & { value: number; href?: string | undefined }

/** Names with bars and amounts beside them. */
export function NameBars({ rows }: { rows: readonly NamedValue[] }) {
  const [isAll, setAll] = useState(false)
  const max = Math.max(...rows.map(({ value }) => value), 0.000001)
  const shown = isAll ? rows : rows.slice(0, MAX_BARS)
  return (
    <div class="stack">
      <div class="bars">
        {shown.map(({ id, name, value, href }) => (
          <Fragment key={id}>
            <MaybeLink class="cut" href={href} title={name}>
              {name}
            </MaybeLink>
            <span class="bar-track">
              <span style={{ width: `${(value / max) * 100}%` }} />
            </span>
            <span class="number right">{moneyText(value)}</span>
          </Fragment>
        ))}
      </div>
      {rows.length > MAX_BARS ? (
        <button type="button" class="link small" onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `${rows.length - MAX_BARS} more`}
        </button>
      ) : null}
    </div>
  )
}
