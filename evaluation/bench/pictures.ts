// Pictures for the README, drawn from results: readable on light and on dark pages, and without a library.
import { medians, type Results } from './results.ts'

/** Pictures by the name of their file, of the parts there are. */
export function pictures(results: Results): Record<string, string> {
  const medianById = medians(results)
  return {
    ...(results.throughput && { 'throughput.svg': throughputPicture(medianById) }),
    ...(results.growth && { 'growth.svg': growthPicture(medianById) }),
  }
}

type Medians = ReadonlyMap<string, number>

const WIDTH = 800

const ASKS: readonly (readonly [name: string, label: string])[] = [
  ['listRuns', 'GET /runs?limit=20'],
  ['getRun', 'GET /runs/{id}'],
  ['listTasks', 'GET /tasks, two filters'],
  ['createTask', 'POST /tasks'],
  ['startRun', 'POST /agents/{id}/run'],
  ['createChatCompletion', 'POST /v1/chat/completions'],
]

const OTHERS = [
  ['prism', 'Prism', '#f59e0b'],
  ['mockoon', 'Mockoon', '#10b981'],
] as const

/** A bar for each request: how much of what a bare server can send the mock sends, and where the others stand. */
function throughputPicture(medianById: Medians): string {
  const [left, right, top, row] = [200, 640, 84, 40]
  const others = OTHERS.filter(([name]) => medianById.has(`throughput/getRun/${name}`))
  const bars = ASKS.flatMap(([ask, label], i) => {
    const rate = (name: string) => medianById.get(`throughput/${ask}/${name}`) ?? 0
    const [ours, limit] = [rate('mock'), rate('bare')]
    const middle = top + i * row + 10
    // The median of the ratios, as in the table, not the ratio of the medians.
    const share = medianById.get(`throughput/${ask}/of bare`) ?? 0
    const x = (share: number) => left + Math.min(1, share) * (right - left)
    return [
      text(left - 14, middle + 4, label, 'end'),
      `<rect x="${left}" y="${middle - 10}" width="${right - left}" height="20" rx="4" class="track"/>`,
      `<rect x="${left}" y="${middle - 10}" width="${px(x(share) - left)}" height="20" rx="4" class="ours"/>`,
      ...others.map(
        ([name, , color]) =>
          `<circle cx="${px(x(rate(name) / limit))}" cy="${middle}" r="5" fill="${color}" class="dot"/>`,
      ),
      text(right + 14, middle + 4, `${percent(share)}  ·  ${thousands(ours)}/s`, 'figure'),
    ]
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap(share => {
    const x = left + share * (right - left)
    const bottom = top + ASKS.length * row - 8
    return [
      `<line x1="${x}" y1="${top - 8}" x2="${x}" y2="${bottom}" class="grid"/>`,
      text(x, bottom + 18, percent(share), 'middle faint'),
    ]
  })
  const legend = [
    `<rect x="${left}" y="46" width="14" height="14" rx="3" class="ours"/>`,
    text(left + 20, 57, 'this mock', ''),
    `<rect x="${left + 98}" y="46" width="14" height="14" rx="3" class="track"/>`,
    text(left + 118, 57, 'bare node:http, the same bytes', ''),
    ...others.flatMap(([, label, color], i) => [
      `<circle cx="${left + 345 + i * 70}" cy="53" r="5" fill="${color}" class="dot"/>`,
      text(left + 355 + i * 70, 57, label, ''),
    ]),
  ]
  const title = 'Requests a second, as a share of what a bare server sends'
  return svg(top + ASKS.length * row + 24, title, [...ticks, ...legend, ...bars])
}

const LINES: Readonly<Record<string, string>> = {
  'runs, first page': '#3b82f6',
  'runs, deep cursor': '#06b6d4',
  'runs, rare status': '#6366f1',
  'runs of an agent': '#0ea5e9',
  tasks: '#10b981',
  'insights, 90 days': '#ec4899',
  'agent stats, 90 days': '#f59e0b',
  'spend over time, 90 days': '#8b5cf6',
}

/** The least distance of two labels. */
const LINE_HEIGHT = 19

/** A line for each page and figure, over the number of runs. */
function growthPicture(medianById: Medians): string {
  const series = Object.entries(LINES).map(([name, color]) => ({
    name,
    color,
    points: pointsOf(medianById, name),
  }))
  const all = series.flatMap(({ points }) => points)
  const [left, right, top, bottom] = [64, 520, 56, 312]
  const sizes = [...new Set(all.map(({ runs }) => runs))].sort((a, b) => a - b)
  const [from, to] = [Math.log10(sizes[0]!), Math.log10(sizes.at(-1)!)]
  const most = Math.max(...all.map(({ ms }) => ms))
  const step = niceStep(most / 5)
  const steps = Math.ceil(most / step)
  const x = (runs: number) => left + ((Math.log10(runs) - from) / (to - from)) * (right - left)
  const y = (ms: number) => bottom - (ms / (steps * step)) * (bottom - top)
  const grid = Array.from({ length: steps + 1 }, (_, i) => i).flatMap(i => [
    `<line x1="${left}" y1="${px(y(i * step))}" x2="${right}" y2="${px(y(i * step))}" class="grid"/>`,
    text(left - 10, y(i * step) + 4, `${Number((i * step).toFixed(2))} ms`, 'end faint'),
  ])
  const axis = sizes.map(runs => text(x(runs), bottom + 22, `${thousands(runs)} runs`, 'middle faint'))
  const curves = series.map(({ color, points }) => {
    const line = points.map(({ runs, ms }) => `${px(x(runs))},${px(y(ms))}`).join(' ')
    const dots = points.map(
      ({ runs, ms }) => `<circle cx="${px(x(runs))}" cy="${px(y(ms))}" r="3.5" fill="${color}" class="dot"/>`,
    )
    return `<polyline points="${line}" stroke="${color}" class="line"/>${dots.join('')}`
  })
  const ends = series.map(({ name, color, points }) => ({ name, color, ms: points.at(-1)?.ms ?? 0 }))
  const byHeight = ends.toSorted((a, b) => b.ms - a.ms)
  const heights = apart(
    byHeight.map(({ ms }) => y(ms)),
    bottom,
  )
  const labels = byHeight.flatMap(({ name, color, ms }, i) => {
    const at = heights[i]!
    return [
      `<path d="M${right + 6} ${px(y(ms))} L${right + 26} ${px(at)}" stroke="${color}" class="leader"/>`,
      text(right + 32, at + 4, name, ''),
      text(WIDTH - 16, at + 4, `${ms.toFixed(2)} ms`, 'end figure'),
    ]
  })
  const title = 'Time for a page or a figure, by the runs that there are'
  return svg(bottom + 40, title, [...grid, ...axis, ...curves, ...labels])
}

function pointsOf(medianById: Medians, name: string): { runs: number; ms: number }[] {
  const prefix = `growth/${name}/latency at `
  const points = [...medianById].flatMap(([id, ms]) =>
    id.startsWith(prefix) ? [{ runs: Number(id.slice(prefix.length)), ms }] : [],
  )
  return points.sort((a, b) => a.runs - b.runs)
}

/** The next number from there that is easily read: 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(least: number): number {
  const unit = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 2.5, 5, 10].map(factor => factor * unit).find(step => step >= least)!
}

/** Heights in order from above, moved apart so that labels do not cover each other, the last no lower than `lowest`. */
function apart(heights: readonly number[], lowest: number): number[] {
  const moved = [...heights]
  for (let i = 1; i < moved.length; i++) moved[i] = Math.max(moved[i]!, moved[i - 1]! + LINE_HEIGHT)
  for (let i = moved.length - 1; i >= 0; i--)
    moved[i] = Math.min(moved[i]!, lowest - (moved.length - 1 - i) * LINE_HEIGHT)
  return moved
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function px(value: number): string {
  return value.toFixed(1)
}

function text(x: number, y: number, words: string, className: string): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${px(x)}" y="${px(y)}" class="${className}">${safe}</text>`
}

function svg(height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">
<style>
text { font: 13px system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif; fill: #1e293b }
.title { font-weight: 600; font-size: 16px }
.faint { fill: #64748b; font-size: 12px }
.figure { font-variant-numeric: tabular-nums }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #94a3b8; stroke-opacity: .3 }
.track { fill: #94a3b8; fill-opacity: .28 }
.ours { fill: #3b82f6 }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round }
.leader { fill: none; stroke-opacity: .55 }
.dot { stroke: #fff; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { text { fill: #e2e8f0 } .faint { fill: #94a3b8 } .dot { stroke: #0d1117 } }
</style>
${text(16, 28, title, 'title')}
${parts.join('\n')}
</svg>
`
}
