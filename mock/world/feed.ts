/** Tells open streams that their chat has something new. Listeners are per process and never part of a fork. */
export class Feed {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** Calls `listener` after each new event of the chat; the function returned ends that. */
  listen(chatId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(chatId) ?? new Set()
    this.#listeners.set(chatId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(chatId)
    }
  }

  announce(chatId: string): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener()
  }

  /** How many listeners there are over all chats. */
  get size(): number {
    let size = 0
    for (const listeners of this.#listeners.values()) size += listeners.size
    return size
  }
}
