// Which key acts. Keys that lack the scope stay in the list, because a refusal is worth trying, too.
import { Select } from '../../kit/fields.tsx'
import { useControl } from '../../state/reads.ts'

interface KeySelectProps {
  value: string
  onChange: (key: string) => void
  verb: string
  isVerbShown?: boolean
  scope: string
  /** In front of the keys. */
  first?: readonly (readonly [value: string, text: string])[]
}

/** `verb` stands in front, such as "Move as". */
export function KeySelect({ value, onChange, verb, isVerbShown = false, scope, first = [] }: KeySelectProps) {
  const { data = [] } = useControl('listKeys', {}).data ?? {}
  const keys = data.map(({ name, person_name, scopes, revoked_at }) => {
    const isMissing = scope !== '' && !scopes.some(one => one === scope)
    const lacks = revoked_at !== null ? ' (revoked)' : isMissing ? ` (lacks ${scope})` : ''
    return [name, `${name} · ${person_name}${lacks}`] as const
  })
  return (
    <>
      <span class="muted">{isVerbShown ? `${verb} as` : 'as'}</span>
      <Select
        label={`${verb} as`}
        value={value}
        onChange={onChange}
        options={[...first, ...(keys.length > 0 || first.length > 0 ? keys : [[value, value] as const])]}
      />
    </>
  )
}
