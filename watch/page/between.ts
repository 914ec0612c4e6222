/** What differs between two moments. */
import { type Child, classOf, element } from '../../conformance/report/page/elements.ts'
import type { View } from '../view.ts'
import { byRequirement, nameOf, verdictAt } from './model.ts'
import { REACHABLE, statementIn } from './row-names.ts'
import { DAY } from './times.ts'

/** Kept while the page is built anew; undefined for a day ago, and for now. */
const state: { from?: number | undefined; to?: number | undefined } = {}

export function between(view: View, again: () => void): Child {
  const moments = view.deployments.flatMap(one => one.verdicts.map(row => row.since))
  if (moments.length === 0) return null
  const beginning = Math.min(...moments)
  const from = state.from ?? Math.max(view.at - DAY, beginning)
  const to = state.to ?? view.at
  const input = (name: 'from' | 'to', time: number) => {
    const node = element('input', {
      type: 'datetime-local',
      'aria-label': name,
      value: localText(time),
      onchange: () => {
        state[name] = node.value === '' ? undefined : new Date(node.value).getTime()
        again()
      },
    })
    return node
  }
  const rows = view.deployments.flatMap(deployment =>
    [...byRequirement(deployment)].flatMap(([id, standings]) => {
      const [before, after] = [verdictAt(standings, from), verdictAt(standings, to)]
      if (before?.verdict === after?.verdict) return []
      return [{ name: deployment.name, id, before: before?.verdict, after: after?.verdict }]
    }),
  )
  // A first verdict is no difference, unless it is a bad one.
  const shown = rows
    .filter(({ before, after }) => before !== undefined || after === 'violated' || after === 'drifted')
    .toSorted((a, b) => Number(b.after === 'violated') - Number(a.after === 'violated'))
  const word = (verdict: string | undefined) =>
    element('span', { class: `word ${classOf(verdict ?? '')}` }, verdict ?? 'unknown')
  return [
    element('h2', 'Between two moments'),
    element('div.moments', input('from', from), element('span.soft', 'to'), input('to', to)),
    shown.length === 0
      ? element('p.soft', 'No difference.')
      : element(
          'ul.differences',
          shown.map(({ name, id, before, after }) =>
            element(
              'li',
              element('span.moved', word(before), ' → ', word(after)),
              element(
                'span',
                element('b', `${name} `),
                id === REACHABLE ? '' : `${nameOf(id)} `,
                element('span.soft', statementIn(view, id)),
              ),
            ),
          ),
        ),
  ]
}

/** As the input takes it: local time without a zone. */
function localText(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
