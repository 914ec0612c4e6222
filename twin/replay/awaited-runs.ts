/** The runs that a recorded reply shows as over or paused, so that a replay lets as much time pass. */
import { madeOncePer } from '#mock/dialect'
import { mayWait, readRun } from '../../conformance/extract/run-status.ts'
import type { Call } from '../recording/calls.ts'

type RunKind = 'run' | 'workflow-run'

/** The runs that have ended or paused in a recorded reply. A write's reply shows the state after it, not before. */
export const runsAwaitedBy = madeOncePer((call: Call): readonly [RunKind, string][] => {
  if (call.status >= 300) return []
  if (call.operation === 'retryRun') return [['run', call.params.run_id ?? '']]
  if (call.method !== 'GET') return []
  const kind = call.path.startsWith('/workflows/') ? 'workflow-run' : 'run'
  return recordsIn(call.json).flatMap(record => {
    const { phase, status } = readRun(record) ?? {}
    if (phase !== 'ended' && phase !== 'paused' && !mayWait(status)) return []
    return [['run_id', call.params.run_id] as const, ...Object.entries(record)]
      .filter(([name, value]) => /^(string|number)$/.test(typeof value) && /^(id|run_?id)$/i.test(name))
      .map(([, value]): [RunKind, string] => [kind, String(value)])
  })
})

/** Objects of a reply that may be records: the reply, what it wraps, and its rows. */
function recordsIn(json: unknown, depth = 0): Record<string, unknown>[] {
  if (Array.isArray(json)) return json.slice(0, MAX_ROWS).flatMap(one => recordsIn(one, depth + 1))
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH) return []
  const record = json as Record<string, unknown>
  const inner = Object.values(record).filter(value => typeof value === 'object')
  return [record, ...inner.flatMap(value => recordsIn(value, depth + 1))]
}

/** Maximum number of rows, and the depth in a reply, in which runs are looked for. */
const MAX_ROWS = 100
const MAX_DEPTH = 3
