// Choices of which one is current, as links or as buttons.
import type { ComponentChildren } from 'preact'
import { hrefHere, place } from '../routes.ts'
import { named, type SelectProps } from './fields.tsx'

type Option = readonly [id: string, text: ComponentChildren]

interface LinksProps {
  label: string
  options: readonly Option[]
  current: string
  hrefOf: (id: string) => string
}

/** Tabs, each with an address. */
export const Tabs = (props: LinksProps) => <Links {...props} class="tabs" says="page" />

/** A few choices, each with an address. */
export const Segments = (props: LinksProps) => <Links {...props} class="segments" says="true" />

function Links(props: LinksProps & { class: string; says: 'page' | 'true' }) {
  const { label, options, current, hrefOf, class: look, says } = props
  return (
    <nav class={look} aria-label={label}>
      {options.map(([id, text]) => (
        <a href={hrefOf(id)} key={id} aria-current={id === current ? says : undefined}>
          {text}
        </a>
      ))}
    </nav>
  )
}

/** The choice of a value of the address's query; `otherwise` is what it is where the address has none. */
export function choiceIn(name: string, otherwise = '') {
  const current = place.value.query.get(name) ?? otherwise
  return { current, hrefOf: (id: string) => hrefHere({ [name]: id === otherwise ? null : id }) }
}

interface TabPanelsProps {
  label: string
  tabs: readonly (readonly [...Option, show: () => ComponentChildren])[]
  otherwise?: string
  class: string
}

/** Tabs with what is below the current one; the first one is shown where the address names none. */
export function TabPanels({ label, tabs, otherwise = tabs[0]![0], class: look }: TabPanelsProps) {
  const choice = choiceIn('tab', otherwise)
  return (
    <>
      <Tabs label={label} {...choice} options={tabs.map(([id, text]) => [id, text])} />
      <div class={look}>{tabs.find(([id]) => id === choice.current)?.[2]()}</div>
    </>
  )
}

/** A few choices that are no part of the address. */
export function Choices<Value extends string>(
  props: Omit<SelectProps<Value>, 'value'> & { value: Value | undefined; class?: string },
) {
  const { value, options, onChange, label, class: more = '' } = props
  return (
    <div class={`segments ${more}`} role="group" aria-label={label}>
      {options.map(named).map(([name, text]) => (
        <button type="button" key={name} aria-pressed={name === value} onClick={() => onChange(name)}>
          {text}
        </button>
      ))}
    </div>
  )
}
