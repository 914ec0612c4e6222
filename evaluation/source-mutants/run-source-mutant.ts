/** Runs the whole suite against one mutant of an independent server, up to the first violation. */
import { madeOnDemand } from '#mock/dialect'
import { recognise } from '../../conformance/commands/recognise.ts'
import { Client } from '../../conformance/engine/client.ts'
import { type RunOptions, run, type TargetInput } from '../../conformance/index.ts'
import { readTarget } from '../../conformance/target/target.ts'
import { type IndependentServer, PACE, SCALE } from '../independent-servers/start-server.ts'
import { loadServer } from './load-server.ts'
import type { SourceMutant } from './source-mutants.ts'

export interface SourceMutantResult {
  readonly id: string
  /** `dead` when the changed server does not start or answers no read: nobody would deploy it. */
  readonly outcome: 'noticed' | 'unnoticed' | 'dead' | 'hung'
  /** The violated requirement with the suite's sentence, or why the server did not start. */
  readonly said: string
  readonly ms: number
}

/** Without a mutant, every violation that the suite reports for the unchanged server; there must be none. */
export async function runSourceMutant(
  name: IndependentServer,
  mutant?: SourceMutant,
): Promise<SourceMutantResult> {
  const began = performance.now()
  const judged = (outcome: SourceMutantResult['outcome'], said: string): SourceMutantResult => ({
    id: mutant?.id ?? `${name}/unchanged`,
    outcome,
    said,
    ms: Math.round(performance.now() - began),
  })
  const server = await started(name, mutant)
  if (typeof server === 'string') return judged('dead', server)
  const stop = new AbortController()
  let said: string | undefined
  const progress: RunOptions['progress'] = event => {
    const violated = event.kind === 'end' && event.result.findings.find(({ kind }) => kind === 'violated')
    if (!violated || said !== undefined) return
    said = `${violated.requirement} (${violated.scenario}): ${violated.sentence}`
    stop.abort()
  }
  const target = {
    ...(server.target as TargetInput),
    members: await membersOf(name),
    budget: { runs: 400, minutes: 2 },
    // In one process a reply takes milliseconds; one that takes seconds never comes.
    pace: { ...PACE, timeout_seconds: 5 },
  }
  try {
    const report = await run(target, { journal: false, signal: stop.signal, progress })
    if (said !== undefined) return judged('noticed', said)
    const [problem] = report.problems
    return problem === undefined ? judged('unnoticed', `${report.counts.met} met`) : judged('dead', problem)
  } finally {
    await server.stop().catch(() => {})
  }
}

/** The names of the server's figures, as `init` guesses them before the defect is planted. */
const membersOf = madeOnDemand(async (name: IndependentServer) => {
  const start = await loadServer(name)
  const server = await start({ timeScale: SCALE })
  try {
    using client = new Client(readTarget(server.target as TargetInput))
    return await recognise(client)
  } finally {
    await server.stop()
  }
})

async function started(name: IndependentServer, mutant: SourceMutant | undefined) {
  try {
    const start = await loadServer(name, mutant)
    return await start({ timeScale: SCALE })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
