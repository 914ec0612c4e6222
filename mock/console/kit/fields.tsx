// Labelled inputs of forms.
import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { go, hrefHere, place } from '../routes.ts'

interface FieldProps {
  label: string
  hint?: ComponentChildren
  /** As wide as the form, where others stand side by side. */
  isWide?: boolean
  children: ComponentChildren
}

export function Field({ label, hint, isWide = false, children }: FieldProps) {
  return (
    <label class={`field stack tight ${isWide ? 'wide' : ''}`}>
      <span>{label}</span>
      {children}
      {hint ? <small>{hint}</small> : null}
    </label>
  )
}

/** What an input may have besides, by its names in HTML. */
export type InputAttributes = Omit<InputHTMLAttributes, 'onChange' | 'value' | 'class'>

interface TextFieldProps extends InputAttributes {
  label: string
  hint?: ComponentChildren
  value: string
  onChange: (text: string) => void
  class?: string
  /** A text of several lines. */
  rows?: number | undefined
  isWide?: boolean | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hint, value, onChange, rows, isWide = false, class: more = '', ...rest } = props
  const attributes = {
    ...(rest as object),
    value,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(event.currentTarget.value),
  }
  return (
    <Field label={label} hint={hint} isWide={isWide || rows !== undefined}>
      {rows ? (
        <textarea class={`textarea ${more}`} rows={rows} {...attributes} />
      ) : (
        <input class={`input ${more}`} {...attributes} />
      )}
    </Field>
  )
}

interface CheckProps {
  label: ComponentChildren
  value: boolean
  onChange: (value: boolean) => void
  class?: string
}

export function Check({ label, value, onChange, class: more = '' }: CheckProps) {
  return (
    <label class={`check row ${more}`}>
      <input type="checkbox" checked={value} onChange={event => onChange(event.currentTarget.checked)} />{' '}
      {label}
    </label>
  )
}

/**
 * Filters what a screen shows by a text, which the address keeps. One that the server searches for is taken once it is
 * whole.
 */
export function FilterField({ label, isWhole = false }: { label: string; isWhole?: boolean }) {
  const take = (event: { currentTarget: HTMLInputElement }) =>
    go(hrefHere({ text: event.currentTarget.value || null }), true)
  return (
    <input
      class="input filter-text"
      data-filter
      type="search"
      placeholder={label}
      aria-label={label}
      value={place.value.query.get('text') ?? ''}
      {...(isWhole ? { onChange: take } : { onInput: take })}
    />
  )
}

/** Whether the text of the filter is in these. */
export function isFound(...texts: unknown[]): boolean {
  const wanted = place.value.query.get('text') ?? ''
  return texts.join(' ').toLowerCase().includes(wanted.toLowerCase())
}

type Option<Value> = Value | readonly [value: Value, text: string]

/** A value with its text, which is the value itself by default. */
export const named = <Value extends string>(option: Option<Value>) =>
  typeof option === 'string' ? ([option, option] as const) : option

export interface SelectProps<Value> {
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => unknown
  label?: string
}

export function Select<Value extends string>({ value, options, onChange, label }: SelectProps<Value>) {
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value as Value)}
    >
      {options.map(named).map(([name, text]) => (
        <option value={name} key={name} selected={name === value}>
          {text}
        </option>
      ))}
    </select>
  )
}
