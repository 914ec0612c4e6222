import { useState } from 'preact/hooks'
import { asCurl, asTypeScript } from '../calls/as-code.ts'
import type { Call } from '../calls/call.ts'
import { Code } from '../kit/code.tsx'
import { Choices } from '../kit/tabs.tsx'

/** A call as curl and as TypeScript. */
export function AsCode({ call }: { call: Call }) {
  const [form, setForm] = useState<'curl' | 'TypeScript'>('curl')
  return (
    <div class="stack tight">
      <Choices label="Form" value={form} onChange={setForm} options={['curl', 'TypeScript']} />
      <Code text={form === 'curl' ? asCurl(call) : asTypeScript(call)} />
    </div>
  )
}
