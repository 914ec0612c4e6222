import { idText } from '../../kit/values.tsx'

/** A call in a list. Ids that differ at their end only are short, and stand beside the name of what they are of. */
export function CallText({
  call: { method, path },
  names,
}: {
  call: { method: string; path: string }
  names?: ReadonlyMap<string, string>
}) {
  const parts = path.split('/')
  const name = parts.map(part => names?.get(part)).find(Boolean)
  return (
    <>
      <span class="mono cut call-path" title={path}>
        <span class="muted">{method}</span> {parts.map(idText).join('/')}
      </span>
      {name ? <span class="soft cut">{name}</span> : null}
    </>
  )
}
