// The tables of docs/performance.md and docs/figures/performance.md, from results.
import { type Measure, medians, type Part, type Results } from './results.ts'
import { median } from './statistics.ts'

/** The medians of the measures of a name, by what stands behind it. */
type At = (what: string) => number | undefined
type Column = readonly [head: string, cell: (at: At, name: string) => string]
type Table = (medianById: Medians, part: Part) => string

const code: Column = ['', (_, name) => `\`${name}\``]
const count = (what: string) => (at: At) => whole(at(what))
const times = (what: string) => (at: At) => `× ${fixed(at(what), 2)}`
const strong = (what: string) => (at: At) => `**${fixed(at(what), 2)}**`

const TABLES: Readonly<Record<string, Table>> = {
  throughput: named('throughput', [
    code,
    ['mock, requests/s', count('mock')],
    ['bare, requests/s', count('bare')],
    ['of bare', strong('of bare')],
    ['µs of processor', at => `${whole(at('mock/cpu'))} : ${whole(at('bare/cpu'))}`],
    ['Prism', at => `${fixed(at('of prism'), 1)} ×`],
    ['Mockoon', at => (at('of mockoon') === undefined ? '–' : `${fixed(at('of mockoon'), 1)} ×`)],
  ]),
  budget: budgetTable,
  // The dearest operations, the dearest first.
  operations: named(
    'operations',
    [
      code,
      ['µs of processor', at => CONTESTANTS.map(who => whole(at(`${who}/cpu`))).join(' : ')],
      ['of bare', at => `**${fixed(at('bare/cpu')! / at('mock/cpu')!, 2)}**`],
      ['Prism', at => `${fixed(at('prism/cpu')! / at('mock/cpu')!, 1)} ×`],
    ],
    at => at('mock/cpu')!,
  ),
  shards: list,
  keeping: named('keeping', [
    code,
    ['requests/s', strong('kept')],
    ['processor', times('kept, processor')],
    ['p99', times('kept, p99')],
    ['with `--keep-sync machine`', at => fixed(at('machine'), 2)],
  ]),
  start: named('start', [
    ['', (_, name) => name],
    ['to the first reply', at => `${whole(at(''))} ms`],
    ['the very first time', at => (at('first ever') === undefined ? '–' : `${whole(at('first ever'))} ms`)],
  ]),
  growth: growthTable,
  breadth: list,
  stillness: stillnessTable,
  twin: named('twin', [
    ['', (_, name) => (name === 'start' ? 'time to the first page' : `\`${name}\``)],
    ['requests/s', (at, name) => (name === 'start' ? times : strong)('twin')(at)],
    ['processor', times('twin, processor')],
  ]),
}

/** What is written between the markers of the pages, by the name of the marker, for the parts there are. */
export function tables(results: Results): Record<string, string> {
  const medianById = medians(results)
  const texts = Object.entries(results).map(([name, part]) => [
    name,
    `${TABLES[name]!(medianById, part)}\n\n${origin(part)}`,
  ])
  return Object.fromEntries(texts)
}

type Medians = ReadonlyMap<string, number>

/** When, where and of what the measures of a part were made. */
function origin({ machine, made, commit, quick, notes }: Part): string {
  const { cpu, cores, node, loadBefore, pinned } = machine
  const facts = [
    `${made.slice(0, 10)}, ${commit}${quick ? ', quick' : ''}`,
    `${cores} cores (${cpu}), Node ${node}`,
    ...(pinned ? [] : ['servers and load share all cores']),
    `load ${loadBefore}`,
  ]
  return [`*${facts.join('; ')}*`, ...notes].join('\n')
}

/** The names behind a prefix, in the order in which they were measured. */
function namesBelow(medianById: Medians, prefix: string): string[] {
  const names = [...medianById.keys()]
    .filter(id => id.startsWith(prefix))
    .map(id => id.slice(prefix.length).split('/')[0]!)
  return [...new Set(names)]
}

/** A table with a row for each name of a part; by `cost`, only the dearest ones. */
function named(part: string, columns: readonly Column[], cost?: (at: At) => number): Table {
  return medianById => {
    const rows = namesBelow(medianById, `${part}/`).map(name => {
      const at: At = what => medianById.get([part, name, what].filter(text => text !== '').join('/'))
      return { cost: cost?.(at) ?? 0, cells: columns.map(([, cell]) => cell(at, name)) }
    })
    const shown = cost ? rows.sort((a, b) => b.cost - a.cost).slice(0, SHOWN_OPERATIONS) : rows
    return table(
      columns.map(([head]) => head),
      shown.map(({ cells }) => cells),
    )
  }
}

/** The steps of a request, in order. Steps that take next to nothing are left out. */
function budgetTable(medianById: Medians): string {
  const operations = namesBelow(medianById, 'budget/')
  const steps = namesBelow(medianById, `budget/${operations[0]}/`)
  const rows = steps.map(step => {
    const values = operations.map(name => medianById.get(`budget/${name}/${step}`) ?? 0)
    return { values, cells: [`\`${step}\``, ...values.map(µs => fixed(µs, 1))] }
  })
  const sums = operations.map((_, at) =>
    fixed(
      rows.reduce((sum, { values }) => sum + values[at]!, 0),
      0,
    ),
  )
  const shown = rows.filter(({ values }) => values.some(µs => µs >= LEAST_MICROSECONDS))
  return table(
    ['', ...operations.map(name => `\`${name}\``)],
    [...shown.map(({ cells }) => cells), ['all', ...sums.map(sum => `**${sum}**`)]],
  )
}

const LEAST_MICROSECONDS = 0.1

const SHOWN_OPERATIONS = 10
const CONTESTANTS = ['mock', 'bare', 'prism']

function growthTable(medianById: Medians): string {
  const ids = namesBelow(medianById, 'growth/')
  const sizes = [
    ...new Set([...medianById.keys()].flatMap(id => /^growth\/seeding (\d+) runs$/.exec(id)?.[1] ?? [])),
  ]
  const pages = ids.filter(name => medianById.has(`growth/${name}/latency, last to first`))
  const rows = pages.map(name => [
    name,
    ...sizes.map(size => `${fixed(medianById.get(`growth/${name}/latency at ${size}`), 2)} ms`),
    `**× ${fixed(medianById.get(`growth/${name}/latency, last to first`), 2)}**`,
    `× ${fixed(medianById.get(`growth/${name}/processor, last to first`), 2)}`,
  ])
  const seeding = sizes.map(size => `${fixed(medianById.get(`growth/seeding ${size} runs`), 1)} s`)
  const memory = sizes.map(size => `${whole(medianById.get(`growth/memory for each of ${size} runs`))} bytes`)
  rows.push(['making them', ...seeding, '', ''], ['memory for each run', ...memory, '', ''])
  const heads = sizes.map(size => `${Number(size).toLocaleString('en')} runs`)
  return table(['', ...heads, 'last to first', 'of processor time'], rows)
}

function stillnessTable(medianById: Medians): string {
  const idle = fixed(medianById.get('stillness/processor when idle'), 2)
  const points = [...medianById].flatMap(([id, megabytes]) => {
    const requests = /^stillness\/memory after (\d+) requests$/.exec(id)?.[1]
    return requests === undefined ? [] : [[Number(requests), megabytes] as const]
  })
  const chosen = points.filter((_, index) => index % 4 === 0)
  const rows = [chosen.map(([, megabytes]) => whole(megabytes))]
  const ratio = fixed(medianById.get('stillness/memory, last to first quarter'), 2)
  return `Idle: ${idle} % of a core. Resident memory in MB, by requests answered:\n\n${table(
    chosen.map(([requests]) => requests.toLocaleString('en')),
    rows,
  )}\n\nThe end is × ${ratio} of what it was after the first quarter.`
}

/** Every measure of a part in a line of its own. */
function list(_: Medians, { measures }: Part): string {
  const rows = measures.map(measure => [measure.id.split('/').slice(1).join('/'), inWords(measure)])
  return table(['', ''], rows)
}

function inWords({ unit, samples }: Measure): string {
  const value = median(samples)
  if (unit === 'bytes') return `${whole(value / 1024)} KB`
  if (unit === '×') return `× ${fixed(value, 2)}`
  if (unit === 'ms') return `${fixed(value, 1)} ${unit}`
  return unit === 'events/s' ? whole(value) : `${whole(value)} ${unit}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en')
}

function fixed(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}
