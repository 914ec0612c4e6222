/** Wakes one waiter at a time. News that comes while nobody waits goes to the next waiter. */
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
