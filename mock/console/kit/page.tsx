// The frame of a screen: its heading, its panels, and the text of an empty panel.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Loaded, type LoadedProps } from './loaded.tsx'
import { Avatar, Status } from './values.tsx'

/** The name of the screen shown. */
export const pageName = signal('')

interface PageProps {
  title: string
  /** For the browser's tab, where the title is a sentence. */
  name?: string
  /** The title is the name of an agent. */
  isAgent?: boolean
  status?: string | undefined
  note?: ComponentChildren
  actions?: ComponentChildren
  children: ComponentChildren
}

export function Page(props: PageProps) {
  const { title, name = title, isAgent = false, status, note, actions, children } = props
  useEffect(() => {
    document.title = `${name} · Agent Work mock`
    pageName.value = name
  }, [name])
  return (
    <div class="page stack">
      <header class="page-head row wrap">
        <div class="grow stack tight">
          <h1 class={status ? 'row wrap' : isAgent ? 'row' : ''}>
            {isAgent ? <Avatar name={title} agent /> : null} {title}{' '}
            {status ? <Status value={status} /> : null}
          </h1>
          {note ? <p class="muted">{note}</p> : null}
        </div>
        {actions ? <div class="row wrap">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  title?: ComponentChildren
  /** Where there is more of what the panel shows. */
  link?: readonly [text: string, href: string]
  actions?: ComponentChildren
  children: ComponentChildren
  flush?: boolean
  class?: string
  label?: string
}

export function Panel(props: PanelProps) {
  const { title, link, actions, children, flush = false, class: more = '', label } = props
  return (
    <section class={`panel ${more}`} aria-label={label}>
      {title ? (
        <header class="row wrap">
          <h2 class="grow">{title}</h2>
          {link ? (
            <a class="small" href={link[1]}>
              {link[0]}
            </a>
          ) : null}
          {actions}
        </header>
      ) : null}
      {flush ? children : <div class="body">{children}</div>}
    </section>
  )
}

/** A part of a panel, with a heading of its own. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** A panel of what was read. */
export function ReadPanel<Data>(props: Omit<PanelProps, 'children'> & LoadedProps<Data>) {
  const { read, empty, children, ...panel } = props
  return (
    <Panel {...panel}>
      <Loaded {...{ read, empty, children }} />
    </Panel>
  )
}

/** In place of what is not there; `text` says why, or what to do. */
export function Empty(props: { title: string; text?: string; children?: ComponentChildren }) {
  const { title, text, children } = props
  return (
    <div class="empty stack">
      <strong>{title}</strong>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  )
}
