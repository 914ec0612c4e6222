// Choices of which one is current, as links or as buttons.
import type { ComponentChildren } from 'preact'

/** Tabs, each with an address. */
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

/** A few choices, each with an address. */
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

/** A few choices that are no part of the address. */
export function Choices<Value extends string>({
  value,
  options,
  onChange,
  label,
  class: more = '',
}: {
  value: Value | undefined
  options: readonly (Value | readonly [Value, string])[]
  onChange: (value: Value) => void
  label: string
  class?: string
}) {
  return (
    <div class={`segments ${more}`} role="group" aria-label={label}>
      {options.map(option => {
        const [name, text] = typeof option === 'string' ? [option, option] : option
        return (
          <button type="button" key={name} aria-pressed={name === value} onClick={() => onChange(name)}>
            {text}
          </button>
        )
      })}
    </div>
  )
}
