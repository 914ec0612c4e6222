// Key figures in a row, and facts as a list of names and values.
import type { ComponentChildren } from 'preact'

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

export function Facts({
  rows,
  class: more = '',
}: {
  rows: readonly (readonly [string, ComponentChildren])[]
  class?: string
}) {
  return (
    <dl class={`facts ${more}`}>
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
