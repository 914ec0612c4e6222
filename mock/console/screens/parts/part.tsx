import type { ComponentChildren } from 'preact'

/** A part of a panel, with a heading of its own. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack">
      <h3>{title}</h3>
      {children}
    </section>
  )
}
