/** The milliseconds of processor time that this thread takes for something. */
export async function processorTimeOf(act: () => Promise<unknown>): Promise<number> {
  const began = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}

const SMALL_ONES = 30

/** How many small requests a dear one is worth, by the processor time of this thread. */
export async function ratioOf<Body>(
  send: (body: Body) => Promise<Response>,
  dearest: Body,
  small: Body,
): Promise<number> {
  const cost = (body: Body) =>
    processorTimeOf(async () => {
      const reply = await send(body)
      await reply.text()
      if (reply.status >= 500) throw new Error(`a request was answered with ${reply.status}`)
    })
  await cost(small)
  // Processor time is counted in milliseconds, so many small requests are measured together.
  let smalls = 0
  for (let n = 0; n < SMALL_ONES; n++) smalls += await cost(small)
  return (SMALL_ONES * (await cost(dearest))) / smalls
}

/** So many items, for a body that is dear. */
export const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n))
