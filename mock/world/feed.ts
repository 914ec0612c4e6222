/** What a listener hears: the chat has something new, it is time for a sign of life, or the chat is no more. */
export type News = 'event' | 'heartbeat' | 'gone'

type Listener = (news: News) => void

/** Tells open streams that their chat has something new. Listeners are per process and never part of a fork. */
export class Feed {
  readonly #listeners = new Map<string, Set<Listener>>()

  /** Calls `listener` at each news of the chat; the function returned ends that. */
  listen(chatId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(chatId) ?? new Set()
    this.#listeners.set(chatId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(chatId)
    }
  }

  announce(chatId: string, news: News = 'event'): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener(news)
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
