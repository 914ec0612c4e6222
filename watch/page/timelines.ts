/** The timeline of each requirement, on the same scale. */
import { type Child, classOf, element } from '../../conformance/report/page/elements.ts'
import { evidence } from '../../conformance/report/page/requirement-list.ts'
import type { DeploymentView, Standing, View } from '../view.ts'
import { byRequirement, nameOf } from './model.ts'
import { REACHABLE, statementIn } from './row-names.ts'
import { count, DAY, durationOf, HOUR, momentOf } from './times.ts'

const RANGES = {
  '24 hours': DAY,
  '7 days': 7 * DAY,
  '30 days': 30 * DAY,
  all: Number.POSITIVE_INFINITY,
}

/** Kept while the page is built anew. */
const state = { range: '24 hours' as keyof typeof RANGES, text: '', open: new Set<string>() }

/** How many of the requirements are shown that a search finds. */
const MAX_FOUND = 40

export function timelines(view: View, again: () => void): Child {
  if (view.deployments.length === 0) return null
  const beginning = Math.min(
    ...view.deployments.flatMap(one => one.verdicts.map(row => row.since)),
    view.at - HOUR,
  )
  const from = Math.max(view.at - RANGES[state.range], beginning)
  const scale: Scale = { from, to: view.at }
  const rows = element('div.timelines')
  const fill = () => rows.replaceChildren(...view.deployments.map(one => timelinesOf(one, view, scale)))
  const search = element('input', {
    type: 'search',
    placeholder: 'any requirement: id or words',
    'aria-label': 'search requirements',
    value: state.text,
    oninput: () => {
      state.text = search.value
      fill()
    },
  })
  const button = (range: keyof typeof RANGES) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(state.range === range),
        onclick: () => {
          state.range = range
          again()
        },
      },
      range,
    )
  fill()
  return [
    element('h2', 'Since when'),
    element('div.filters', (Object.keys(RANGES) as (keyof typeof RANGES)[]).map(button), search),
    rows,
  ]
}

interface Scale {
  readonly from: number
  readonly to: number
}

function timelinesOf(deployment: DeploymentView, view: View, scale: Scale): HTMLElement {
  const all = byRequirement(deployment)
  const blipped = new Set(deployment.blips.filter(one => one.at >= scale.from).map(one => one.requirement))
  // What differed from the twin at first is no change.
  const compared = deployment.drift[0]?.since ?? scale.to
  const words = state.text.trim().toLowerCase()
  const isShown = ([id, standings]: [string, Standing[]]) =>
    words !== ''
      ? `${id} ${statementIn(view, id)}`.toLowerCase().includes(words)
      : id === REACHABLE ||
        blipped.has(id) ||
        (standings.at(-1)?.verdict === 'drifted' && standings.every(one => one.since > compared)) ||
        standings.at(-1)?.verdict === 'violated' ||
        standings.some(one => one.until !== null && one.until >= scale.from)
  const found = [...all].filter(isShown).toSorted((a, b) => rank(a) - rank(b))
  const rest = found.length - MAX_FOUND
  return element(
    'section',
    element('div.timeline-head', element('b', deployment.name), axis(scale)),
    found.slice(0, MAX_FOUND).map(([id, standings]) => timeline(id, standings, deployment, view, scale)),
    element(
      'p.soft',
      rest > 0
        ? `And ${rest} more; search for them.`
        : words === '' && found.length < all.size
          ? `The other ${all.size - found.length} did not change.`
          : found.length === 0
            ? 'No requirement matches.'
            : '',
    ),
  )
}

/** Whether it answers first, then what is violated. */
const rank = ([id, standings]: [string, Standing[]]) =>
  id === REACHABLE ? 0 : standings.at(-1)?.verdict === 'violated' ? 1 : 2

function axis({ from, to }: Scale) {
  const at = (part: number) => from + part * (to - from)
  return element(
    'span.axis.soft',
    [0, 0.5, 1].map(part => element('span', part === 1 ? 'now' : momentOf(at(part), to))),
  )
}

function timeline(
  id: string,
  standings: readonly Standing[],
  deployment: DeploymentView,
  view: View,
  scale: Scale,
) {
  const last = standings.at(-1)!
  const blips = deployment.blips.filter(one => one.requirement === id)
  const outages = deployment.verdicts.filter(
    one => one.requirement === REACHABLE && one.verdict === 'violated',
  )
  const isFlaky = deployment.flaky.includes(id)
  const name = `${deployment.name} ${id}`
  const node = element(
    'details.timeline',
    element(
      'summary',
      element(
        'span.what',
        element('span', { class: `dot ${isFlaky ? 'flaky' : classOf(last.verdict)}` }),
        element('span.id', nameOf(id)),
        element('span.statement', statementIn(view, id)),
      ),
      element('span.strip', { role: 'img', 'aria-label': sentence(standings, isFlaky, view.at) }, [
        ...standings.flatMap(one => segment(one, scale)),
        ...(id === REACHABLE ? [] : outages.flatMap(one => segment(one, scale, 'unseen'))),
        ...blips.flatMap(one => tick(one.at, scale)),
      ]),
      element('span.soft.since', sentence(standings, isFlaky, view.at)),
    ),
  )
  const fill = () => {
    if (node.open) state.open.add(name)
    else state.open.delete(name)
    if (node.open && node.children.length === 1) node.append(details(standings, blips, view))
  }
  node.addEventListener('toggle', fill)
  node.open = state.open.has(name)
  return node
}

const place = (time: number, { from, to }: Scale) => (100 * (Math.max(time, from) - from)) / (to - from)

function segment({ verdict, since, until }: Standing, scale: Scale, as?: 'unseen'): HTMLElement[] {
  const end = until ?? scale.to
  if (end < scale.from) return []
  const left = place(since, scale)
  const node = element('i', {
    class: as ?? classOf(verdict),
    title: `${as ? 'not seen, because it was down,' : verdict} from ${momentOf(since, scale.to)}`,
  })
  node.style.left = `${left}%`
  node.style.width = `max(3px, ${place(end, scale) - left}%)`
  return [node]
}

function tick(at: number, scale: Scale): HTMLElement[] {
  if (at < scale.from) return []
  const node = element('i.tick', { title: `otherwise once, ${momentOf(at, scale.to)}` })
  node.style.left = `${place(at, scale)}%`
  return [node]
}

/** `violated since Tuesday 14:02, was met 212 times`. */
function sentence(standings: readonly Standing[], isFlaky: boolean, now: number): string {
  const last = standings.at(-1)!
  const before = standings.at(-2)
  const word = isFlaky ? `flaky, mostly ${last.verdict}` : last.verdict
  const was = before
    ? `, was ${before.verdict} ${count(before.times, 'time')}`
    : `, seen ${count(last.times, 'time')}`
  return `${word} since ${momentOf(last.since, now)}${was}`
}

function details(standings: readonly Standing[], blips: DeploymentView['blips'], view: View) {
  const intervals = standings.toReversed().map(one => {
    const until =
      one.until === null
        ? `until now (last seen ${momentOf(one.last, view.at)})`
        : `for ${durationOf(one.until - one.since)}`
    const exchanges = Object.fromEntries(
      (one.evidence?.exchanges ?? []).map((each, index) => [`x${index}`, each]),
    )
    const [first] = one.evidence?.exchanges ?? []
    return element(
      'div.finding',
      element(
        'p',
        element('b', { class: `word ${classOf(one.verdict)}` }, one.verdict),
        ` from ${momentOf(one.since, view.at)} ${until}, seen ${count(one.times, 'time')}`,
      ),
      one.evidence ? element('p', one.evidence.sentence) : null,
      first
        ? element('p.soft', `first seen in ${first.operation} at ${new Date(first.at).toLocaleString()}`)
        : null,
      Object.keys(exchanges).map(id => evidence(id, { exchanges })),
    )
  })
  const odd = blips
    .toReversed()
    .map(one =>
      element('p.soft', `${momentOf(one.at, view.at)}: ${one.verdict} once, and not again: ${one.sentence}`),
    )
  return element('div.inner', intervals, odd)
}
