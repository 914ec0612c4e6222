// Key figures in a row, and facts as a list of names and values.
import { type ComponentChildren, Fragment } from 'preact'

type Row = readonly [label: string, value: ComponentChildren, note?: ComponentChildren]

export function Figures({ rows }: { rows: readonly Row[] }) {
  return (
    <dl class="figures">
      {rows.map(([label, value, note]) => (
        <div class="figure" key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note ? <small>{note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Names with their values; those without a value are left out. */
export function Facts(props: { of: Readonly<Record<string, ComponentChildren>>; class?: string }) {
  const { of, class: more = '' } = props
  return (
    <dl class={`facts ${more}`}>
      {Object.entries(of).map(([name, value]) =>
        value === null || value === undefined || value === '' || value === false ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}
