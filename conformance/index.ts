/** The suite as a function: point it at a deployment, get a report. */

import { randomBytes } from 'node:crypto'
import type { Usage } from '#openapi/usage'
import { Budget } from './engine/budget.ts'
import { cleanUp, type Leftover } from './engine/cleanup.ts'
import { CleanupJournal } from './engine/cleanup-journal.ts'
import { Client, type ClientEvents } from './engine/client.ts'
import { inScenario } from './engine/current-scenario.ts'
import { Keyring } from './engine/keyring.ts'
import { ObservedReplies } from './engine/observed-replies.ts'
import { OwnRecords } from './engine/own-records.ts'
import { Ownership } from './engine/ownership.ts'
import { preflight } from './engine/preflight.ts'
import { Recorder, type Recording } from './engine/recording.ts'
import { redactorFor } from './engine/redactor.ts'
import { Replay } from './engine/replay.ts'
import { planFor, planText, type Selection, select } from './engine/run-plan.ts'
import type { Scenario } from './engine/scenario.ts'
import { type ProgressEvent, runAll } from './engine/scheduler.ts'
import type { SuiteContext } from './engine/suite-context.ts'
import { unkeyedOf } from './engine/unkeyed.ts'
import { makeReport, type ReportParts } from './report/make-report.ts'
import type { Report } from './report/report.ts'
import { requirements } from './requirements/contract.ts'
import { reliantOn } from './requirements/reliance.ts'
import { type Finding, type Judged, judgeAll } from './requirements/verdict.ts'
import { suite } from './suite/index.ts'
import { type Found, lookingAround, nothingFound } from './suite/look-around.ts'
import { questions } from './suite/unstated-answers.ts'
import { HOME, readTarget, type Target } from './target/target.ts'
import type { TargetInput } from './target/target-schema.ts'

export type { Report } from './report/report.ts'
export { TargetProblem } from './target/problem.ts'
export { readTargetFile } from './target/target-file.ts'
export type { TargetInput } from './target/target-schema.ts'

export interface RunOptions {
  /** Requirement ids, their beginnings (`TASK`), scenario ids or their beginnings (`runs/`). Left out: everything. */
  only?: readonly string[]
  /** Send nothing that creates, changes or spends anything. */
  readOnly?: boolean
  /** Leave out the check that uses up a rate limit. */
  skipRateLimit?: boolean
  /** The most informative checks, for half a minute. */
  quick?: boolean
  /** Also make some two hundred calls whose answers the specification leaves open, for `learn`; nothing is judged by them. */
  questions?: boolean
  /** Takes the lines of a recording: every exchange, whole, without keys. */
  record?: (line: string) => void
  /** An earlier report: what it shows as met is taken over, and only the rest is asked again. */
  since?: Report
  /** A report to say what changed since. */
  compare?: Report
  /** What clients of the deployment use: what they rely on is checked first, and the report says whom a violation hurts. */
  clients?: readonly Usage[]
  /** Take what the specification only implies for stated. */
  strict?: boolean
  /** The command that started this, for the report to say how to repeat a part of it. */
  command?: string
  /** File for the journal of what is created; `false` keeps it in memory. Default: a file in a private temporary folder. */
  journal?: string | false
  /** Called once the journal is open. */
  onJournal?: (journal: { readonly path: string | undefined }) => void
  allowNotExercised?: readonly string[]
  /** Aborting stops the checks; what was created is still removed. */
  signal?: AbortSignal
  progress?: (event: ProgressEvent) => void
  env?: Record<string, string | undefined>
  /** Serves the requests in this process: the `fetch` of a framework, or of `createFetch`. */
  fetch?: typeof globalThis.fetch
  /** Other scenarios than the suite's own. */
  scenarios?: readonly Scenario[]
}

/**
 * Runs the checks against a deployment.
 *
 * @example
 * const report = await run({ base_url: 'http://127.0.0.1:4010', keys: { admin: { env: 'ADMIN_KEY' } } })
 * report.counts.violated // 0
 */
export async function run(input: TargetInput, options: RunOptions = {}): Promise<Report> {
  return makeReport(await runOn(connected(input, options), options))
}

/** @internal Runs the checks for their verdicts, which takes less time than a report. */
export async function verdictsOn(input: TargetInput, options: RunOptions = {}): Promise<Verdicts> {
  const { problems, leftovers, selected, results } = await runOn(connected(input, options), options)
  const findings = results.flatMap(result => result.findings)
  return { problems, leftovers, verdicts: judgeAll(selected, findings) }
}

interface Verdicts {
  /** Why the checks did not begin. */
  readonly problems: readonly string[]
  readonly leftovers: readonly Leftover[]
  /** By the id of the requirement. */
  readonly verdicts: ReadonlyMap<string, Judged>
}

function connected(input: TargetInput, { env, fetch }: RunOptions): Target {
  const target = readTarget(input, env)
  return fetch ? { ...target, connection: { ...target.connection, fetch } } : target
}

/** Judges a recording instead of a deployment: every verdict anew, from the same replies. Sends nothing. */
export async function replay(
  input: TargetInput,
  recording: Recording,
  options: Pick<RunOptions, 'allowNotExercised'> = {},
): Promise<Report> {
  return (await replayWithFindings(input, recording, options)).report
}

/** @internal The findings tell what the recording does not hold, too. */
export async function replayWithFindings(
  input: TargetInput,
  recording: Recording,
  options: Pick<RunOptions, 'allowNotExercised'> = {},
): Promise<{ report: Report; findings: Finding[] }> {
  const { requirements: only, read_only: readOnly, skip_rate_limit: skipRateLimit } = recording.head
  const known = only.filter(id => requirements.some(row => row.id === id))
  const answers = new Replay(recording)
  // Some judge nothing and read what others judge.
  const readers = suite.flatMap(one => (one.requirements.length === 0 && answers.ran(one.id) ? one.id : []))
  const target = { ...readTarget(input), budget: NO_LIMITS }
  const parts = await runOn(
    target,
    { ...options, only: [...known, ...readers], readOnly, skipRateLimit },
    answers,
  )
  return { report: makeReport(parts), findings: parts.results.flatMap(({ findings }) => findings) }
}

const NO_LIMITS = { runs: Infinity, euros: Infinity, minutes: Infinity }

/** What `run` would do, in words; sends nothing. */
export function plan(input: TargetInput, options: RunOptions = {}): string {
  const target = readTarget(input, options.env)
  const { scenarios, requirements } = select(suite, options.only)
  const chosen = scenarios.filter(scenario => !(options.skipRateLimit && scenario.turn === 'last'))
  return planText(planFor(target, chosen, requirements, options.readOnly), target)
}

/** What the deployment has that a target can name. Sends reads only. */
export async function lookAround(
  input: TargetInput,
  options: RunOptions = {},
): Promise<{ problems: string[]; found: Found }> {
  const found = nothingFound()
  const scenarios = [lookingAround(found)]
  const target = readTarget(input, options.env)
  const { problems, results, redactor } = await runOn(target, { ...options, scenarios, readOnly: true })
  const faults = results.flatMap(({ fault }) => fault ?? [])
  return { problems: redactor.data([...problems, ...faults]), found }
}

/** Removes what a run that was cut short has made, as its journal says. */
export async function cleanJournal(
  input: TargetInput,
  path: string,
  { env, signal }: Pick<RunOptions, 'env' | 'signal'> = {},
): Promise<Leftover[]> {
  const target = readTarget(input, env)
  const journal = CleanupJournal.read(path)
  const leftovers = await removeAll(target, journal, new Ownership(journal), { signal })
  return redactorFor(target).data(leftovers)
}

async function runOn(target: Target, options: RunOptions, replay?: Replay): Promise<ReportParts> {
  const { signal, progress, readOnly = false, quick = false, record, since } = options
  const started = new Date(replay?.head.started_at ?? Date.now())
  const redactor = redactorFor(target)
  const notes: string[] = []
  const note = (text: string) => notes.push(text)
  const chosen = since ? stillOpen(since, options.only) : select(options.scenarios ?? suite, options.only)
  const withoutLimits = Boolean(options.skipRateLimit || quick)
  const asked = options.questions && !quick && !since ? questions : []
  const scenarios = [
    ...chosen.scenarios.filter(scenario => !(withoutLimits && scenario.turn === 'last')),
    ...asked,
  ]
  const { clients = [] } = options
  const first = new Set(requirements.filter(row => reliantOn(row, clients).length > 0).map(({ id }) => id))
  // With a letter, for digits alone could be taken for a figure.
  const nonce = replay?.head.nonce ?? `c${randomBytes(6).toString('hex')}`
  const { journal: path = CleanupJournal.defaultPath(nonce) } = options
  const journal = new CleanupJournal(nonce, path === false || replay ? undefined : path, redactor)
  options.onJournal?.(journal)
  const ownership = new Ownership(journal)
  const ownRecords = new OwnRecords(name => target.keys.some(key => key.name === name && key.tenant === HOME))
  const budget = quick
    ? new Budget({ ...target.budget, minutes: QUICK_MINUTES }, 'more time: --quick ends after 30 s')
    : new Budget(target.budget)
  const observed = new ObservedReplies()
  const recorder = record && new Recorder(target, redactor, record)
  const events: ClientEvents = {
    note,
    beforeWait: ms => budget.takeTime(ms),
    answered(asked, one, repeated) {
      ownership.notice(one)
      ownRecords.notice(one)
      observed.notice(one)
      recorder?.exchange(asked, one, repeated)
      // What failed may have started a run nevertheless.
      if (repeated && one.status >= 500 && one.status !== 503 && isPaid(asked.operation)) budget.takeRun()
    },
    failed(asked, problem) {
      ownRecords.noticeFailure(asked)
      recorder?.failure(asked, problem)
    },
  }
  using client = new Client(target, events, signal, replay)
  const context: SuiteContext = {
    target,
    client,
    budget,
    journal,
    ownership,
    ownRecords,
    redactor,
    keys: new Keyring(target.keys),
    nonce,
    today: started,
    readOnly,
    selected: chosen.requirements,
    memory: new Map(),
    observations: [],
    advice: [],
    observed,
    isOver: () => true,
    recorder,
    replay,
    waiting: (scenario, what) => progress?.({ kind: 'waiting', scenario, what }),
  }
  recorder?.head({
    started_at: started.toISOString(),
    nonce,
    requirements: [...chosen.requirements],
    read_only: readOnly,
    skip_rate_limit: withoutLimits,
  })
  const { problems, notes: found } = await inScenario('preflight', replay && 0, () => preflight(client))
  notes.push(...found)
  const begins = problems.length === 0
  const results = begins ? await runAll(scenarios, context, { quick, signal, progress, first }) : []
  const stopped = signal?.aborted
    ? 'the run was stopped before its end'
    : budget.isOutOfTime && !quick
      ? `the ${target.budget.minutes} minutes of the budget ended before the checks did`
      : undefined
  const leftovers = begins && !replay ? await removeAll(target, journal, ownership, { note, signal }) : []
  return {
    target,
    started,
    redactor,
    selected: chosen.requirements,
    observations: context.observations,
    advice: context.advice,
    clients: options.clients,
    strict: options.strict ?? false,
    unkeyed: unkeyedOf(requirements, scenarios, target),
    leftOut: withoutLimits ? `left out by ${quick ? '--quick' : '--skip-rate-limit'}` : undefined,
    compare: options.compare,
    command: options.command ?? 'agent-work conformance --target target.yaml',
    notes,
    allowNotExercised: options.allowNotExercised ?? [],
    problems,
    results,
    leftovers,
    cost: costOf(client, budget),
    stopped,
    heldSeconds: client.heldSeconds,
    since,
  }
}

const QUICK_MINUTES = 0.5

/** What an earlier report does not show as met. */
function stillOpen(since: Report, only?: readonly string[]): Selection {
  const settled = new Set(since.requirements.filter(row => row.verdict === 'met').map(row => row.id))
  const open = [...select(suite, only).requirements].filter(id => !settled.has(id))
  return open.length === 0 ? { scenarios: [], requirements: new Set() } : select(suite, open)
}

/** Operations that may start paid work. */
const isPaid = (operation: string): boolean => /^(start|retry)\w*Run$|Completion$/.test(operation)

/** Most milliseconds that cleaning up may take, and once the run is asked to stop. */
const CLEANUP_MS = 120_000
const HURRIED_CLEANUP_MS = 15_000

/** Cleaning up has a client of its own: it goes on when the run is stopped, but not for long. */
async function removeAll(
  target: Target,
  journal: CleanupJournal,
  ownership: Ownership,
  { note, signal }: { note?: (text: string) => void; signal?: AbortSignal | undefined },
): Promise<Leftover[]> {
  const over = new AbortController()
  const timers = [setTimeout(() => over.abort(), CLEANUP_MS)]
  const hurry = () => timers.push(setTimeout(() => over.abort(), HURRIED_CLEANUP_MS))
  if (signal?.aborted) hurry()
  else signal?.addEventListener('abort', hurry)
  const events: ClientEvents = { answered: (_, one) => ownership.notice(one), ...(note && { note }) }
  using client = new Client(target, events, over.signal)
  try {
    return await cleanUp({ client, journal, ownership })
  } finally {
    for (const timer of timers) clearTimeout(timer)
    signal?.removeEventListener('abort', hurry)
  }
}

function costOf(client: Client, budget: Budget): Report['cost'] {
  const euros = Math.round(budget.euros * 10_000) / 10_000
  return { requests: Object.fromEntries(client.counts), runs: budget.runs, euros, cuts: [...budget.cuts] }
}
