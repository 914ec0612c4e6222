// The picture of the README, drawn from results: readable on light and on dark pages, and without a library.
import { medians, type Results } from './results.ts'

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
export function throughputPicture(results: Results): string {
  const medianById = medians(results)
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
.dot { stroke: #fff; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { text { fill: #e2e8f0 } .faint { fill: #94a3b8 } .dot { stroke: #0d1117 } }
</style>
${text(16, 28, title, 'title')}
${parts.join('\n')}
</svg>
`
}
