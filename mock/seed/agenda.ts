import { HOUR } from '../simulation/duration.ts'
import type { Slices } from '../simulation/slices.ts'
import type { Company } from './company.ts'

/**
 * What people and programs of a company do at which instant of its history. `running` moves the clock through it; the
 * service itself does the rest, as it does in the present.
 *
 *     agenda.add(monday, () => startRun(workspace, { agent, startedBy, input }))
 *     yield* agenda.running()
 */
export function newAgenda(company: Company) {
  const { workspace, began: end } = company
  const { simulation } = workspace
  const items: { readonly at: number; readonly act: () => void }[] = []

  function* movingTo(instant: number): Slices<void> {
    do {
      // From the next event on, because nothing happens in most hours.
      const next = simulation.schedule.nextDue() ?? instant
      simulation.moveTo(Math.min(instant, next + HOUR))
      yield
    } while (simulation.now() < instant)
  }

  return {
    company,
    /** The end of the history. Later actions are not performed. */
    end,
    /** Adds an action. Actions at the same instant run in the order in which they were added. */
    add(at: number, act: () => void): void {
      if (at > end) return
      // Sorted with the next action last.
      const place = items.findIndex(item => item.at <= at)
      items.splice(place < 0 ? items.length : place, 0, { at, act })
    },
    /** Performs all actions in slices, and stops at the end of the history. */
    *running(): Slices<void> {
      for (let item = items.pop(); item; item = items.pop()) {
        yield* movingTo(Math.max(item.at, company.now()))
        item.act()
      }
      yield* movingTo(end)
    },
  }
}

export type Agenda = ReturnType<typeof newAgenda>
