/** What happened: calls of the last day, alerts and passes. */
import { type Child, element, table } from '../../conformance/report/page/elements.ts'
import type { OperationView, View } from '../view.ts'
import { KINDS } from './row-names.ts'
import { momentOf } from './times.ts'

/** How many operations are shown at once. */
const SHOWN = 10

/** Latency and availability: first what failed, then what is slow. */
export function calls(view: View): Child {
  const rows = view.deployments.flatMap(({ name, operations }) => operations.map(one => ({ name, ...one })))
  const sorted = rows.toSorted((a, b) => b.failed / b.calls - a.failed / a.calls || b.meanMs - a.meanMs)
  const cells = (one: (typeof rows)[number]): Child[] => [
    element('code', one.operation),
    one.name,
    availability(one),
    `${milliseconds(one.meanMs)} (at most ${milliseconds(one.slowestMs)})`,
    bars(one),
  ]
  const heads = ['operation', 'deployment', 'answered', 'takes', 'by hour']
  const rest = sorted.slice(SHOWN)
  return [
    element('div.wide.calls', table('Calls of the last 24 hours', heads, sorted.slice(0, SHOWN).map(cells))),
    rest.length === 0
      ? null
      : element(
          'details',
          element('summary', `${rest.length} more`),
          element('div.inner.wide.calls', table('', heads, rest.map(cells))),
        ),
  ]
}

function availability({ calls: all, failed }: OperationView): Child {
  const part = (100 * (all - failed)) / all
  return element(
    'span',
    failed > 0 ? { class: 'word violated' } : {},
    `${part.toFixed(failed > 0 ? 1 : 0)} % of ${all}`,
  )
}

const milliseconds = (ms: number) =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

function bars({ hours, operation }: OperationView): HTMLElement {
  const most = Math.max(...hours.map(one => one ?? 0), 1e-9)
  return element(
    'span.bars',
    { role: 'img', 'aria-label': `mean duration of ${operation} by hour` },
    hours.map(one => {
      const bar = element('i', one === null ? { class: 'none' } : { title: milliseconds(one) })
      bar.style.height = one === null ? '2px' : `${Math.max(8, (100 * one) / most)}%`
      return bar
    }),
  )
}

export function alerts(view: View): Child {
  if (view.alerts.length === 0) return null
  return [
    element('h2', 'Alerts'),
    view.alerts.map(({ at, text, delivered, waits }) => {
      const [first = '', ...rest] = text.split('\n')
      const sent =
        delivered !== null
          ? `sent ${momentOf(delivered, view.at)}`
          : waits
            ? 'waits to be sent'
            : 'not sent: no webhook'
      return element(
        'details',
        element('summary', element('span', first), element('span.soft.right', momentOf(at, view.at))),
        element(
          'div.inner',
          rest.map(line => element('p', line)),
          element('p.soft', sent),
        ),
      )
    }),
  ]
}

export function passes(view: View): Child {
  const rows = view.deployments
    .flatMap(({ name, passes: own }) => own.map(one => ({ name, ...one })))
    .toSorted((a, b) => b.at - a.at)
  if (rows.length === 0) return null
  return element(
    'details.passes',
    element('summary', element('b', 'Last passes')),
    element(
      'div.inner.wide',
      table(
        '',
        ['when', 'deployment', 'asked', 'outcome', 'spent'],
        rows.map(one => [
          momentOf(one.at, view.at),
          one.name,
          `${KINDS[one.kind]} (${one.why})`,
          one.outcome,
          `${one.euros.toFixed(2)}\u00a0€`,
        ]),
      ),
    ),
  )
}
