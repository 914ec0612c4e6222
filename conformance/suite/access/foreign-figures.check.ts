/**
 * Isolation of figures: activity in one tenant does not move another tenant's figures, and the two differ (section 5).
 */
import { type Scenario, scenario } from '../../engine/scenario.ts'
import type { Trial } from '../../engine/trial.ts'
import { isNumber, places } from '../../extract/find-value.ts'
import { operation, scopeOf } from '../../requirements/contract.ts'
import type { Exchange } from '../../requirements/exchange.ts'
import { type Lack, Missing } from '../../requirements/missing.ts'
import { adminKey } from '../analytics/rows.check.ts'

interface Figures {
  operation: string
  /** The requirement that the figures are those of the workspace. */
  id: string
  /** Paths of the figures that each of our actions increases by one. */
  moved: readonly string[]
  query?: Readonly<Record<string, string | number>>
}

const RUNS = ['startRun', 'retryRun']

const FIGURES: readonly Figures[] = [
  { operation: 'getInsightsSummary', id: 'ANA-07', moved: RUNS, query: { period: '90d' } },
  { operation: 'getDashboardStats', id: 'ANA-36', moved: RUNS },
  { operation: 'getWallet', id: 'WALLET-02', moved: [] },
  { operation: 'getWorkflowRunUsage', id: 'WF-11', moved: ['startWorkflowRun'] },
]

interface Both {
  home: Exchange
  foreign: Exchange
}

async function both(t: Trial, { operation: id, query }: Figures, fresh: boolean): Promise<Both | undefined> {
  const scope = scopeOf(id)
  if (scope === undefined) return undefined
  const limited = operation(id).rateLimit !== null
  const keys = [limited ? adminKey(t) : t.keys.with(scope), t.keys.elsewhere(scope)]
  const ask = (key: (typeof keys)[number]) =>
    fresh ? t.call(id, { key, ...(query && { query }) }) : t.read(id, { key, ...(query && { query }) })
  const [home, foreign] = await Promise.all(keys.map(ask))
  return home?.status === 200 && foreign?.status === 200 ? { home, foreign } : undefined
}

/** Figures before any action of the suite; memoized. */
const early = (t: Trial, it: Figures): Promise<Both | undefined> =>
  t.once(`${it.operation} of both tenants`, () => both(t, it, false))

const begin = scenario({
  id: 'tenants/figures-at-first',
  title: 'The figures of both tenants, as they read at first',
  requirements: [],
  cost: { analytics: { getInsightsSummary: 2, getDashboardStats: 2, getWallet: 2 } },
  async run(t) {
    await Promise.all(FIGURES.map(it => early(t, it).catch(lackIn)))
  },
})

const figures = scenario({
  id: 'tenants/figures',
  title: 'The figures of another tenant do not move with what is done in this one',
  requirements: FIGURES.map(it => it.id),
  cost: { requests: 2, analytics: { getInsightsSummary: 2, getDashboardStats: 2, getWallet: 2 } },
  closing: true,
  async run(t) {
    for (const it of FIGURES)
      await apart(t, it).catch(problem => {
        t.notExercised(it.id, lackIn(problem))
      })
  },
})

function lackIn(problem: unknown): Lack {
  if (problem instanceof Missing) return problem.lack
  throw problem
}

async function apart(t: Trial, it: Figures) {
  const [before, after] = [await early(t, it), await both(t, it, true)]
  if (!before || !after) return t.notExercised(it.id, 'figures of both tenants')
  const [home, foreign] = [growth(before.home, after.home), growth(before.foreign, after.foreign)]
  const done = it.moved.reduce((sum, id) => sum + (t.context.observed.accepted.get(id) ?? 0), 0)
  const spent = t.context.budget.euros
  for (const [path, mine] of home) {
    const theirs = foreign.get(path) ?? 0
    const [ours, least] = it.moved.length > 0 ? [done, 3] : [spent, 0.01]
    // Blame the suite's own activity only where it makes up at least half of the growth in both tenants.
    const isOurs = ours >= least && mine >= least && ours >= 0.5 * mine
    // A count of all records grows by the tenants' other activity as well, so it proves nothing.
    if (it.moved.length > 0 && !WHOLE.test(path)) continue
    const room = it.moved.length > 0 && mine < 10 ? 0 : 0.1 * mine
    if (!isOurs || Math.abs(theirs - mine) > room || theirs < 0.6 * mine) continue
    const { method, path: template } = operation(it.operation)
    const sentence = `${method} ${template}: ${path} moved by ${short(mine)} here and by ${short(theirs)} for another tenant, for whom nothing was done`
    return t.violated(it.id, sentence, before.foreign, after.foreign, after.home)
  }
  t.notExercised(
    it.id,
    'figures of two tenants that move together: none were seen',
    after.home,
    after.foreign,
  )
}

const WHOLE = /(^|\.)(total|count|used|runs|(total|all)_?runs|runs_?(total|used|count)|run_?count)$/i

const short = (value: number): number => Math.round(value * 1e4) / 1e4

/** How much each figure grew; timestamps and day counters are left out because they move by themselves. */
function growth(before: Exchange, after: Exchange): Map<string, number> {
  const numbers = ({ json }: Exchange) =>
    new Map(
      [...places(json)].flatMap(({ path, name, value }) =>
        isNumber(value) && !/_at$|[a-z]At$|time|date|stamp/i.test(name)
          ? [[path, Number(value)] as const]
          : [],
      ),
    )
  const [was, is] = [numbers(before), numbers(after)]
  return new Map([...was].map(([path, value]) => [path, (is.get(path) ?? value) - value] as const))
}

export const foreignFigureScenarios: readonly Scenario[] = [begin, figures]
