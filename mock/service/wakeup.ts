/** Wakes one waiter at a time; what is rung while nobody waits is heard by the next one. */
export class Wakeup<News> {
  #heard: News[] = []
  #waiter: ((news: News) => void) | undefined

  notify(news: News): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter) waiter(news)
    else if (!this.#heard.includes(news)) this.#heard.push(news)
  }

  next(): Promise<News> {
    const news = this.#heard.shift()
    if (news !== undefined) return Promise.resolve(news)
    return new Promise(resolve => {
      this.#waiter = resolve
    })
  }
}
