import { useState } from 'preact/hooks'
import { mockRoot } from '../address.ts'
import { asCurl, asTypeScript } from '../calls/as-code.ts'
import type { Call } from '../calls/call.ts'
import { Code } from '../kit/parts.tsx'

/** A call as curl and as TypeScript. */
export function AsCode({ call }: { call: Call }) {
  const [form, setForm] = useState<'curl' | 'ts'>('curl')
  const base = mockRoot.href.replace(/\/$/, '')
  return (
    <div class="stack tight">
      <div class="segments" role="group" aria-label="Form">
        <button type="button" aria-pressed={form === 'curl'} onClick={() => setForm('curl')}>
          curl
        </button>
        <button type="button" aria-pressed={form === 'ts'} onClick={() => setForm('ts')}>
          TypeScript
        </button>
      </div>
      <Code text={form === 'curl' ? asCurl(call, base) : asTypeScript(call, base)} />
    </div>
  )
}
