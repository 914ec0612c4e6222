// Which key acts. Keys that may not do it at all are left out of the way, not out of the list.
import { Select } from '../../kit/parts.tsx'
import { workspaceId } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

export function KeySelect({
  value,
  onChange,
  label = 'As',
  scope,
}: {
  value: string
  onChange: (key: string) => void
  label?: string
  scope?: string
}) {
  const read = useControl('listKeys', { path: { workspace_id: workspaceId.value! } }, ['keys', 'control'])
  const keys = (read.data?.data ?? []).map(({ name, person_name, scopes, revoked_at }) => {
    const lacks =
      revoked_at !== null
        ? ' (revoked)'
        : scope && !scopes.includes(scope as never)
          ? ` (lacks ${scope})`
          : ''
    return [name, `${name} · ${person_name}${lacks}`] as const
  })
  return (
    <Select
      label={label}
      value={value}
      onChange={onChange}
      options={keys.length > 0 ? keys : [[value, value]]}
    />
  )
}
