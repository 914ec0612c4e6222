// Collects the events of a workspace until the stream of events takes them.
import type { WorkspaceEvent } from '../journal/event-log.ts'
import type { Exchange } from '../journal/exchange.ts'
import { summaryOf } from '../journal/view.ts'
import type { HostedWorkspace } from '../server/workspace-registry.ts'
import type { Workspace } from '../world/workspace.ts'
import { eventView } from './event-views.ts'
import type { WorkspaceEvents, WorkspaceState } from './generated/control.gen.ts'
import { clockView } from './set-clock.ts'
import { snakeCase } from './snake-case.ts'
import { listWaiting } from './waiting.ts'

/** The maximum number of lines of a workspace in one message. */
const MAX_LINES = 100

export class FollowedWorkspace {
  readonly workspace: Workspace
  /** The number of the last message before following started. */
  readonly since: number
  readonly #onChange: () => void
  readonly #touched = new Set<string>()
  readonly #stops: readonly (() => void)[]
  #waiting: number
  #exchanges: Exchange[] = []
  #events: WorkspaceEvent[] = []
  #leftOut = 0

  /** `onChange` is called whenever there is something to take. */
  constructor({ workspace, journal, events }: HostedWorkspace, since: number, onChange: () => void) {
    workspace.simulation.settle()
    this.workspace = workspace
    this.since = since
    this.#onChange = onChange
    this.#waiting = countWaiting(workspace)
    // Clients follow the events of chats with their streams, and what is charged with its run.
    const { chats: _, ledger: __, ...tables } = workspace.tables
    this.#stops = [
      workspace.simulation.listen(),
      journal.listen(entry => this.#add(this.#exchanges, entry)),
      events.listen(event => this.#add(this.#events, event)),
      ...Object.entries(tables).map(([name, table]) => {
        const touched = snakeCase(name)
        return table.watch(() => this.touch(touched))
      }),
    ]
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  /** Marks a table, or something outside of tables, as possibly changed. */
  touch(what: string): void {
    this.#touched.add(what)
    this.#onChange()
  }

  state(): WorkspaceState {
    return { clock: clockView(this.workspace), waiting: this.#waiting }
  }

  /** Returns what was collected since the last call; undefined for nothing. */
  take(): WorkspaceEvents | undefined {
    const [touched, exchanges, events] = [[...this.#touched], this.#exchanges, this.#events]
    if (touched.length === 0 && exchanges.length === 0 && events.length === 0) return undefined
    const { workspace } = this
    if (['approvals', 'runs', '*'].some(name => touched.includes(name)))
      this.#waiting = countWaiting(workspace)
    // An exchange is reported when its stream begins and again at its end; the last report is enough.
    const lines = [...new Map(exchanges.map(entry => [entry.id, entry])).values()]
    const left = Math.max(0, lines.length - MAX_LINES) + Math.max(0, events.length - MAX_LINES)
    const taken = {
      ...this.state(),
      touched,
      exchanges: lines.slice(-MAX_LINES).map(entry => summaryOf(entry, workspace)),
      transitions: events.slice(-MAX_LINES).map(event => eventView(workspace, event)),
      left_out: this.#leftOut + left,
    }
    this.#touched.clear()
    this.#exchanges = []
    this.#events = []
    this.#leftOut = 0
    return taken
  }

  #add<Item>(list: Item[], item: Item): void {
    list.push(item)
    if (list.length > 2 * MAX_LINES) this.#leftOut += list.splice(0, MAX_LINES).length
    this.#onChange()
  }
}

function countWaiting(workspace: Workspace): number {
  const { approvals, questions } = listWaiting(workspace)
  return approvals.length + questions.length
}
