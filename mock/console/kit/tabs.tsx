// Choices of which one is current, as links or as buttons.
import type { ComponentChildren } from 'preact'

interface LinksProps {
  label: string
  options: readonly { id: string; text: ComponentChildren; href: string }[]
  current: string
}

/** Tabs, each with an address. */
export const Tabs = (props: LinksProps) => <Links {...props} class="tabs" says="page" />

/** A few choices, each with an address. */
export const Segments = (props: LinksProps) => <Links {...props} class="segments" says="true" />

function Links({
  label,
  options,
  current,
  class: look,
  says,
}: LinksProps & { class: string; says: 'page' | 'true' }) {
  return (
    <nav class={look} aria-label={label}>
      {options.map(({ id, text, href: to }) => (
        <a href={to} key={id} aria-current={id === current ? says : undefined}>
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
