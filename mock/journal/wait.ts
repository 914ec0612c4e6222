// Waits for requests in real time, because the test waits, not the workspace.
import type { ExchangeFilter } from '../control/generated/control.gen.ts'
import { afterMachineTime } from '../simulation/machine-time.ts'
import type { Exchange } from './exchange.ts'
import { matcher } from './filter.ts'
import type { Journal } from './journal.ts'

/**
 * Resolves with the matching exchanges as soon as there are enough; with null after the timeout. Exchanges that are
 * already in the journal count. A stream counts as soon as it has begun.
 */
export function waitFor(
  journal: Journal,
  filter: ExchangeFilter,
  milliseconds: number,
  times = 1,
): Promise<readonly Exchange[] | null> {
  const fits = matcher(filter)
  const found = new Map(
    journal
      .all()
      .filter(fits)
      .map(entry => [entry.id, entry]),
  )
  if (found.size >= times) return Promise.resolve([...found.values()])
  const { promise, resolve, reject } = Promise.withResolvers<readonly Exchange[] | null>()
  const stopListening = journal.listen(entry => {
    try {
      if (!fits(entry)) return
      // A stream is reported when it begins and when it ends.
      found.set(entry.id, entry)
      if (found.size >= times) resolve([...found.values()])
    } catch (error) {
      // A pattern that is too long for this exchange must not disturb whoever made it.
      reject(error)
    }
  })
  const stopClock = afterMachineTime(milliseconds, () => resolve(null))
  return promise.finally(() => {
    stopListening()
    stopClock()
  })
}
