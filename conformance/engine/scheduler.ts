/** Runs the scenarios: in parallel where that is safe, within the budget, each with a verdict or a reason for none. */
import type { Exchange } from '../requirements/exchange.ts'
import { type Lack, lackOf, lacks, Missing, NOTHING_SEEN } from '../requirements/missing.ts'
import type { Finding } from '../requirements/verdict.ts'
import { HOME, keysOf, type Target } from '../target/target.ts'
import { removeListed } from './cleanup.ts'
import type { Creation } from './cleanup-journal.ts'
import { inScenario } from './current-scenario.ts'
import type { Redactor } from './redactor.ts'
import type { Scenario } from './scenario.ts'
import type { SuiteContext } from './suite-context.ts'
import { NoAnswer } from './transport.ts'
import { Trial } from './trial.ts'

export interface ScenarioResult {
  id: string
  title: string
  findings: Finding[]
  ms: number
  /** Whether it judges what all others saw. */
  isOverall?: boolean
  /** An error in the suite itself, with its stack. */
  fault?: string
}

export interface Schedule {
  /** Run the most informative scenarios first, because the time may not be enough for all. */
  quick?: boolean | undefined
  /** Requirements that clients rely on, whose scenarios come first. */
  first?: ReadonlySet<string> | undefined
  signal?: AbortSignal | undefined
  progress?: ((event: ProgressEvent) => void) | undefined
}

export type ProgressEvent =
  | { kind: 'begin'; scenario: string; title: string; done: number; total: number }
  | { kind: 'end'; result: ScenarioResult; done: number; total: number }
  | { kind: 'waiting'; scenario: string; what: string }

export async function runAll(
  scenarios: readonly Scenario[],
  common: SuiteContext,
  schedule: Schedule,
): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = []
  const total = scenarios.length
  const open = new Set(scenarios.map(scenario => scenario.id))
  // Other scenarios cannot wait for those that run last.
  const later = new Set(
    scenarios.filter(({ turn }) => turn === 'overall' || turn === 'last').map(({ id }) => id),
  )
  common.isOver = id => !open.has(id) || later.has(id)
  const one = async (scenario: Scenario) => {
    schedule.progress?.({
      kind: 'begin',
      scenario: scenario.id,
      title: scenario.title,
      done: results.length,
      total,
    })
    later.delete(scenario.id)
    const began = common.replay?.beganAt(scenario.id)
    const result = await inScenario(scenario.id, began, () => runOne(scenario, common, schedule))
    results.push(result)
    open.delete(scenario.id)
    schedule.progress?.({ kind: 'end', result, done: results.length, total })
  }
  const inTurn = async (some: readonly Scenario[]) => {
    for (const scenario of some) await one(scenario)
  }
  const {
    limited = [],
    free = [],
    alone = [],
    closing = [],
    last = [],
    overall = [],
  } = Object.groupBy(scenarios, turnOf)
  const { promise: worked, resolve: haveWorked } = Promise.withResolvers<void>()
  // Scenarios on rate-limited endpoints mostly wait, so they all run in parallel and do not delay the others.
  const asking = async () => {
    const calm = closing.length > 0 && soonerOf(worked, schedule.quick ? QUICK_CALM_MS : CALM_MS)
    await Promise.all([...limited.map(one), calm])
    await Promise.all(closing.map(one))
    await inTurn(last)
  }
  // Longest first, so that the others run while they wait.
  const { first = new Set() } = schedule
  const isLater = (scenario: Scenario) => (scenario.requirements.some(id => first.has(id)) ? 0 : 1)
  const order = schedule.quick ? byWeight : byLength
  const queue = free.toSorted((a, b) => isLater(a) - isLater(b) || order(a, b))
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await one(next)
  }
  const working = async () => {
    // In a replay scenarios only wait for each other.
    const workers = common.replay ? queue.length : common.target.pace.concurrency
    await Promise.all(Array.from({ length: workers }, worker))
    haveWorked()
    await inTurn(alone)
  }
  await Promise.all([asking(), working()])
  await inTurn(overall)
  return results
}

/**
 * The longest time from the start on that reading figures again waits for runs to end. A slow run moves figures little;
 * waiting delays everything.
 */
const CALM_MS = 20_000
const QUICK_CALM_MS = 8_000

async function soonerOf(done: Promise<void>, ms: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([done, promise])
  clearTimeout(timer)
}

const byLength = (a: Scenario, b: Scenario) => (b.cost?.seconds ?? 0) - (a.cost?.seconds ?? 0)

/** Access checks first, then the scenarios that judge most requirements per second. */
const weight = ({ id, requirements, cost }: Scenario) =>
  (id.startsWith('access/') ? 1000 : 0) + requirements.length / (1 + (cost?.seconds ?? 0))
const byWeight = (a: Scenario, b: Scenario) => weight(b) - weight(a)

const turnOf = ({ turn, cost }: Scenario) => turn ?? (cost?.analytics ? 'limited' : 'free')

async function runOne(scenario: Scenario, common: SuiteContext, schedule: Schedule): Promise<ScenarioResult> {
  const started = performance.now()
  const trial = new Trial(scenario, common)
  common.recorder?.begin(scenario.id)
  const { id, title, turn } = scenario
  const result: ScenarioResult = { id, title, findings: trial.findings, ms: 0, isOverall: turn === 'overall' }
  let reason: Lack | undefined
  try {
    if (schedule.signal?.aborted) throw new Missing('stopped before it began')
    if (common.readOnly && scenario.writes)
      throw new Missing('read-only: this check creates or changes something')
    const missing = missingFor(scenario, common.target)
    if (missing !== undefined) throw new Missing(missing)
    await scenario.run(trial)
  } catch (problem) {
    if (problem instanceof Missing) reason = problem.lack
    else if (problem instanceof NoAnswer) reason = lackOf(`no answer: ${problem.message}`)
    else {
      const fault = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem)
      result.fault = fault
      reason = lackOf(`fault of the suite: ${fault.split('\n')[0]}`)
    }
  }
  await endRuns(trial, common)
  const emitted = new Set(trial.findings.map(finding => finding.requirement))
  const kind = result.fault === undefined ? 'not exercised' : 'harness error'
  const lack = reason ?? unreached(trial.findings)
  for (const requirement of scenario.requirements) {
    if (emitted.has(requirement)) continue
    trial.findings.push({ requirement, kind, sentence: lack.what, lack, scenario: scenario.id, evidence: [] })
  }
  keepLittle(trial.findings, common.redactor)
  result.ms = performance.now() - started
  return result
}

/** Why a scenario has no finding on a requirement: one that it depends on is violated, or it saw no evidence. */
function unreached(findings: readonly Finding[]): Lack {
  const first = findings.find(({ kind }) => kind === 'violated')
  return first ? lackOf(`${first.requirement}, which is violated: ${first.sentence}`) : NOTHING_SEEN
}

/** Maximum number of characters of a reply kept as evidence after its scenario; the report shows fewer. */
const MAX_EVIDENCE = 64 * 1024

/** Bounds memory where a server sends megabytes with each reply. */
function keepLittle(findings: readonly Finding[], redactor: Redactor) {
  const kept = new Map<number, Exchange>()
  const little = (exchange: Exchange): Exchange => {
    if (exchange.text.length <= MAX_EVIDENCE) return exchange
    const text = kept.get(exchange.id)?.text ?? redactor.text(exchange.text).slice(0, MAX_EVIDENCE)
    const one = { ...exchange, text, json: undefined, chunks: [], truncated: true }
    kept.set(exchange.id, one)
    return one
  }
  for (const finding of findings) finding.evidence = finding.evidence.map(little)
}

/** Ends the scenario's runs that still work: they cost money and keep their agent busy. */
async function endRuns(trial: Trial, common: SuiteContext) {
  if (trial.made.size === 0) return
  const which = (one: Creation) => one.kind === 'run' && trial.made.has(one.n)
  await removeListed(common, which).catch(() => {})
}

/** Everything that the target lacks for this scenario. */
export function missingFor(scenario: Scenario, target: Target): Lack | undefined {
  const { capability, fixtures = [], scopes = [], role } = scenario.needs ?? {}
  if (capability && target.absent.has(capability)) return lackOf(`${capability} are declared absent`)
  const missing: Lack[] = []
  for (const fixture of fixtures) if (!target.fixtures.has(fixture)) missing.push(lacks.fixture(fixture))
  for (const scope of scopes) {
    const held = keysOf(target.keys, HOME, scope).some(key => role === undefined || key.role === role)
    if (!held) missing.push(lacks.key(scope, role))
  }
  return missing.length > 0 ? lacks.all(...missing) : undefined
}
