/** Judges one deployment again and again while the machine is busy: the verdicts must not change. */
import { Worker } from 'node:worker_threads'
import { verdictsOn } from '../../conformance/index.ts'
import { startDeployments } from './deployments.ts'

/** A requirement with different verdicts, and what each run saw. */
export interface Unsteady {
  readonly requirement: string
  readonly seen: readonly { readonly verdict: string; readonly sentence: string; readonly times: number }[]
}

/** Runs the suite that many times over HTTP, each time against an equal deployment of the mock, and compares the verdicts. */
export async function repeat(
  times: number,
  progress: (done: number, total: number, what: string) => void,
): Promise<Unsteady[]> {
  const seen = new Map<string, string[][]>()
  const burners = [burner(), burner()]
  await using deployments = await startDeployments()
  try {
    for (let n = 0; n < times; n++) {
      progress(n, times, 'runs')
      using deployment = deployments.open()
      const { verdicts } = await verdictsOn(deployment.target, { journal: false, skipRateLimit: true })
      for (const [id, { verdict, findings }] of verdicts) {
        const said = findings.find(({ kind }) => kind === verdict)?.sentence ?? ''
        seen.set(id, [...(seen.get(id) ?? []), [verdict, said]])
      }
    }
  } finally {
    await Promise.all(burners.map(one => one.terminate()))
  }
  return [...seen].flatMap(([requirement, all]) => {
    const byVerdict = Object.entries(Object.groupBy(all, ([verdict]) => verdict ?? ''))
    if (byVerdict.length < 2) return []
    const rows = byVerdict.map(([verdict, some = []]) => ({
      verdict,
      sentence: some[0]?.[1] ?? '',
      times: some.length,
    }))
    return { requirement, seen: rows }
  })
}

/** A thread that keeps a processor busy, with pauses of random length. */
const burner = () =>
  new Worker(
    `const still = new Int32Array(new SharedArrayBuffer(4))
     for (;;) {
       const end = performance.now() + 400 * Math.random()
       while (performance.now() < end) Math.sqrt(end)
       Atomics.wait(still, 0, 0, 200 * Math.random())
     }`,
    { eval: true },
  )
