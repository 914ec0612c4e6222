/** Plants single defects in the independent servers, one at a time, and counts how many the suite detects. */
import type { IndependentServer } from '../independent-servers/start-server.ts'
import { share } from '../worker-pool.ts'
import { lawfulReason } from './lawful.ts'
import type { SourceMutantResult } from './run-source-mutant.ts'
import { describe, type SourceMutant, sampleOf, sourceMutants } from './source-mutants.ts'
import type { Comparison, Task } from './worker.ts'

const program = new URL('./worker.ts', import.meta.url)

type Outcome = SourceMutantResult['outcome'] | 'equivalent' | 'lawful'

interface JudgedMutant {
  readonly id: string
  readonly outcome: Outcome
  /** The suite's sentence, or why the mutant does not count. */
  readonly said: string
  /** The changed line, before and after. */
  readonly diff: string
  /** The first reply of the walk that differs, for mutants that were not noticed. */
  readonly difference?: Comparison['difference']
  readonly ms: number
}

export interface ServerScore {
  readonly server: IndependentServer
  /** The number of all possible mutants, from which the sample was drawn. */
  readonly bred: number
  readonly mutants: readonly JudgedMutant[]
  /** The suite's result for the unchanged server. */
  readonly unchanged: string
}

export interface ServersChoice {
  readonly servers: readonly IndependentServer[]
  /** Number of mutants per server. */
  readonly size: number
  readonly seed: number
  /** These mutants only, by id. */
  readonly ids?: readonly string[] | undefined
  /** Processes that judge at the same time. */
  readonly workers: number
  readonly progress?: (done: number, total: number, what: string) => void
}

/** Mutants that a process judges concurrently; a run of the suite mostly waits. */
const WIDTH = 3
/** Copies of a server stay in memory, so a process ends after this many. */
const TASKS_PER_PROCESS = 100
/** A multiple of the suite's usual time, for busy machines. */
const PATIENCE_MS = 180_000

export async function proveServers(choice: ServersChoice): Promise<ServerScore[]> {
  const { ids, size, seed, workers, progress } = choice
  const chosen = choice.servers.map(server => {
    const all = sourceMutants(server)
    const mutants = ids ? all.filter(({ id }) => ids.includes(id)) : sampleOf(server, size, seed)
    return { server, bred: all.length, mutants }
  })
  const total = chosen.reduce((sum, { mutants }) => sum + mutants.length, 0)
  let done = 0
  const after = (id: string) => progress?.(id.endsWith('/unchanged') ? done : ++done, total, id)
  const names = chosen.flatMap(({ server, mutants }) => [
    `${server}/unchanged`,
    ...mutants.map(({ id }) => id),
  ])
  const shared = (task: Task) => ({
    program,
    args: [task],
    workers,
    perProcess: TASKS_PER_PROCESS,
    patienceMs: PATIENCE_MS,
  })
  const results = await share<SourceMutantResult>(names, { ...shared('judge'), width: WIDTH, after })
  const unnoticed = names.filter(id => results.get(id)?.outcome === 'unnoticed' && !id.endsWith('/unchanged'))
  const walks = await share<Comparison>(unnoticed, { ...shared('compare'), width: 1, after: () => {} })
  return chosen.map(({ server, bred, mutants }) => ({
    server,
    bred,
    mutants: mutants.map(mutant => judge(mutant, results.get(mutant.id), walks.get(mutant.id))),
    unchanged: results.get(`${server}/unchanged`)?.said ?? 'nothing',
  }))
}

function judge(
  mutant: SourceMutant,
  result: SourceMutantResult | undefined,
  walk: Comparison | undefined,
): JudgedMutant {
  const diff = describe(mutant)
  const { id } = mutant
  if (!result) return { id, diff, outcome: 'hung', said: 'no verdict in three minutes', ms: PATIENCE_MS }
  const { outcome, said, ms } = result
  if (outcome !== 'unnoticed') return { id, diff, outcome, said, ms }
  if (walk && !walk.difference)
    return { id, diff, outcome: 'equivalent', said: 'the walk sees no difference', ms }
  const reason = lawfulReason(mutant, diff)
  const difference = walk?.difference
  const outcomeNow = reason === undefined ? 'unnoticed' : 'lawful'
  return { id, diff, outcome: outcomeNow, said: reason ?? said, ms, ...(difference && { difference }) }
}

/** The scores, for a terminal, in Markdown. */
export function serversTable(scores: readonly ServerScore[]): string {
  return [
    '| server | unchanged | bred | sample | dead | equivalent | lawful | counted | noticed | share |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...scores.map(row),
  ].join('\n')
}

function row({ server, unchanged, bred, mutants }: ServerScore): string {
  const count = (...outcomes: Outcome[]) => mutants.filter(one => outcomes.includes(one.outcome)).length
  const noticed = count('noticed')
  const counted = noticed + count('unnoticed')
  const cells = [
    server,
    unchanged,
    bred,
    mutants.length,
    count('dead', 'hung'),
    count('equivalent'),
    count('lawful'),
    counted,
    noticed,
    counted === 0 ? '–' : `${((100 * noticed) / counted).toFixed(1)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The description of one mutant for a terminal. */
export const mutantText = ({ id, outcome, said, diff, difference }: JudgedMutant): string =>
  [
    id,
    diff,
    `${outcome}: ${said}`,
    ...(difference ? [`was ${difference.was}`, `is  ${difference.is}`] : []),
    '',
  ].join('\n')
