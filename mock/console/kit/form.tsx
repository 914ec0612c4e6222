import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Problem } from './loaded.tsx'

interface FormProps {
  onSubmit: () => unknown
  children: ComponentChildren
  /** Below the refusal. */
  footer?: ComponentChildren
  class?: string
}

/** A form that shows why what it does was refused. */
export function Form({ onSubmit, children, footer, class: more = 'stack loose' }: FormProps) {
  const [error, setError] = useState<Error>()
  const send = async () => {
    setError(undefined)
    try {
      await onSubmit()
    } catch (error) {
      setError(error as Error)
    }
  }
  return (
    <form
      class={more}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      {children}
      {error ? <Problem error={error} /> : null}
      {footer}
    </form>
  )
}
