/** The present as text, as JUnit and as metrics. */
import { forLog } from '../conformance/engine/safe-text.ts'
import { xml } from '../conformance/report/junit.ts'
import { requirements } from '../conformance/requirements/contract.ts'
import { metric } from '../mock/control/metric-text.ts'
import type { History } from './history.ts'
import { statementOf } from './requirement.ts'
import { REACHABLE } from './seen.ts'
import { type DeploymentView, presentOf, type View } from './view.ts'

/** Exit status: 0 nothing is violated, 1 something is, 4 a deployment is down. */
export function summaryOf(view: View): { text: string; exit: number } {
  const states = view.deployments.map(stateOf)
  const width = Math.max(0, ...states.map(({ deployment }) => deployment.name.length))
  const lines = states.flatMap(
    ({ deployment: { name, passes }, counts, violated, flaky, down, never, drifted }) => {
      const head = down
        ? `down since ${minuteOf(down.since)}: ${down.evidence?.sentence ?? ''}`
        : `${counts.violated} violated, ${counts.met} met, ${counts.waived} waived`
      return [
        `${name.padEnd(width)}  ${head}  (last pass ${passes[0] ? minuteOf(passes[0].at) : 'never'})`,
        ...violated.map(
          one =>
            `  ${one.requirement} violated since ${minuteOf(one.since)}: ${one.evidence?.sentence ?? ''}`,
        ),
        ...flaky.map(id => `  ${id} flaky: ${statementOf(id)}`),
        ...(never.length > 0 ? [`  ${never.length} never exercised: ${areasOf(never)}`] : []),
        ...(drifted > 0
          ? [`  ${drifted} ${drifted === 1 ? 'difference' : 'differences'} from its twin`]
          : []),
      ]
    },
  )
  const isViolated = states.some(one => one.counts.violated > 0)
  const exit = states.some(one => one.down) ? 4 : isViolated ? 1 : 0
  return { text: forLog(lines.join('\n')), exit }
}

function stateOf(deployment: DeploymentView) {
  const present = presentOf(deployment)
  const own = present.filter(one => one.requirement !== REACHABLE)
  const violated = own.filter(one => one.verdict === 'violated')
  const down = present.find(one => one.requirement === REACHABLE && one.verdict === 'violated')
  const count = (verdict: string) => own.filter(one => one.verdict === verdict).length
  const counts = { violated: violated.length, met: count('met'), waived: count('waived') }
  const never = requirements.flatMap(({ id }) => (own.some(one => one.requirement === id) ? [] : id))
  const drifted = deployment.drift.filter(one => one.until === null && one.verdict === 'drifted').length
  return { deployment, present, counts, violated, down, flaky: deployment.flaky, never, drifted }
}

/** `RUN 12, WF 3`: how many there are of each area. */
function areasOf(ids: readonly string[]): string {
  const areas = Map.groupBy(ids, id => id.replace(/-\d+$/, ''))
  return [...areas].map(([area, some]) => `${area} ${some.length}`).join(', ')
}

const minuteOf = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`

/** A test suite for each deployment, with the verdicts that it has; what was never exercised is not in it. */
export function junitOf(view: View): string {
  const suites = view.deployments.map(deployment => {
    const present = presentOf(deployment)
    const failures = present.filter(one => one.verdict === 'violated').length
    const cases = present.map(({ requirement, verdict, since, evidence }) => {
      const open = `    <testcase classname="${xml(deployment.name)}" name="${xml(`${requirement} ${statementOf(requirement)}`)}"`
      if (verdict !== 'violated') return `${open}/>`
      const [exchange] = evidence?.exchanges ?? []
      const body = [`since ${minuteOf(since)}`, evidence?.sentence, exchange?.curl, exchange?.response.status]
      return `${open}><failure message="${xml(evidence?.sentence ?? '')}">${xml(body.filter(Boolean).join('\n'))}</failure></testcase>`
    })
    const head = `name="${xml(deployment.name)}" tests="${present.length}" failures="${failures}"`
    return `  <testsuite ${head}>\n${cases.join('\n')}\n  </testsuite>`
  })
  return forLog(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`)
}

/** In the text format of Prometheus. */
export function metricsOf(view: View, history: History): string {
  const states = view.deployments.map(stateOf)
  const seconds = (time: number) => time / 1000
  const each = (of: (state: ReturnType<typeof stateOf>) => number) =>
    states.map(state => [{ deployment: state.deployment.name }, of(state)] as const)
  const byOperation = (of: (one: DeploymentView['operations'][number]) => number) =>
    view.deployments.flatMap(({ name, operations }) =>
      operations.map(one => [{ deployment: name, operation: one.operation }, of(one)] as const),
    )
  return [
    metric(
      'agent_work_watch_up',
      'gauge',
      'Whether the deployment answers and accepts its keys: 1 or 0.',
      each(({ down }) => (down ? 0 : 1)),
    ),
    metric(
      'agent_work_watch_requirements',
      'gauge',
      'Requirements by verdict.',
      states.flatMap(({ deployment, counts, flaky, never }) =>
        Object.entries({ ...counts, flaky: flaky.length, never_exercised: never.length }).map(
          ([verdict, count]) => [{ deployment: deployment.name, verdict }, count] as const,
        ),
      ),
    ),
    metric(
      'agent_work_watch_twin_differences',
      'gauge',
      'Places where replies differ from those of the twin.',
      states
        .filter(({ deployment }) => deployment.drift.length > 0)
        .map(({ deployment, drifted }) => [{ deployment: deployment.name }, drifted] as const),
    ),
    metric(
      'agent_work_watch_violated_since_seconds',
      'gauge',
      'Since when a requirement is violated, in seconds since 1970.',
      states.flatMap(({ deployment, violated }) =>
        violated.map(
          one => [{ deployment: deployment.name, requirement: one.requirement }, seconds(one.since)] as const,
        ),
      ),
    ),
    metric(
      'agent_work_watch_last_pass_seconds',
      'gauge',
      'When the last pass began, in seconds since 1970.',
      each(({ deployment }) => seconds(deployment.passes[0]?.at ?? 0)),
    ),
    metric(
      'agent_work_watch_euros',
      'gauge',
      'What the last 24 hours have cost, or may have cost.',
      each(({ deployment }) => deployment.spent.euros),
    ),
    metric(
      'agent_work_watch_operation_seconds',
      'gauge',
      'Mean time to the reply in the last 24 hours.',
      byOperation(one => one.meanMs / 1000),
    ),
    metric(
      'agent_work_watch_operation_availability',
      'gauge',
      'Part of the calls of the last 24 hours that were answered, and not with a status from 500 on.',
      byOperation(one => 1 - one.failed / one.calls),
    ),
    metric('agent_work_watch_alerts_waiting', 'gauge', 'Alerts that the webhook has not taken yet.', [
      [{}, history.waitingAlerts()],
    ]),
  ].join('')
}
