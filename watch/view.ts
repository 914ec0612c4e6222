/** What the page shows, as data: the present, the history, and what to mend first. */
import type { Usage } from '#openapi/usage'
import type { ReportedExchange } from '../conformance/report/report.ts'
import { bySeverity, type Severity } from '../conformance/report/severity.ts'
import { requirements, sections } from '../conformance/requirements/contract.ts'
import { reliantOn } from '../conformance/requirements/reliance.ts'
import { DAY, HOUR } from '../mock/simulation/duration.ts'
import type { Alert } from './alert.ts'
import type { Blip, EndedPass, History, Standing } from './history.ts'
import { isDrift, presentOf, REACHABLE } from './page/row-names.ts'
import { requirementOf, statementOf } from './seen.ts'

export type { Standing } from './history.ts'

export interface View {
  readonly version: 1
  readonly at: number
  /** Counts the passes, so that an open page knows when there is something new. */
  readonly passes: number
  readonly sections: Readonly<Record<string, string>>
  readonly requirements: Readonly<Record<string, { section: string; statement: string; severity: Severity }>>
  readonly deployments: readonly DeploymentView[]
  /** What to mend first, at most six. */
  readonly mend: readonly Mend[]
  /** Newest first. */
  readonly alerts: readonly (Pick<Alert, 'deployment' | 'text'> & {
    at: number
    delivered: number | null
    waits: boolean
  })[]
}

export interface DeploymentView {
  readonly name: string
  readonly base_url: string
  readonly version: string | null
  /** The verdicts with their times, oldest first; the last of each requirement is the present one. */
  readonly verdicts: readonly Standing[]
  /** The same of the comparison with the twin, if there is one. */
  readonly drift: readonly Standing[]
  readonly blips: readonly Blip[]
  readonly flaky: readonly string[]
  /** Newest first. */
  readonly passes: readonly EndedPass[]
  readonly operations: readonly OperationView[]
  /** What the last 24 hours have cost. */
  readonly spent: { readonly runs: number; readonly euros: number }
}

export interface OperationView {
  readonly operation: string
  readonly calls: number
  readonly failed: number
  readonly meanMs: number
  readonly slowestMs: number
  /** The mean of each of the last 24 hours, the oldest first; null where nothing was called. */
  readonly hours: readonly (number | null)[]
}

export interface Mend {
  readonly deployment: string
  readonly what: string
  readonly severity: Severity
  readonly since: number
  readonly requirements: readonly string[]
  readonly hurts: readonly string[]
  readonly repeat: string | null
  readonly exchange: ReportedExchange | null
}

const MAX_MEND = 6
const MAX_PASSES = 30
const MAX_ALERTS = 20

export function viewOf(history: History, clients: readonly Usage[], now: number): View {
  const deployments = history.deployments().map((one): DeploymentView => {
    const { name } = one
    const all = history.verdicts(name)
    return {
      ...one,
      verdicts: all.filter(row => !isDrift(row.requirement)),
      drift: all.filter(row => isDrift(row.requirement)),
      blips: history.blips(name),
      flaky: history.flaky(name, now),
      passes: history.passes(name, MAX_PASSES),
      operations: operationsOf(history, name, now),
      spent: history.spent(name, now - DAY),
    }
  })
  return {
    version: 1,
    at: now,
    passes: history.passCount(),
    sections: { ...sections },
    requirements: Object.fromEntries(
      requirements.map(({ id, section, statement, severity }) => [id, { section, statement, severity }]),
    ),
    deployments,
    mend: mendFirst(deployments, clients),
    alerts: history.alerts(MAX_ALERTS).map(({ deployment, at, body, delivered, next }) => ({
      deployment,
      at,
      text: (JSON.parse(body) as Alert).text,
      delivered,
      waits: next !== null,
    })),
  }
}

/** Violations by their cause: those that hurt clients first, then the most serious, then those of most requirements. */
function mendFirst(deployments: readonly DeploymentView[], clients: readonly Usage[]): Mend[] {
  const all = deployments.flatMap(deployment => {
    const open = presentOf(deployment).filter(one => one.verdict === 'violated')
    const causes = Map.groupBy(open, one => one.evidence?.cause || one.requirement)
    return [...causes].map(([cause, some]): Mend => {
      const known = some.flatMap(one => requirementOf(one.requirement) ?? [])
      const [first] = some
      const what = first?.requirement === REACHABLE ? first.evidence?.sentence : cause
      return {
        deployment: deployment.name,
        what: what ?? statementOf(cause),
        severity: known.toSorted(bySeverity)[0]?.severity ?? 'behaviour',
        since: Math.min(...some.map(one => one.since)),
        requirements: some.map(one => one.requirement),
        hurts: [...new Set(known.flatMap(one => reliantOn(one, clients)))],
        repeat: first?.evidence?.repeat ?? null,
        exchange: first?.evidence?.exchanges.at(-1) ?? null,
      }
    })
  })
  const isDown = (one: Mend) => Number(!one.requirements.includes(REACHABLE))
  const isIdle = (one: Mend) => Number(one.hurts.length === 0)
  return all
    .toSorted(
      (a, b) =>
        isDown(a) - isDown(b) ||
        isIdle(a) - isIdle(b) ||
        bySeverity(a, b) ||
        b.requirements.length - a.requirements.length,
    )
    .slice(0, MAX_MEND)
}

const HOURS_SHOWN = 24

function operationsOf(history: History, deployment: string, now: number): OperationView[] {
  const thisHour = now - (now % HOUR)
  const rows = history.calls(deployment, now - DAY)
  return [...Map.groupBy(rows, one => one.operation)].map(([operation, hours]) => {
    const sum = (of: (one: (typeof hours)[number]) => number) =>
      hours.reduce((total, one) => total + of(one), 0)
    const answered = sum(one => one.calls)
    return {
      operation,
      calls: answered,
      failed: sum(one => one.failed),
      meanMs: sum(one => one.totalMs) / answered,
      slowestMs: Math.max(...hours.map(one => one.slowestMs)),
      hours: Array.from({ length: HOURS_SHOWN }, (_, index) => {
        const hour = hours.find(one => one.hour === thisHour - (HOURS_SHOWN - 1 - index) * HOUR)
        return hour ? hour.totalMs / hour.calls : null
      }),
    }
  })
}
