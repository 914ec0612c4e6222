// What it costs to learn what a client uses: nothing while requests are served, and this when it is read from the journal.
import { createFetch } from '../../mock/browser.ts'
import type { Recorder } from './results.ts'

/** As many as the journal keeps. */
const REQUESTS = 1_000

export async function usageCost(recorder: Recorder, { rounds }: { rounds: number }): Promise<void> {
  using mock = createFetch({ url: 'http://mock.test' })
  const workspace = mock.workspace({ from: 'demo' })
  const headers = { authorization: `Bearer ${workspace.keys.member}`, 'content-type': 'application/json' }
  const paths = ['/runs?limit=20', '/tasks?limit=20', '/agents/', '/runs/run_none']
  const serve = async () => {
    for (let at = 0; at < REQUESTS; at++) {
      const body = JSON.stringify({ title: `Task ${at}` })
      const init = at % 5 === 4 ? { method: 'POST', headers, body } : { headers }
      await (await mock(at % 5 === 4 ? '/tasks' : paths[at % 5]!, init)).text()
    }
  }
  for (let round = 0; round <= rounds; round++) {
    const served = await processorMs(serve)
    const read = await processorMs(() => workspace.usage('bench'))
    // The first round warms up.
    if (round === 0) continue
    recorder.add(`usage/serving ${REQUESTS} requests`, served, 'ms')
    recorder.add('usage/reading what they use', read, 'ms')
    recorder.add('usage/of the time of serving', (100 * read) / served, '%')
  }
  console.log(`  ${recorder.median('usage/of the time of serving').toFixed(1)} % of the time of serving`)
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
