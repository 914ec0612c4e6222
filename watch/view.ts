/** What the page shows, as data: the present, the history, and what to mend first. */
import type { Usage } from '#openapi/usage'
import { bySeverity } from '../conformance/report/severity.ts'
import { requirements, sections } from '../conformance/requirements/contract.ts'
import { reliantOn } from '../conformance/requirements/reliance.ts'
import { DAY, HOUR } from '../mock/simulation/duration.ts'
import type { Alert } from './alert.ts'
import type { History } from './history.ts'
import { isDrift, presentOf, REACHABLE } from './page/row-names.ts'
import { requirementOf, statementOf } from './seen.ts'

export type { Standing } from './history.ts'
export type View = ReturnType<typeof viewOf>
export type DeploymentView = ReturnType<typeof deploymentOf>
export type OperationView = ReturnType<typeof operationsOf>[number]
export type Mend = ReturnType<typeof mendFirst>[number]

const MAX_MEND = 6
const MAX_PASSES = 30
const MAX_ALERTS = 20

export function viewOf(history: History, clients: readonly Usage[], now: number) {
  const deployments = history.deployments().map(one => deploymentOf(one, history, now))
  return {
    version: 1,
    at: now,
    /** Counts the passes, so that an open page knows when there is something new. */
    passes: history.passCount(),
    sections: { ...sections } as Readonly<Record<string, string>>,
    requirements: Object.fromEntries(
      requirements.map(({ id, section, statement, severity }) => [id, { section, statement, severity }]),
    ),
    deployments,
    mend: mendFirst(deployments, clients),
    /** Newest first. */
    alerts: history.alerts(MAX_ALERTS).map(({ deployment, at, body, delivered, next }) => ({
      deployment,
      at,
      text: (JSON.parse(body) as Alert).text,
      delivered,
      waits: next !== null,
    })),
  }
}

function deploymentOf(one: ReturnType<History['deployments']>[number], history: History, now: number) {
  const { name } = one
  const all = history.verdicts(name)
  return {
    ...one,
    /** The verdicts with their times, oldest first; the last of each requirement is the present one. */
    verdicts: all.filter(row => !isDrift(row.requirement)),
    /** The same of the comparison with the twin, if there is one. */
    drift: all.filter(row => isDrift(row.requirement)),
    blips: history.blips(name),
    flaky: history.flaky(name, now),
    /** Newest first. */
    passes: history.passes(name, MAX_PASSES),
    operations: operationsOf(history, name, now),
    /** What the last 24 hours have cost. */
    spent: history.spent(name, now - DAY),
  }
}

/** Violations by their cause: those that hurt clients first, then the most serious, then those of most requirements. */
function mendFirst(deployments: readonly DeploymentView[], clients: readonly Usage[]) {
  const all = deployments.flatMap(deployment => {
    const open = presentOf(deployment).filter(one => one.verdict === 'violated')
    const causes = Map.groupBy(open, one => one.evidence?.cause || one.requirement)
    return [...causes].map(([cause, some]) => {
      const known = some.flatMap(one => requirementOf(one.requirement) ?? [])
      const [first] = some
      const what = first?.requirement === REACHABLE ? first.evidence?.sentence : cause
      return {
        deployment: deployment.name,
        what: what ?? statementOf(cause),
        severity: known.toSorted(bySeverity)[0]?.severity ?? ('behaviour' as const),
        since: Math.min(...some.map(one => one.since)),
        requirements: some.map(one => one.requirement),
        hurts: [...new Set(known.flatMap(one => reliantOn(one, clients)))],
        repeat: first?.evidence?.repeat ?? null,
        exchange: first?.evidence?.exchanges.at(-1) ?? null,
      }
    })
  })
  const isDown = (one: (typeof all)[number]) => Number(!one.requirements.includes(REACHABLE))
  const isIdle = (one: (typeof all)[number]) => Number(one.hurts.length === 0)
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

function operationsOf(history: History, deployment: string, now: number) {
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
      /** The mean of each of the last 24 hours, the oldest first; null where nothing was called. */
      hours: Array.from({ length: HOURS_SHOWN }, (_, index) => {
        const hour = hours.find(one => one.hour === thisHour - (HOURS_SHOWN - 1 - index) * HOUR)
        return hour ? hour.totalMs / hour.calls : null
      }),
    }
  })
}
