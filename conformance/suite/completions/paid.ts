/** Completions cost money, so each counts against the budget of runs. */
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
