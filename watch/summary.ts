/** The present as text, as JUnit and as metrics. */
import { forLog } from '../conformance/engine/safe-text.ts'
import { requirements } from '../conformance/requirements/contract.ts'
import { metric, type Sample } from '../mock/control/metric-text.ts'
import { escaped } from '../platform/escaped.ts'
import type { History } from './history.ts'
import { countsOf, driftedIn, outageOf, present } from './page/model.ts'
import { presentOf } from './page/row-names.ts'
import { count } from './page/times.ts'
import { statementOf } from './seen.ts'
import type { DeploymentView, OperationView, View } from './view.ts'

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
        ...(drifted > 0 ? [`  ${count(drifted, 'difference')} from its twin`] : []),
      ]
    },
  )
  const isViolated = states.some(one => one.counts.violated > 0)
  const exit = states.some(one => one.down) ? 4 : isViolated ? 1 : 0
  return { text: forLog(lines.join('\n')), exit }
}

function stateOf(deployment: DeploymentView) {
  const own = present(deployment)
  const violated = own.filter(one => one.verdict === 'violated')
  const down = outageOf(deployment)
  const counts = countsOf(deployment)
  const never = requirements.flatMap(({ id }) => (own.some(one => one.requirement === id) ? [] : id))
  const drifted = driftedIn(deployment)
  return { deployment, counts, violated, down, flaky: deployment.flaky, never, drifted }
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
      const open = `    <testcase classname="${escaped(deployment.name)}" name="${escaped(`${requirement} ${statementOf(requirement)}`)}"`
      if (verdict !== 'violated') return `${open}/>`
      const [exchange] = evidence?.exchanges ?? []
      const body = [`since ${minuteOf(since)}`, evidence?.sentence, exchange?.curl, exchange?.response.status]
      return `${open}><failure message="${escaped(evidence?.sentence ?? '')}">${escaped(body.filter(Boolean).join('\n'))}</failure></testcase>`
    })
    const head = `name="${escaped(deployment.name)}" tests="${present.length}" failures="${failures}"`
    return `  <testsuite ${head}>\n${cases.join('\n')}\n  </testsuite>`
  })
  return forLog(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`)
}

/** In the text format of Prometheus. */
export function metricsOf(view: View, history: History): string {
  const states = view.deployments.map(stateOf)
  const all = (samplesOf: (state: ReturnType<typeof stateOf>) => readonly Sample[]) =>
    states.flatMap(state =>
      samplesOf(state).map(
        ([labels, value]): Sample => [{ deployment: state.deployment.name, ...labels }, value],
      ),
    )
  const byOperation = (of: (one: OperationView) => number) =>
    all(({ deployment }) => deployment.operations.map(one => [{ operation: one.operation }, of(one)]))
  const metrics: Readonly<Record<string, readonly [help: string, samples: readonly Sample[]]>> = {
    up: [
      'Whether the deployment answers and accepts its keys: 1 or 0.',
      all(one => [[{}, one.down ? 0 : 1]]),
    ],
    requirements: [
      'Requirements by verdict.',
      all(({ counts, flaky, never }) =>
        Object.entries({ ...counts, flaky: flaky.length, never_exercised: never.length }).map(
          ([verdict, count]) => [{ verdict }, count],
        ),
      ),
    ],
    twin_differences: [
      'Places where replies differ from those of the twin.',
      all(({ deployment, drifted }) => (deployment.drift.length > 0 ? [[{}, drifted]] : [])),
    ],
    violated_since_seconds: [
      'Since when a requirement is violated, in seconds since 1970.',
      all(({ violated }) => violated.map(({ requirement, since }) => [{ requirement }, since / 1000])),
    ],
    last_pass_seconds: [
      'When the last pass began, in seconds since 1970.',
      all(({ deployment }) => [[{}, (deployment.passes[0]?.at ?? 0) / 1000]]),
    ],
    euros: [
      'What the last 24 hours have cost, or may have cost.',
      all(({ deployment }) => [[{}, deployment.spent.euros]]),
    ],
    operation_seconds: [
      'Mean time to the reply in the last 24 hours.',
      byOperation(one => one.meanMs / 1000),
    ],
    operation_availability: [
      'Part of the calls of the last 24 hours that were answered, and not with a status from 500 on.',
      byOperation(one => 1 - one.failed / one.calls),
    ],
    alerts_waiting: ['Alerts that the webhook has not taken yet.', [[{}, history.waitingAlerts()]]],
  }
  return Object.entries(metrics)
    .map(([name, [help, samples]]) => metric(`agent_work_watch_${name}`, 'gauge', help, samples))
    .join('')
}
