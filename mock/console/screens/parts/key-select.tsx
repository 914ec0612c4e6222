// Which key acts. Keys that lack the scope stay in the list, because a refusal is worth trying, too.
import { Select } from '../../kit/fields.tsx'
import { workspaceId } from '../../state/live.ts'
import { useControl } from '../../state/reads.ts'

/** `verb` stands in front, such as "Move as". */
export function KeySelect({
  value,
  onChange,
  verb,
  isVerbShown = false,
  scope,
}: {
  value: string
  onChange: (key: string) => void
  verb: string
  isVerbShown?: boolean
  scope: string
}) {
  const read = useControl('listKeys', { path: { workspace_id: workspaceId.value! } }, ['keys', 'control'])
  const keys = (read.data?.data ?? []).map(({ name, person_name, scopes, revoked_at }) => {
    const isMissing = !scopes.some(one => one === scope)
    const lacks = revoked_at !== null ? ' (revoked)' : isMissing ? ` (lacks ${scope})` : ''
    return [name, `${name} · ${person_name}${lacks}`] as const
  })
  return (
    <>
      <span class="muted">{isVerbShown ? `${verb} as` : 'as'}</span>
      <span class="key-select">
        <Select
          label={`${verb} as`}
          value={value}
          onChange={onChange}
          options={keys.length > 0 ? keys : [[value, value]]}
        />
      </span>
    </>
  )
}
