const SMALL_ONES = 30

/** How many small requests a dear one is worth, by the processor time of this thread. */
export async function ratioOf<Body>(
  send: (body: Body) => Promise<Response>,
  dearest: Body,
  small: Body,
): Promise<number> {
  const cost = async (body: Body) => {
    const began = process.threadCpuUsage()
    const reply = await send(body)
    await reply.text()
    const { user, system } = process.threadCpuUsage(began)
    if (reply.status >= 500) throw new Error(`a request was answered with ${reply.status}`)
    return (user + system) / 1000
  }
  await cost(small)
  // Processor time is counted in milliseconds, so many small requests are measured together.
  let smalls = 0
  for (let n = 0; n < SMALL_ONES; n++) smalls += await cost(small)
  return (SMALL_ONES * (await cost(dearest))) / smalls
}

/** So many items, for a body that is dear. */
export const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n))
