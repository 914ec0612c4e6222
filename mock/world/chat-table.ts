import { MINUTE } from '../simulation/duration.ts'
import { forEach, type Slices } from '../simulation/slices.ts'
import type { Interval } from '../store/interval.ts'
import { Rollups } from '../store/rollup.ts'
import { Table } from '../store/table.ts'
import { type ChatPart, type ChatRow, isMessage } from './chats.ts'

/** Chats, whose messages are counted by team without being read. */
export class ChatTable extends Table<ChatRow> {
  /** By team and minute. */
  #counts: Rollups<Pick<ChatPart, 'teamId'>>

  constructor(trees?: ConstructorParameters<typeof Table<ChatRow>>[2], counts = noCounts()) {
    super('chats', {}, trees)
    this.#counts = counts
    this.watch((before, after) => {
      // A chat only grows.
      const known = before?.parts.length ?? 0
      if (after) for (let at = known; at < after.parts.length; at++) this.#count(after.parts[at]!, 1)
      else if (before) for (const part of before.parts) this.#count(part, -1)
    })
  }

  override fork(): ChatTable {
    return new ChatTable(this.forkTrees(), this.#counts.fork())
  }

  override *loading(rows: readonly ChatRow[]): Slices<void> {
    yield* super.loading(rows)
    this.#counts = noCounts()
    // Sorted by time, so that every count is added at the end of its series.
    const parts = this.all().flatMap(chat => chat.parts)
    parts.sort((a, b) => a.at - b.at)
    yield* forEach(parts, part => this.#count(part, 1))
  }

  /**
   * The number of messages of these teams, or of all, from `from` until before `to`. Both are whole minutes, except that
   * `to` may be anything after the latest message.
   */
  countMessages({ from, to }: Interval, teams: 'all' | readonly string[]): number {
    const [first, end] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)]
    let count = 0
    this.#counts.smallestWith(['teamId'])?.visit(first, end, ({ teamId }, [messages]) => {
      if (teams === 'all' || (teamId != null && teams.includes(teamId))) count += messages!
    })
    return count
  }

  #count({ at, teamId, posted }: ChatPart, step: 1 | -1): void {
    let messages = 0
    for (const event of posted) if (isMessage(event)) messages += 1
    if (messages > 0) this.#counts.add({ teamId }, at, [step * messages])
  }
}

function noCounts() {
  return new Rollups<Pick<ChatPart, 'teamId'>>([['teamId']], 1, MINUTE)
}
