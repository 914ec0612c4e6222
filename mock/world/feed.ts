/** What a listener is told: the chat has a new event, a heartbeat is due, or the chat was removed. */
export type FeedSignal = 'event' | 'heartbeat' | 'gone'

type Listener = (signal: FeedSignal) => void

/** Tells open streams that their chat has something new. Listeners are per process and never part of a fork. */
export class Feed {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** Calls `listener` at each signal of a chat; the function returned ends that. */
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

  /** Tells everybody that there is nothing more to hear here. */
  close(): void {
    for (const chatId of [...this.#listeners.keys()]) this.announce(chatId, 'gone')
  }

  hasListeners(chatId: string): boolean {
    return this.#listeners.has(chatId)
  }

  /** How many listeners there are over all chats. */
  get size(): number {
    let size = 0
    for (const listeners of this.#listeners.values()) size += listeners.size
    return size
  }
}
