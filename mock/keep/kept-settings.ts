// What is kept beside workspaces, each under a name, such as the count of workspaces and of the exchanges of a journal.
import type { KeptFile } from './kept-file.ts'

/** A journal whose numbers continue after a restart. */
export interface NumberedJournal {
  readonly owner: string
  readonly count: number
  continueFrom(count: number, reserve: (number: number) => void): void
}

export class KeptSettings {
  readonly #write: (act: (file: KeptFile) => void) => void
  readonly #journals = new Map<string, NumberedJournal>()
  #values = new Map<string, unknown>()

  /** `write` queues a write for the next commit. */
  constructor(write: (act: (file: KeptFile) => void) => void) {
    this.#write = write
  }

  read(file: KeptFile): void {
    this.#values = file.settings()
  }

  /** What was kept under a name, as JSON. */
  get(name: string): unknown {
    return this.#values.get(name)
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value)
    this.#write(file => file.setSetting(name, value))
  }

  /** A counter that continues after a restart, such as that of workspaces. */
  count(name: string): number {
    return Number(this.get(name) ?? 0)
  }

  /** Numbers the exchanges of a journal behind those from before a restart. */
  continueJournal(journal: NumberedJournal): void {
    const name = countOfExchanges(journal.owner)
    if (journal.count > this.count(name)) this.set(name, journal.count)
    journal.continueFrom(this.count(name), number => this.set(name, number))
    this.#journals.set(journal.owner, journal)
  }

  forgetJournal(owner: string): void {
    this.#journals.delete(owner)
    this.#write(file => file.setSetting(countOfExchanges(owner), undefined))
  }

  /** Gives numbers back that were reserved and not given. Without it they are left out. */
  returnNumbers(): void {
    for (const { owner, count } of this.#journals.values()) this.set(countOfExchanges(owner), count)
  }
}

/** The name of the counter in the file. */
function countOfExchanges(owner: string): string {
  return `exchanges of ${owner}`
}
