/** The present: how the deployments do, what to mend first, and each section of the specification. */
import {
  type Child,
  cardHead,
  copyable,
  element,
  line,
  table,
  verdictBar,
} from '../../conformance/report/page/elements.ts'
import type { DeploymentView, Mend, View } from '../view.ts'
import { countsOf, driftedIn, outageOf, present } from './model.ts'
import { REACHABLE } from './row-names.ts'
import { count, durationOf, momentOf } from './times.ts'

export function heading(view: View): { title: string; nodes: Child } {
  const states = view.deployments.map(one => ({ one, down: outageOf(one), bad: countsOf(one).violated }))
  const down = states.filter(one => one.down)
  const violating = states.filter(one => one.bad > 0)
  const names = (some: typeof states) => some.map(({ one }) => one.name).join(', ')
  const title =
    down.length > 0
      ? `${names(down)} ${down.length === 1 ? 'is' : 'are'} down`
      : violating.length > 0
        ? violating.map(({ one, bad }) => `${one.name} violates ${count(bad, 'requirement')}`).join(', ')
        : view.deployments.every(one => one.passes.length === 0)
          ? 'No pass has ended yet'
          : 'Nothing contradicts the specification'
  return {
    title,
    nodes: [
      element('h1', title),
      element(
        'p.soft.tight',
        `${count(view.deployments.length, 'deployment')} watched · as of ${momentOf(view.at, view.at)}`,
      ),
      element(
        'div.deployments',
        states.map(({ one }) => deploymentCard(one, view)),
      ),
    ],
  }
}

function deploymentCard(one: DeploymentView, view: View) {
  const down = outageOf(one)
  const counts = countsOf(one)
  const [last] = one.passes
  const state = down
    ? `down for ${durationOf(view.at - down.since)}`
    : counts.violated > 0
      ? `${counts.violated} violated`
      : last
        ? 'conforms'
        : ''
  return element(
    'section',
    { class: `card deployment ${down || counts.violated > 0 ? 'bad' : 'good'}` },
    element('p.card-head', element('b', one.name), element('span.state', state)),
    element('p.soft.address', [one.base_url, one.version === null ? '' : ` · ${one.version}`].join('')),
    verdictBar(['met', 'waived', 'violated'], verdict => counts[verdict as keyof typeof counts]),
    element(
      'p.soft.facts',
      [
        `${counts.met} met`,
        `${Object.keys(view.requirements).length - present(one).length} never exercised`,
        one.flaky.length > 0 ? `${one.flaky.length} flaky` : '',
        driftedIn(one) > 0 ? `${count(driftedIn(one), 'difference')} from its twin` : '',
        last ? `last pass ${momentOf(last.at, view.at)}` : 'no pass yet',
        `${one.spent.euros.toFixed(2)}\u00a0€ in 24 h`,
      ]
        .filter(Boolean)
        .join(' · '),
    ),
  )
}

export function mendFirst(view: View): Child {
  if (view.mend.length === 0) return null
  return [
    element('h2', 'Mend first'),
    element(
      'div.cards',
      view.mend.map(one => mendCard(one, view)),
    ),
  ]
}

function mendCard(
  { deployment, what, severity, since, requirements, hurts, repeat, exchange }: Mend,
  view: View,
) {
  const [first, ...rest] = requirements
  const isDown = first === REACHABLE
  const tag = isDown ? 'down' : severity
  const others = rest.length > 0 ? ` and ${count(rest.length, 'other')}` : ''
  return element(
    'div.card',
    cardHead(tag, what),
    element(
      'p.soft',
      `${deployment}${isDown ? '' : ` · ${first}${others}`} · since ${momentOf(since, view.at)}`,
    ),
    hurts.length > 0 ? line('hurts', hurts.join(', ')) : null,
    exchange
      ? line(
          'seen',
          element('code', `${exchange.request.method} ${exchange.request.url} → ${exchange.response.status}`),
        )
      : null,
    repeat === null ? null : line('again', copyable(repeat)),
  )
}

/** Deployments beside each other, section by section. */
export function sectionTable(view: View): Child {
  if (view.deployments.length === 0) return null
  const rows = view.deployments.map(one =>
    Map.groupBy(present(one), row => view.requirements[row.requirement]?.section ?? ''),
  )
  // Object.keys would put whole numbers first.
  const sections = Object.keys(view.sections)
    .filter(section => rows.some(one => one.has(section)))
    .toSorted((a, b) => Number(a) - Number(b))
  const cell = (
    deployment: DeploymentView,
    own: Map<string, ReturnType<typeof present>> | undefined,
    section: string,
  ) => {
    const some = own?.get(section) ?? []
    const bad = some.filter(one => one.verdict === 'violated').length
    const flaky = some.filter(one => deployment.flaky.includes(one.requirement)).length
    const [state, text] =
      some.length === 0
        ? ['none', '–']
        : bad > 0
          ? ['is-violated', `${bad} violated`]
          : flaky > 0
            ? ['is-flaky', `${flaky} flaky`]
            : [outageOf(deployment) ? 'none' : 'is-met', `${some.length} met`]
    return element('span', { class: `state-cell ${state}` }, text)
  }
  const rowsOfTable = sections.map(section => [
    [element('b', section), ` ${view.sections[section]}`],
    ...view.deployments.map((one, index) => cell(one, rows[index], section)),
  ])
  const heads = ['', ...view.deployments.map(one => one.name)]
  return element('div.wide.sections', table('By section', heads, rowsOfTable))
}
