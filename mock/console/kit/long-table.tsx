// A table of any number of rows of one height. Only the rows in view are in the page, and their elements are reused by
// place, so that a stream of new rows changes texts and builds no elements.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Column, classOf, Head, shownColumns } from './table.tsx'

interface LongTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Where a row leads. */
  readonly href: (row: Row) => string
  readonly isCurrent?: (row: Row) => boolean
  /** Called near the end of the list. */
  readonly onEnd?: () => void
  /** Called when the reader begins or ends to look closely: scrolled down, pointing at it, or with the focus in it. */
  readonly onHold?: (isHeld: boolean) => void
  readonly height?: string
}

const OVERSCAN = 6

/** How many rows a key goes down. */
const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 15, PageUp: -15 }

/** A long table with what is opened of it beside it. Then there is room for what a phone shows. */
export function SplitTable<Row>(props: LongTableProps<Row> & Record<'opened' | 'empty', ComponentChildren>) {
  const { opened, empty, ...table } = props
  const { rows, label, columns } = table
  const fitting = opened ? columns.filter(({ from }) => from === undefined) : columns
  return (
    <div class={`split ${opened ? 'is-open' : ''}`}>
      <section class="panel" aria-label={label}>
        {rows.length === 0 ? empty : <LongTable {...table} columns={fitting} />}
      </section>
      {opened}
    </div>
  )
}

export function LongTable<Row>(props: LongTableProps<Row>) {
  const { label, columns, rows, href, isCurrent, onEnd, onHold, height = 'calc(100dvh - 250px)' } = props
  const count = rows.length
  const name = useId()
  const shown = shownColumns(columns)
  const gridTemplateColumns = shown
    .map(({ width = '1fr' }) => (width.endsWith('fr') ? `minmax(0, ${width})` : width))
    .join(' ')
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [view, setView] = useState({ height: 600, row: 30 })
  const [focused, setFocused] = useState(0)
  const held = useRef({ scroll: false, point: false, focus: false })
  const hold = (change: Partial<typeof held.current>) => {
    const before = Object.values(held.current).some(Boolean)
    Object.assign(held.current, change)
    const after = Object.values(held.current).some(Boolean)
    if (before !== after) onHold?.(after)
  }
  useLayoutEffect(() => {
    const element = frame.current!
    const measure = () => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 30
      setView({ height: element.clientHeight, row })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { row: rowHeight } = view
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN)
  const last = Math.min(count, Math.ceil((top + view.height) / rowHeight) + OVERSCAN)
  useEffect(() => {
    if (last >= count - 5) onEnd?.()
  }, [last, count])
  const focusRow = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index))
    const element = frame.current!
    if (to * rowHeight < element.scrollTop) element.scrollTop = to * rowHeight
    if ((to + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (to + 1) * rowHeight - element.clientHeight
    setFocused(to)
    requestAnimationFrame(() =>
      element.querySelector<HTMLElement>(`[aria-rowindex="${to + 2}"] a.cover`)?.focus(),
    )
  }
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} aria-colcount={shown.length}>
      <div role="rowgroup">
        <div class="lines-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns }}>
          {shown.map(column => (
            <span role="columnheader" key={column.head} class={column.align === 'end' ? 'right' : ''}>
              <Head of={column} />
            </span>
          ))}
        </div>
      </div>
      <div
        ref={frame}
        class="lines"
        role="rowgroup"
        tabIndex={-1}
        style={{ height: `min(${height}, ${Math.max(3, count)} * var(--row) + 2px)` }}
        onScroll={event => {
          setTop(event.currentTarget.scrollTop)
          hold({ scroll: event.currentTarget.scrollTop > 4 })
        }}
        onPointerEnter={() => hold({ point: true })}
        onPointerLeave={() => hold({ point: false })}
        onFocusIn={() => hold({ focus: true })}
        onFocusOut={() => hold({ focus: false })}
        onKeyDown={event => {
          const step = STEPS[event.key]
          if (event.key === 'Home') focusRow(0)
          else if (event.key === 'End') focusRow(count - 1)
          else if (step !== undefined) focusRow(focused + step)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <div role="presentation" style={{ height: `calc(${count} * var(--row))` }} />
        {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
          const index = first + place
          const row = rows[index]!
          const isReachable = index === Math.max(first, Math.min(focused, last - 1))
          return (
            <div
              // Keyed by place, so that the elements are reused.
              key={index % (Math.ceil(view.height / rowHeight) + 2 * OVERSCAN + 2)}
              class="line"
              role="row"
              aria-rowindex={index + 2}
              aria-current={isCurrent?.(row) ? 'true' : undefined}
              style={{ top: `calc(${index} * var(--row))`, gridTemplateColumns }}
            >
              {shown.map((column, place) => (
                <span role="cell" key={column.head} class={classOf(column)} id={`${name}-${index}-${place}`}>
                  {place === 0 ? (
                    <a
                      class="cover"
                      href={href(row)}
                      // The first cell alone, such as a status, does not say which row it is.
                      aria-labelledby={`${name}-${index}-0 ${name}-${index}-1`}
                      tabIndex={isReachable ? 0 : -1}
                      onFocus={() => setFocused(index)}
                    >
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
