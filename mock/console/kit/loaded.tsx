// What is shown of a reading: a placeholder while it is awaited, the refusal, or its data.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Refused } from '../calls/call.ts'
import { href, workspaceId } from '../routes.ts'
import type { Read } from '../state/reads.ts'

export interface LoadedProps<Data> {
  read: Read<Data>
  /** Shown in place of a list without rows. */
  empty?: ComponentChildren
  children: (data: NonNullable<Data>) => ComponentChildren
}

export function Loaded<Data>({ read, empty, children }: LoadedProps<Data>) {
  const { data, error } = read
  if (data === undefined || data === null) return error ? <Problem error={error} /> : <Skeleton />
  const { data: rows } = data as { data?: unknown }
  const isEmpty = Array.isArray(rows) && rows.length === 0
  return <>{empty && isEmpty ? empty : children(data)}</>
}

export function Skeleton() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 250)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <div aria-busy="true" style={{ minHeight: '120px' }} />
  return (
    <div class="stack loose" style={{ padding: '16px' }} aria-busy="true">
      {[70, 52, 61].map(width => (
        <div class="skeleton" style={{ width: `${width}%` }} key={width} />
      ))}
    </div>
  )
}

export function Problem({ error }: { error: Error }) {
  const exchange = error instanceof Refused ? error.exchange : null
  return (
    <div class="notice row wrap red" role="alert">
      <span class="grow">{error.message}</span>
      {error instanceof Refused ? <span class="mono">{error.code}</span> : null}
      {exchange && workspaceId.value ? <a href={href(['journal', exchange])}>Why</a> : null}
    </div>
  )
}
