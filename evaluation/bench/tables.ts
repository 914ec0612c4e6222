// The tables of docs/performance.md, from results.
import { type Measure, medians, type Part, type Results } from './results.ts'
import { median } from './statistics.ts'

const TABLES: Readonly<Record<string, (part: Part, of: Medians) => string>> = {
  throughput: (_, of) => throughputTable(of),
  operations: (_, of) => operationsTable(of),
  shards: (_, of) => shardsTable(of),
  keeping: (_, of) => keepingTable(of),
  start: (_, of) => startTable(of),
  growth: (_, of) => growthTable(of),
  breadth: list,
  stillness: (_, of) => stillnessTable(of),
  commands: list,
  day: (_, of) => dayTable(of),
  twin: (_, of) => twinTable(of),
}

/** What is written between the markers of docs/performance.md, by the name of the marker, for the parts there are. */
export function tables(results: Results): Record<string, string> {
  const of = medians(results)
  const texts = Object.entries(results).map(([name, part]) => [
    name,
    `${TABLES[name]!(part, of)}\n\n${origin(part)}`,
  ])
  return Object.fromEntries(texts)
}

type Medians = ReadonlyMap<string, number>

/** When, where and of what the measures of a part were made. */
function origin({ machine, made, commit, quick, seconds, notes }: Part): string {
  const { cpu, cores, memoryGb, node, platform, loadBefore, pinned } = machine
  const facts = [
    `${made.slice(0, 10)}, commit ${commit}${quick ? ', the quick way' : ''}, in ${seconds} s`,
    `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}`,
    pinned ? 'servers and load on a core of their own' : 'servers and load sharing all cores',
    `load average before it ${loadBefore}${loadBefore > 0.5 ? ': other work was going on' : ''}`,
  ]
  return [`*Measured ${facts.join('; ')}.*`, ...notes].join('\n')
}

/** The names behind a prefix, in the order in which they were measured. */
function namesBelow(of: Medians, prefix: string): string[] {
  const names = [...of.keys()]
    .filter(id => id.startsWith(prefix))
    .map(id => id.slice(prefix.length).split('/')[0]!)
  return [...new Set(names)]
}

function throughputTable(of: Medians): string {
  const rows = namesBelow(of, 'throughput/').map(name => {
    const at = (what: string) => of.get(`throughput/${name}/${what}`)
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

/** All operations, the dearest first. */
function operationsTable(of: Medians): string {
  const rows = namesBelow(of, 'operations/').map(name => {
    const [ours, bare, prism] = ['mock', 'bare', 'prism'].map(
      who => of.get(`operations/${name}/${who}/cpu`) ?? Number.NaN,
    ) as [number, number, number]
    const ratios = [`**${fixed(bare / ours, 2)}**`, `${fixed(prism / ours, 1)} ×`]
    return { ours, cells: [`\`${name}\``, `${whole(ours)} : ${whole(bare)} : ${whole(prism)}`, ...ratios] }
  })
  rows.sort((a, b) => b.ours - a.ours)
  return table(
    ['', 'µs of processor', 'of bare', 'Prism'],
    rows.map(({ cells }) => cells),
  )
}

function keepingTable(of: Medians): string {
  const rows = namesBelow(of, 'keeping/').map(name => {
    const at = (what: string) => of.get(`keeping/${name}/${what}`)
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

function twinTable(of: Medians): string {
  const rows = namesBelow(of, 'twin/').map(name => {
    const at = (what: string) => fixed(of.get(`twin/${name}/${what}`), 2)
    const isStart = name === 'start'
    return [
      isStart ? 'time to the first page' : `\`${name}\``,
      isStart ? `× ${at('twin')}` : `**${at('twin')}**`,
      `× ${at('twin, processor')}`,
    ]
  })
  return table(['', 'requests/s', 'processor'], rows)
}

function shardsTable(of: Medians): string {
  const calls = (what: string) => whole(of.get(`shards/calls/${what}`))
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
        `× ${fixed(of.get('shards/two of one, processor per request'), 2)}`,
      ],
    ],
  )
}

function dayTable(of: Medians): string {
  const rows = namesBelow(of, 'day/').map(name => {
    const at = (what: string) => of.get(`day/${name}/${what}`)
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

function startTable(of: Medians): string {
  const rows = namesBelow(of, 'start/').map(name => [
    name,
    `${whole(of.get(`start/${name}`))} ms`,
    of.has(`start/${name}/first ever`) ? `${whole(of.get(`start/${name}/first ever`))} ms` : '–',
  ])
  return table(['', 'to the first reply', 'the very first time'], rows)
}

function growthTable(of: Medians): string {
  const ids = namesBelow(of, 'growth/')
  const sizes = [...new Set([...of.keys()].flatMap(id => /^growth\/seeding (\d+) runs$/.exec(id)?.[1] ?? []))]
  const pages = ids.filter(name => of.has(`growth/${name}/latency, last to first`))
  const rows = pages.map(name => [
    name,
    ...sizes.map(size => `${fixed(of.get(`growth/${name}/latency at ${size}`), 2)} ms`),
    `**× ${fixed(of.get(`growth/${name}/latency, last to first`), 2)}**`,
    `× ${fixed(of.get(`growth/${name}/processor, last to first`), 2)}`,
  ])
  const seeding = sizes.map(size => `${fixed(of.get(`growth/seeding ${size} runs`), 1)} s`)
  const memory = sizes.map(size => `${whole(of.get(`growth/memory for each of ${size} runs`))} bytes`)
  rows.push(['making them', ...seeding, '', ''], ['memory for each run', ...memory, '', ''])
  const heads = sizes.map(size => `${Number(size).toLocaleString('en')} runs`)
  return table(['', ...heads, 'last to first', 'of processor time'], rows)
}

function stillnessTable(of: Medians): string {
  const idle = fixed(of.get('stillness/processor when idle'), 2)
  const points = [...of].flatMap(([id, megabytes]) => {
    const requests = /^stillness\/memory after (\d+) requests$/.exec(id)?.[1]
    return requests === undefined ? [] : [[Number(requests), megabytes] as const]
  })
  const chosen = points.filter((_, index) => index % 2 === 0)
  const rows = [chosen.map(([, megabytes]) => whole(megabytes))]
  const ratio = fixed(of.get('stillness/memory, last to first quarter'), 2)
  return `Idle: ${idle} % of a core. Resident memory in MB, by requests answered:\n\n${table(
    chosen.map(([requests]) => requests.toLocaleString('en')),
    rows,
  )}\n\nThe end is × ${ratio} of what it was after the first quarter.`
}

/** Every measure of a part in a line of its own. */
function list({ measures }: Part): string {
  const rows = measures.map(measure => [measure.id.split('/').slice(1).join('/'), inWords(measure)])
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
