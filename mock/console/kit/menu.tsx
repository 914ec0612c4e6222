import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

interface MenuProps {
  /** Default of a button without a text: three dots. */
  icon?: IconName | undefined
  /** What the button shows beside its icon. */
  text?: ComponentChildren
  /** Whether an arrow stands behind the text. */
  hasArrow?: boolean
  label: string
  class?: string
  children: ComponentChildren
  align?: 'start' | 'end'
}

/** A menu that opens from a button. It closes on Esc, on a click elsewhere, and when something in it is chosen. */
export function Menu(props: MenuProps) {
  const { text, icon = text ? undefined : 'more', hasArrow = false, label, children, align = 'end' } = props
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const arrange = () => {
    const element = panel.current
    // The event of an opening may come when the menu is gone.
    if (!element?.matches(':popover-open')) return
    place(element, opener.current!, align)
    if (!element.contains(document.activeElement))
      element.querySelector<HTMLElement>('[autofocus], input, .item')?.focus()
  }
  useEffect(() => {
    // Again when its size changes, because what it holds may be loaded after it opens.
    const observer = new ResizeObserver(arrange)
    observer.observe(panel.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <button
        type="button"
        ref={opener}
        class={`button ${props.class ?? (text ? '' : 'quiet small icon')}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={label}
        onClick={() => panel.current?.togglePopover()}
      >
        {icon ? <Icon name={icon} /> : null}
        {text}
        {hasArrow ? <Icon name="down" /> : null}
        {/* Behind what is shown, because the name of a button contains its visible text. */}
        <span class="only-read">{label}</span>
      </button>
      <div
        ref={panel}
        popover="auto"
        class="menu"
        role="dialog"
        aria-label={label}
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'open') arrange()
          else opener.current?.focus({ preventScroll: true })
        }}
        onKeyDown={event => moveFocus(event, panel.current!)}
        onClick={event => {
          if ((event.target as Element).closest('.item, a')) panel.current?.hidePopover()
        }}
        onSubmit={() => panel.current?.hidePopover()}
      >
        {isOpen ? children : null}
      </div>
    </>
  )
}

function place(panel: HTMLElement, opener: HTMLElement, align: 'start' | 'end'): void {
  const at = opener.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = align === 'end' ? at.right - width : at.left
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  const below = at.bottom + height + 8 <= innerHeight
  panel.style.top = below || at.top < height ? `${at.bottom}px` : `${at.top - height - 8}px`
}

function moveFocus(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const items = [...panel.querySelectorAll<HTMLElement>('.item:not(:disabled)')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]
  next?.focus()
  event.preventDefault()
}

interface ItemProps {
  onClick?: () => unknown
  children: ComponentChildren
  danger?: boolean
  selected?: boolean
  disabled?: boolean
  href?: string
}

export function Item({ onClick, children, danger = false, selected, disabled = false, href: to }: ItemProps) {
  if (to !== undefined)
    return (
      <a class="item row" href={to} aria-current={selected ? 'true' : undefined}>
        {children}
      </a>
    )
  return (
    <button
      type="button"
      class={`item row ${danger ? 'danger' : ''}`}
      aria-pressed={selected}
      disabled={disabled}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  )
}
