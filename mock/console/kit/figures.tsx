// Key figures in a row, facts as a list of names and values, and the legend of a chart.
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

/** What the marks of a chart mean, each by its class. */
export function Legend({ of }: { of: readonly (readonly [mark: string, text: string])[] }) {
  return (
    <p class="legend row wrap">
      {of.map(([mark, text]) => (
        <span key={mark}>
          <i class={mark} /> {text}
        </span>
      ))}
    </p>
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
