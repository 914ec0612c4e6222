// The tables of docs/performance.md, from results.
import { type Measure, medians, type Part, type Results } from './results.ts'
import { median } from './statistics.ts'

const TABLES: Readonly<Record<string, (part: Part, medianById: Medians) => string>> = {
  throughput: (_, medianById) => throughputTable(medianById),
  budget: (_, medianById) => budgetTable(medianById),
  operations: (_, medianById) => operationsTable(medianById),
  shards: (_, medianById) => shardsTable(medianById),
  keeping: (_, medianById) => keepingTable(medianById),
  start: (_, medianById) => startTable(medianById),
  growth: (_, medianById) => growthTable(medianById),
  breadth: list,
  stillness: (_, medianById) => stillnessTable(medianById),
  commands: list,
  day: (_, medianById) => dayTable(medianById),
  twin: (_, medianById) => twinTable(medianById),
  usage: list,
}

/** What is written between the markers of docs/performance.md, by the name of the marker, for the parts there are. */
export function tables(results: Results): Record<string, string> {
  const medianById = medians(results)
  const texts = Object.entries(results).map(([name, part]) => [
    name,
    `${TABLES[name]!(part, medianById)}\n\n${origin(part)}`,
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

function throughputTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'throughput/').map(name => {
    const at = (what: string) => medianById.get(`throughput/${name}/${what}`)
    return [
      `\`${name}\``,
      whole(at('mock')),
      whole(at('bare')),
      `**${fixed(at('of bare'), 2)}**`,
      `${whole(at('mock/cpu'))} : ${whole(at('bare/cpu'))}`,
      `${fixed(at('of prism'), 1)} ×`,
      at('of mockoon') === undefined ? '–' : `${fixed(at('of mockoon'), 1)} ×`,
    ]
  })
  const head = ['', 'mock, requests/s', 'bare, requests/s', 'of bare', 'µs of processor', 'Prism', 'Mockoon']
  return table(head, rows)
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

/** The dearest operations, the dearest first. */
function operationsTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'operations/').map(name => {
    const [ours, bare, prism] = ['mock', 'bare', 'prism'].map(
      who => medianById.get(`operations/${name}/${who}/cpu`) ?? Number.NaN,
    ) as [number, number, number]
    const ratios = [`**${fixed(bare / ours, 2)}**`, `${fixed(prism / ours, 1)} ×`]
    return { ours, cells: [`\`${name}\``, `${whole(ours)} : ${whole(bare)} : ${whole(prism)}`, ...ratios] }
  })
  rows.sort((a, b) => b.ours - a.ours)
  return table(
    ['', 'µs of processor', 'of bare', 'Prism'],
    rows.slice(0, SHOWN_OPERATIONS).map(({ cells }) => cells),
  )
}

const SHOWN_OPERATIONS = 10

function keepingTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'keeping/').map(name => {
    const at = (what: string) => medianById.get(`keeping/${name}/${what}`)
    const machine = at('machine')
    return [
      `\`${name}\``,
      `**${fixed(at('kept'), 2)}**`,
      `× ${fixed(at('kept, processor'), 2)}`,
      `× ${fixed(at('kept, p99'), 2)}`,
      machine === undefined ? '–' : fixed(machine, 2),
    ]
  })
  return table(['', 'requests/s', 'processor', 'p99', 'with `--keep-sync machine`'], rows)
}

function twinTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'twin/').map(name => {
    const at = (what: string) => fixed(medianById.get(`twin/${name}/${what}`), 2)
    const isStart = name === 'start'
    return [
      isStart ? 'time to the first page' : `\`${name}\``,
      isStart ? `× ${at('twin')}` : `**${at('twin')}**`,
      `× ${at('twin, processor')}`,
    ]
  })
  return table(['', 'requests/s', 'processor'], rows)
}

function shardsTable(medianById: Medians): string {
  const calls = (what: string) => whole(medianById.get(`shards/calls/${what}`))
  return table(
    ['four shards, one of them killed and started again', 'calls'],
    [
      ['answered', calls('answered')],
      ['of these streams', calls('streams')],
      ['answered by a wrong shard', `**${calls('wrong')}**`],
      ['refused for the shard that was down', calls('unavailable')],
      ['refused for any other shard', `**${calls('elsewhere')}**`],
      ['acknowledged and lost', `**${calls('lost')}**`],
      [
        'processor time of two shards and proxy, of that of one mock alone',
        `× ${fixed(medianById.get('shards/two of one, processor per request'), 2)}`,
      ],
    ],
  )
}

function dayTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'day/').map(name => {
    const at = (what: string) => medianById.get(`day/${name}/${what}`)
    return [
      name,
      whole(at('rate')),
      `${fixed(at('expected'), 1)} %`,
      `${fixed(at('p99'), 1)} ms`,
      `${whole(at('cpu'))} µs`,
      `${whole((at('memory') ?? Number.NaN) / 2 ** 20)} MB`,
    ]
  })
  return table(['', 'requests/s', 'as expected', 'p99', 'processor', 'memory'], rows)
}

function startTable(medianById: Medians): string {
  const rows = namesBelow(medianById, 'start/').map(name => [
    name,
    `${whole(medianById.get(`start/${name}`))} ms`,
    medianById.has(`start/${name}/first ever`)
      ? `${whole(medianById.get(`start/${name}/first ever`))} ms`
      : '–',
  ])
  return table(['', 'to the first reply', 'the very first time'], rows)
}

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

/** Every measure of a part in a line of its own, but for the shares of another one. */
function list({ measures }: Part): string {
  const rows = measures
    .filter(({ id }) => !id.includes(', of that '))
    .map(measure => [measure.id.split('/').slice(1).join('/'), inWords(measure)])
  return table(['', ''], rows)
}

function inWords({ unit, samples }: Measure): string {
  const value = median(samples)
  if (unit === 'bytes') return `${whole(value / 1024)} KB`
  if (unit === 's' || unit === 'ms') return `${fixed(value, 1)} ${unit}`
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
