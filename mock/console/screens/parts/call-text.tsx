import { idText } from '../../kit/values.tsx'

/** A call in a list. Ids that differ at their end only are short, and stand beside the name of what they are of. */
export function CallText(props: {
  call: Record<'method' | 'path', string>
  names?: ReadonlyMap<string, string>
}) {
  const { method, path } = props.call
  const parts = path.split('/')
  const name = parts.map(part => props.names?.get(part)).find(Boolean)
  return (
    <>
      <span class="mono cut call-path" title={path}>
        <span class="muted">{method}</span> {parts.map(idText).join('/')}
      </span>
      {name ? <span class="soft cut">{name}</span> : null}
    </>
  )
}
