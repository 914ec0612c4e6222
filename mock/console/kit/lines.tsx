// A long list of lines of one height: only those in view are there. They are recycled by place, so that a stream of new
// lines changes texts and builds nothing.
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface LinesProps {
  readonly count: number
  readonly label: string
  /** Names, and classes of their cells. */
  readonly columns: readonly (readonly [name: string, style?: string])[]
  /** The widths, as `grid-template-columns` has them. */
  readonly template: string
  /** Where a line leads, and what is in its columns. */
  readonly line: (
    index: number,
  ) => { href: string; current?: boolean; cells: readonly ComponentChildren[] } | undefined
  /** Called near the end of the list. */
  readonly onEnd?: () => void
  /** Called when the reader begins or ends to look closely: scrolled down, pointing at it, or with the focus in it. */
  readonly onHold?: (isHeld: boolean) => void
  readonly height?: string
}

const OVERSCAN = 6

export function Lines({
  count,
  label,
  columns,
  template,
  line,
  onEnd,
  onHold,
  height = 'calc(100dvh - 250px)',
}: LinesProps) {
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
  const { row } = view
  const first = Math.max(0, Math.floor(top / row) - OVERSCAN)
  const last = Math.min(count, Math.ceil((top + view.height) / row) + OVERSCAN)
  useEffect(() => {
    if (last >= count - 5) onEnd?.()
  }, [last, count])
  const focusLine = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index))
    const element = frame.current!
    if (to * row < element.scrollTop) element.scrollTop = to * row
    if ((to + 1) * row > element.scrollTop + element.clientHeight)
      element.scrollTop = (to + 1) * row - element.clientHeight
    setFocused(to)
    requestAnimationFrame(() =>
      element.querySelector<HTMLElement>(`[aria-rowindex="${to + 2}"] a.cover`)?.focus(),
    )
  }
  return (
    <div role="table" aria-label={label} aria-rowcount={count + 1} aria-colcount={columns.length}>
      <div role="rowgroup" class="lines-head-frame">
        <div class="lines-head" role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {columns.map(([name, more = '']) => (
            <span role="columnheader" key={name} class={more}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={frame}
        class="lines"
        role="rowgroup"
        tabIndex={-1}
        style={{ height: `min(${height}, ${Math.max(3, count) * row + 2}px)` }}
        onScroll={event => {
          setTop(event.currentTarget.scrollTop)
          hold({ scroll: event.currentTarget.scrollTop > 4 })
        }}
        onPointerEnter={() => hold({ point: true })}
        onPointerLeave={() => hold({ point: false })}
        onFocusIn={() => hold({ focus: true })}
        onFocusOut={() => hold({ focus: false })}
        onKeyDown={event => {
          const steps: Record<string, number> = {
            ArrowDown: 1,
            j: 1,
            ArrowUp: -1,
            k: -1,
            PageDown: 15,
            PageUp: -15,
          }
          const step = steps[event.key]
          if (event.key === 'Home') focusLine(0)
          else if (event.key === 'End') focusLine(count - 1)
          else if (step !== undefined) focusLine(focused + step)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <div role="presentation" style={{ height: `${count * row}px` }} />
        {Array.from({ length: Math.max(0, last - first) }, (_, place) => {
          const index = first + place
          const shown = line(index)
          if (!shown) return null
          const isReachable = index === Math.max(first, Math.min(focused, last - 1))
          return (
            <div
              // The place, not the thing: see above.
              key={index % (Math.ceil(view.height / row) + 2 * OVERSCAN + 2)}
              class="line"
              role="row"
              aria-rowindex={index + 2}
              aria-current={shown.current ? 'true' : undefined}
              style={{ top: `${index * row}px`, gridTemplateColumns: template }}
            >
              {shown.cells.map((cell, column) => (
                <span role="cell" key={columns[column]![0]} class={columns[column]![1]}>
                  {column === 0 ? (
                    <a
                      class="cover"
                      href={shown.href}
                      tabIndex={isReachable ? 0 : -1}
                      onFocus={() => setFocused(index)}
                    >
                      {cell}
                    </a>
                  ) : (
                    cell
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
