import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  onClick?: () => unknown
  children?: ComponentChildren
  class?: string
  kind?: 'primary' | 'danger' | 'quiet' | ''
  small?: boolean
  icon?: IconName
  /** For buttons that show an icon only; those are small and quiet by default. */
  label?: string
  /** What it does, where its text says too little. */
  hint?: string
  disabled?: boolean
  pressed?: boolean
  type?: 'button' | 'submit'
}

export function Button(props: ButtonProps) {
  const { children, icon, label, pressed, onClick, type = 'button', disabled = false } = props
  const isIcon = children === undefined
  const { kind = isIcon ? 'quiet' : '', small = isIcon, hint = label, class: more = '' } = props
  return (
    <button
      type={type}
      class={`button ${kind} ${small ? 'small' : ''} ${isIcon ? 'icon' : ''} ${more}`}
      aria-label={label}
      title={hint}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => onClick?.()}
    >
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

/** The cross that closes what is open by the address. */
export function CloseLink({ href, label }: { href: string; label: string }) {
  return (
    <a class="button small icon quiet" href={href} aria-label={label} title="Close">
      <Icon name="close" />
    </a>
  )
}
