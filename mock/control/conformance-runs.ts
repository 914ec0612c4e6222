// Runs of the conformance suite, begun from the console. The mock does not depend on the suite: whoever starts the mock
// hands it over.

import type { HostedWorkspace } from '../server/workspace-registry.ts'
import { machineDate } from '../simulation/machine-time.ts'
import { keepMembers } from '../store/members.ts'
import type { ConformanceOrder, ConformanceReport, ConformanceRun } from './generated/control.gen.ts'
import { ControlRefusal } from './refusal.ts'
import { suiteTarget } from './target-file.ts'
import { iso } from './time.ts'
import type { Workspaces } from './workspace-store.ts'

interface SuiteOptions {
  readonly only?: readonly string[] | undefined
  readonly quick: boolean
  readonly readOnly: boolean
  readonly signal: AbortSignal
  /** Called when a scenario begins or ends. */
  readonly progress: (at: Pick<ConformanceRun, 'done' | 'total'> & { readonly doing?: string }) => void
}

/** Runs the suite against a target: the text of a target file, or the same as data. Throws for one that is invalid. */
export type RunSuite = (
  target: string | Readonly<Record<string, unknown>>,
  options: SuiteOptions,
) => Promise<ConformanceReport & { readonly target: { readonly name: string } }>

/** Where a run is begun, and by whom. */
interface Beginning {
  readonly workspaces: Workspaces
  readonly hosted: HostedWorkspace
  readonly ownUrl: string
  readonly team: string | undefined
}

interface Kept {
  readonly workspace: string
  readonly abort: AbortController
  run: ConformanceRun
  report: ConformanceReport | null
}

/** How many runs of a workspace are kept. */
const MAX_KEPT = 10
/** How much faster the clock of the copy is, because runs take minutes. */
const CLOCK_SCALE = 300

/** The runs of a mock, in memory. */
export class ConformanceRuns {
  readonly suite: RunSuite | undefined
  #kept: Kept[] = []
  #made = 0

  constructor(suite: RunSuite | undefined) {
    this.suite = suite
  }

  /** Those of a workspace, newest first. */
  of(workspace: string): Kept[] {
    return this.#kept.filter(one => one.workspace === workspace).reverse()
  }

  require(workspace: string, id: string): Kept {
    const kept = this.#kept.find(one => one.workspace === workspace && one.run.id === id)
    if (kept) return kept
    const known = this.of(workspace).map(({ run }) => run.id)
    throw new ControlRefusal(
      'conformance_run_not_found',
      `There is no run ${id} of the suite; ${known.length > 0 ? `there are ${known.join(', ')}` : 'none was begun'}.`,
      'run_id',
    )
  }

  stop(workspace: string, id: string): void {
    const kept = this.require(workspace, id)
    if (kept.run.ended_at === null) kept.abort.abort()
    else this.#kept = this.#kept.filter(one => one !== kept)
  }

  start(order: ConformanceOrder, context: Beginning): ConformanceRun {
    const { suite } = this
    if (!suite) throw new ControlRefusal('suite_not_here', NOT_HERE)
    const { workspaces, team } = context
    const { workspace } = context.hosted
    const busy = this.#kept.find(({ run }) => run.ended_at === null)
    if (busy) {
      const message = `The suite runs already: ${busy.run.id} of ${busy.workspace}. Wait for its end, or stop it.`
      throw new ControlRefusal('suite_busy', message)
    }
    if (order.target !== undefined && team !== undefined) {
      const message =
        'A target needs the control key of the mock, because the mock sends what the target says.'
      throw new ControlRefusal('suite_not_here', message, 'body.target')
    }
    this.#made += 1
    const run: ConformanceRun = {
      id: `conf_${this.#made}`,
      target: order.target === undefined ? `this mock, a copy of ${workspace.id}` : 'the target file',
      started_at: iso(machineDate()),
      ended_at: null,
      done: 0,
      total: 0,
      doing: null,
      outcome: null,
      counts: null,
    }
    const kept: Kept = { workspace: workspace.id, abort: new AbortController(), run, report: null }
    const older = this.of(workspace.id).slice(MAX_KEPT - 1)
    this.#kept = [...this.#kept.filter(one => !older.includes(one)), kept]
    const change = (to: Partial<ConformanceRun>) => {
      kept.run = { ...kept.run, ...to }
      workspaces.events.touch(workspace.id, 'conformance')
    }
    const options: SuiteOptions = {
      only: order.only,
      quick: order.quick ?? false,
      readOnly: order.read_only ?? false,
      signal: kept.abort.signal,
      progress: change,
    }
    void this.#run(suite, order, options, context)
      .then(report => {
        kept.report = shownOf(report)
        const { problems, counts } = report
        const outcome = [report.outcome, ...problems].join('\n')
        const target = order.target === undefined ? {} : { target: report.target.name }
        change({ outcome, counts: problems.length === 0 ? counts : null, ...target })
      })
      .catch((error: unknown) => change({ outcome: error instanceof Error ? error.message : String(error) }))
      .finally(() => change({ ended_at: iso(machineDate()), doing: null }))
    return run
  }

  async #run(suite: RunSuite, { target }: ConformanceOrder, options: SuiteOptions, context: Beginning) {
    if (target !== undefined) return suite(target, options)
    const { workspaces, hosted, ownUrl } = context
    const { workspace: copy } = workspaces.create({
      from: { fork: hosted.workspace.id },
      clock: { mode: { kind: 'scaled', factor: CLOCK_SCALE }, at: 'now' },
      keep: false,
    })
    try {
      const other = workspaces.registry.get('second-tenant')?.workspace
      return await suite(suiteTarget({ baseUrl: ownUrl, workspace: copy, other }), options)
    } finally {
      workspaces.remove(copy.id)
    }
  }
}

/** What the console shows: the calls behind `met` would be most of it. */
function shownOf(report: ConformanceReport): ConformanceReport {
  const { requirements, causes, advice } = report
  const open = requirements.filter(({ verdict }) => verdict !== 'met')
  const named = new Set([
    ...[...open.flatMap(({ findings }) => findings), ...advice].flatMap(({ exchanges }) => exchanges),
    ...causes.map(({ exchange }) => exchange),
  ])
  const exchanges = keepMembers(report.exchanges, id => named.has(id))
  return { ...report, exchanges }
}

const NOT_HERE =
  'This mock does not have the suite, because a program started it. Start one by `agent-work mock`, or run `agent-work conformance`.'
