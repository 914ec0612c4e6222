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

export function Button({
  children,
  kind = children === undefined ? 'quiet' : '',
  small = children === undefined,
  icon,
  label,
  hint = label,
  pressed,
  type = 'button',
  class: more = '',
  onClick,
  disabled = false,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind} ${small ? 'small' : ''} ${children === undefined ? 'icon' : ''} ${more}`}
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
