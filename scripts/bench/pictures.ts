// Pictures for the README, drawn from results: readable on light and on dark pages, and without a library.
import { medians, type Results } from './results.ts'

/** Pictures by the name of their file. */
export function pictures(results: Results): Record<string, string> {
  const of = medians(results)
  return { 'throughput.svg': throughputPicture(of), 'growth.svg': growthPicture(of) }
}

type Medians = ReadonlyMap<string, number>

const OURS = '#3b82f6'
const BARE = '#94a3b8'
const PRISM = '#f59e0b'
const MOCKOON = '#10b981'
const LINES = ['#3b82f6', '#8b5cf6', '#ec4899', '#f59e0b', '#10b981', '#14b8a6', '#ef4444', '#64748b']

const ASKS: readonly (readonly [name: string, label: string])[] = [
  ['listRuns', 'GET /runs?limit=20'],
  ['getRun', 'GET /runs/{id}'],
  ['listTasks', 'GET /tasks, two filters'],
  ['createTask', 'POST /tasks'],
  ['startRun', 'POST /agents/{id}/run'],
  ['createChatCompletion', 'POST /v1/chat/completions'],
]

function throughputPicture(of: Medians): string {
  const contestants = [
    ['bare', 'bare node:http, same bytes', BARE],
    ['mock', 'this mock', OURS],
    ['prism', 'Prism', PRISM],
    ['mockoon', 'Mockoon', MOCKOON],
  ] as const
  const shown = contestants.filter(([name]) => of.has(`throughput/getRun/${name}`))
  const most = Math.max(
    ...shown.flatMap(([name]) => ASKS.map(([ask]) => of.get(`throughput/${ask}/${name}`) ?? 0)),
  )
  const [left, right, bar, gap] = [190, 700, 11, 14]
  const group = shown.length * bar + gap
  const height = 64 + ASKS.length * group
  const parts = [
    text(16, 24, 'Requests a second (more is better)', 'title'),
    ...legend(
      shown.map(([, label, color]) => [label, color] as const),
      44,
    ),
  ]
  ASKS.forEach(([ask, label], i) => {
    const top = 64 + i * group
    parts.push(text(left - 8, top + (shown.length * bar) / 2 + 4, label, 'end'))
    shown.forEach(([name, , color], j) => {
      const rate = of.get(`throughput/${ask}/${name}`) ?? 0
      const width = Math.max(1, (rate / most) * (right - left - 60))
      const y = top + j * bar
      parts.push(
        `<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="${bar - 2}" rx="2" fill="${color}"/>`,
      )
      const share =
        name === 'mock' ? ` (${(of.get(`throughput/${ask}/of bare`) ?? 0).toFixed(2)} of bare)` : ''
      parts.push(text(left + width + 5, y + 8, `${Math.round(rate).toLocaleString('en')}${share}`, 'small'))
    })
  })
  return svg(760, height, 'Requests a second of the mock, a bare server, Prism and Mockoon', parts)
}

function growthPicture(of: Medians): string {
  const series = new Map<string, [runs: number, ms: number][]>()
  for (const [id, ms] of of) {
    const [, name = '', runs = ''] = /^growth\/(.+)\/(\d+)$/.exec(id) ?? []
    if (name) series.set(name, [...(series.get(name) ?? []), [Number(runs), ms]])
  }
  const points = [...series.values()].flat()
  const [left, top, right, bottom] = [60, 52, 520, 300]
  const runs = points.map(([runs]) => Math.log10(runs))
  const [from, to] = [Math.min(...runs), Math.max(...runs)]
  const most = Math.max(...points.map(([, ms]) => ms)) * 1.1
  const x = (value: number) => left + ((Math.log10(value) - from) / (to - from)) * (right - left)
  const y = (ms: number) => bottom - (ms / most) * (bottom - top)
  const parts = [text(16, 24, 'Milliseconds for a page, by runs in the workspace (flat is better)', 'title')]
  for (let i = 0; i <= 4; i++) {
    const ms = (most * i) / 4
    parts.push(`<line x1="${left}" y1="${y(ms)}" x2="${right}" y2="${y(ms)}" class="grid"/>`)
    parts.push(text(left - 6, y(ms) + 4, ms.toFixed(1), 'end'))
  }
  for (const value of new Set(points.map(([runs]) => runs)))
    parts.push(text(x(value), bottom + 18, value.toLocaleString('en'), 'middle'))
  ;[...series].forEach(([name, line], i) => {
    const color = LINES[i % LINES.length]
    const sorted = line.toSorted(([a], [b]) => a - b)
    parts.push(
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${sorted.map(([runs, ms]) => `${x(runs).toFixed(1)},${y(ms).toFixed(1)}`).join(' ')}"/>`,
      ...sorted.map(
        ([runs, ms]) => `<circle cx="${x(runs).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3" fill="${color}"/>`,
      ),
      `<rect x="${right + 20}" y="${top + i * 22}" width="12" height="12" rx="2" fill="${color}"/>`,
      text(right + 38, top + 10 + i * 22, name, ''),
    )
  })
  return svg(760, 340, 'Time for a page by number of runs', parts)
}

function legend(entries: readonly (readonly [label: string, color: string])[], y: number): string[] {
  let x = 190
  return entries.flatMap(([label, color]) => {
    const at = x
    x += 32 + label.length * 6.6
    return [
      `<rect x="${at}" y="${y - 10}" width="12" height="12" rx="2" fill="${color}"/>`,
      text(at + 17, y, label, ''),
    ]
  })
}

function text(x: number, y: number, words: string, className: string): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${className}">${safe}</text>`
}

function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">
<style>
text { font: 12px system-ui, sans-serif; fill: #334155 }
.title { font-weight: 600; font-size: 14px }
.small { font-size: 10px }
.end { text-anchor: end }
.middle { text-anchor: middle }
.grid { stroke: #94a3b8; stroke-opacity: .35 }
@media (prefers-color-scheme: dark) { text { fill: #e2e8f0 } }
</style>
${parts.join('\n')}
</svg>
`
}
