/** The signals of a chat: it has a new event, a heartbeat is due, or it was removed. */
export type FeedSignal = 'event' | 'heartbeat' | 'gone'

type Listener = (signal: FeedSignal) => void

/** Notifies open streams of changes in their chat. Listeners belong to the process and are never part of a fork. */
export class Feed {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** Calls `listener` at each signal of a chat. Returns a function that unsubscribes. */
  listen(chatId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(chatId) ?? new Set()
    this.#listeners.set(chatId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(chatId)
    }
  }

  announce(chatId: string, signal: FeedSignal = 'event'): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener(signal)
  }

  /** Signals `gone` to all listeners. */
  close(): void {
    for (const chatId of [...this.#listeners.keys()]) this.announce(chatId, 'gone')
  }

  hasListeners(chatId: string): boolean {
    return this.#listeners.has(chatId)
  }

  /** The number of listeners over all chats. */
  get size(): number {
    let size = 0
    for (const listeners of this.#listeners.values()) size += listeners.size
    return size
  }
}
