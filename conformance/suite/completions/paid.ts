/** Completions cost money: each counts as a run of the budget. */
import type { CallOptions } from '../../engine/client.ts'
import type { Trial } from '../../engine/trial.ts'
import type { Exchange } from '../../requirements/exchange.ts'

export function paid(
  t: Trial,
  operation: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Exchange> {
  t.context.budget.takeRun()
  return t.call(operation, { ...options, body, timeoutSeconds: Math.max(60, t.target.pace.timeoutSeconds) })
}
