/** Wakes one waiter at a time. A signal that comes while nobody waits goes to the next waiter. */
export class Wakeup<Signal> {
  #pending: Signal[] = []
  #waiter: ((signal: Signal) => void) | undefined

  notify(signal: Signal): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter) waiter(signal)
    else if (!this.#pending.includes(signal)) this.#pending.push(signal)
  }

  next(): Promise<Signal> {
    const signal = this.#pending.shift()
    if (signal !== undefined) return Promise.resolve(signal)
    return new Promise(resolve => {
      this.#waiter = resolve
    })
  }
}
