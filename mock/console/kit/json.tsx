// JSON as a tree that can be folded; long lists and texts are cut until they are asked for.
import { useState } from 'preact/hooks'

const MANY = 50

export function Json({ value }: { value: unknown }) {
  return (
    <div class="json mono">
      <Value value={value} depth={0} />
    </div>
  )
}

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value === 'string') return <Text text={value} />
  if (typeof value === 'number') return <span class="number">{String(value)}</span>
  if (typeof value !== 'object' || value === null) return <span class="soft">{String(value)}</span>
  return <Inside value={value} depth={depth} />
}

function Text({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length < 600)
  return (
    <span class="text prewrap">
      "{isWhole ? text : text.slice(0, 400)}
      {isWhole ? (
        '"'
      ) : (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          … {text.length - 400} more
        </button>
      )}
    </span>
  )
}

function Inside({ value, depth }: { value: object; depth: number }) {
  const [most, setMost] = useState(MANY)
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return <span>{open + close}</span>
  const note = isList ? `${entries.length}` : ''
  return (
    <details open={depth < 3 && entries.length < 30}>
      <summary>
        {open} <span class="muted">{note}</span>
      </summary>
      <div class="inside">
        {entries.slice(0, most).map(([name, inner]) => (
          <div key={name}>
            {isList ? null : <span class="soft">{name}: </span>}
            <Value value={inner} depth={depth + 1} />
          </div>
        ))}
        {entries.length > most ? (
          <button type="button" class="link" onClick={() => setMost(most + 10 * MANY)}>
            {entries.length - most} more
          </button>
        ) : null}
      </div>
      {close}
    </details>
  )
}
