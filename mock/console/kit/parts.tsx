// The parts that screens are made of.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Refused } from '../calls/call.ts'
import { href } from '../routes.ts'
import { workspaceId } from '../state/live.ts'
import type { Read } from '../state/reads.ts'
import { copy } from './copy.tsx'
import { Icon, type IconName } from './icon.tsx'

export function Page({
  title,
  note,
  actions,
  children,
}: {
  title: ComponentChildren
  note?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <div class="page">
      <header class="page-head">
        <div class="grow stack tight">
          <h1>{title}</h1>
          {note ? <p class="muted">{note}</p> : null}
        </div>
        {actions ? <div class="row wrap">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

export function Panel({
  title,
  actions,
  children,
  flush = false,
  class: more = '',
  label,
}: {
  title?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
  flush?: boolean
  class?: string
  label?: string
}) {
  return (
    <section class={`panel ${more}`} aria-label={label}>
      {title ? (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      ) : null}
      {flush ? children : <div class="body">{children}</div>}
    </section>
  )
}

interface ButtonProps {
  onClick?: () => void
  children?: ComponentChildren
  class?: string
  kind?: 'primary' | 'danger' | 'quiet' | ''
  small?: boolean
  icon?: IconName
  /** For buttons that show an icon only. */
  label?: string
  disabled?: boolean
  pressed?: boolean
  type?: 'button' | 'submit'
}

export function Button({
  kind = '',
  small = false,
  icon,
  label,
  pressed,
  children,
  type = 'button',
  class: more = '',
  onClick,
  disabled = false,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind} ${small ? 'small' : ''} ${children === undefined ? 'icon' : ''} ${more}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** A text to copy. */
export function Code({ text, label = 'Copy' }: { text: string; label?: string }) {
  return (
    <div class="code copies">
      <pre tabIndex={0}>{text}</pre>
      <Button small onClick={() => void copy(text)}>
        {label}
      </Button>
    </div>
  )
}

/** What is shown of a reading: bones while it is awaited, what went wrong, or what came. */
export function Loaded<Data>({
  read,
  children,
}: {
  read: Read<Data>
  children: (data: NonNullable<Data>) => ComponentChildren
}) {
  if (read.data !== undefined && read.data !== null) return <>{children(read.data)}</>
  if (read.error) return <Problem error={read.error} />
  return <Bones />
}

export function Bones() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <div aria-busy="true" style={{ minHeight: '120px' }} />
  return (
    <div class="stack loose" style={{ padding: '16px' }} aria-busy="true">
      {[70, 52, 61].map(width => (
        <div class="skeleton" style={{ width: `${width}%` }} key={width} />
      ))}
    </div>
  )
}

export function Problem({ error }: { error: Error }) {
  const exchange = error instanceof Refused ? error.exchange : null
  return (
    <div class="notice red" role="alert">
      <span class="grow">{error.message}</span>
      {error instanceof Refused ? <span class="mono">{error.code}</span> : null}
      {exchange && workspaceId.value ? (
        <a href={href([workspaceId.value, 'journal', exchange])}>Why</a>
      ) : null}
    </div>
  )
}

/** A menu that opens from a button. It closes on Esc, on a click elsewhere, and when something in it is chosen. */
export function Menu({
  button,
  label,
  class: more = '',
  children,
  onOpen,
  align = 'start',
}: {
  button: ComponentChildren
  label: string
  class?: string
  children: (close: () => void) => ComponentChildren
  onOpen?: () => void
  align?: 'start' | 'end'
}) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => panel.current?.hidePopover()
  useEffect(() => {
    const element = panel.current
    if (!element) return
    const onToggle = (event: Event) => {
      const opened = (event as ToggleEvent).newState === 'open'
      setOpen(opened)
      if (!opened) opener.current?.focus({ preventScroll: true })
      else arrange()
    }
    // What it holds may be loaded first.
    const arrange = () => {
      if (!element.matches(':popover-open')) return
      place(element, opener.current!, align)
      if (!element.contains(document.activeElement))
        element.querySelector<HTMLElement>('[autofocus], input, .item')?.focus()
    }
    const observer = new ResizeObserver(arrange)
    observer.observe(element)
    element.addEventListener('toggle', onToggle)
    return () => {
      observer.disconnect()
      element.removeEventListener('toggle', onToggle)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        ref={opener}
        class={`button ${more}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={label}
        onClick={() => {
          onOpen?.()
          panel.current?.togglePopover()
        }}
      >
        {button}
      </button>
      <div
        ref={panel}
        popover="auto"
        class="menu"
        role="dialog"
        aria-label={label}
        onKeyDown={event => moveFocus(event, panel.current!)}
      >
        {isOpen ? children(close) : null}
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

export function Item({
  onClick,
  children,
  danger = false,
  selected,
  href: to,
}: {
  onClick?: () => void
  children: ComponentChildren
  danger?: boolean
  selected?: boolean
  href?: string
}) {
  if (to !== undefined)
    return (
      <a class="item" href={to} aria-current={selected ? 'true' : undefined} onClick={onClick}>
        {children}
      </a>
    )
  return (
    <button type="button" class={`item ${danger ? 'danger' : ''}`} aria-pressed={selected} onClick={onClick}>
      {children}
    </button>
  )
}

/** A dialog over the page. Focus stays in it, and returns to where it was. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  onSubmit,
  wide = false,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
  footer?: ComponentChildren
  onSubmit?: () => void
  wide?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => before?.focus?.()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${wide ? 'wide' : ''}`}
      aria-label={title}
      onClose={onClose}
      onClick={event => event.target === dialog.current && dialog.current?.close()}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <header>
          <h2>{title}</h2>
          <Button kind="quiet" icon="close" label="Close" onClick={() => dialog.current?.close()} />
        </header>
        <div class="body">{children}</div>
        {footer ? <footer>{footer}</footer> : null}
      </form>
    </dialog>
  )
}

export function Field({
  label,
  hint,
  children,
}: {
  label: string
  hint?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {hint ? <small>{hint}</small> : null}
    </label>
  )
}

export function Select<Value extends string>({
  value,
  options,
  onChange,
  label,
}: {
  value: Value
  options: readonly (Value | readonly [Value, string])[]
  onChange: (value: Value) => void
  label?: string
}) {
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value as Value)}
    >
      {options.map(option => {
        const [name, text] = typeof option === 'string' ? [option, option] : option
        return (
          <option value={name} key={name} selected={name === value}>
            {text}
          </option>
        )
      })}
    </select>
  )
}

export function Figure({
  label,
  children,
  note,
}: {
  label: string
  children: ComponentChildren
  note?: ComponentChildren
}) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>
        {children}
        {note ? <small>{note}</small> : null}
      </dd>
    </div>
  )
}

export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  )
}

/** Links that look like tabs: each is an address of its own. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string
  tabs: readonly { id: string; text: ComponentChildren; href: string }[]
  current: string
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, text, href: to }) => (
        <a href={to} key={id} aria-current={id === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}

/** A few choices of which one holds, each an address. */
export function Segments({
  label,
  options,
  current,
}: {
  label: string
  options: readonly { id: string; text: ComponentChildren; href: string }[]
  current: string
}) {
  return (
    <nav class="segments" aria-label={label}>
      {options.map(({ id, text, href: to }) => (
        <a href={to} key={id} aria-current={id === current ? 'true' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}
