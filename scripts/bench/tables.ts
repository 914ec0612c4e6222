// The tables of docs/performance.md, from results.
import { medians, type Results } from './results.ts'

/** What is written between the markers of docs/performance.md, by the name of the marker. */
export function tables(results: Results): Record<string, string> {
  const of = medians(results)
  return {
    machine: machineLine(results),
    throughput: throughputTable(of),
    start: startTable(of),
    growth: growthTable(of),
    breadth: listOf(of, 'breadth/'),
    stillness: stillnessTable(of),
    commands: listOf(of, 'commands/'),
  }
}

type Medians = ReadonlyMap<string, number>

function machineLine({ machine, made, commit, quick, notes }: Results): string {
  const { cpu, cores, memoryGb, node, platform, loadBefore, pinned } = machine
  const where = `${cores} cores (${cpu}), ${memoryGb} GB, ${platform}, Node ${node}`
  const how = pinned ? 'servers and load on a core of their own' : 'servers and load sharing all cores'
  const busy =
    loadBefore > 0.5 ? ` Other work was going on: the load average was ${loadBefore} before it began.` : ''
  const lines = [
    `Measured ${made.slice(0, 10)} at ${commit}${quick ? ', the quick way' : ''}: ${where}; ${how}.${busy}`,
  ]
  return [...lines, ...notes.map(note => `${note}`)].join('\n')
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
  const pages = ids.filter(name => of.has(`growth/${name}/last to first`))
  const rows = pages.map(name => [
    name,
    ...sizes.map(size => `${fixed(of.get(`growth/${name}/${size}`), 2)} ms`),
    `× ${fixed(of.get(`growth/${name}/last to first`), 2)}`,
  ])
  const seeding = sizes.map(size => `${fixed(of.get(`growth/seeding ${size} runs`), 1)} s`)
  const memory = sizes.map(size => `${whole(of.get(`growth/memory for each of ${size} runs`))} bytes`)
  rows.push(['making them', ...seeding, ''], ['memory for each run', ...memory, ''])
  return table(['', ...sizes.map(size => `${Number(size).toLocaleString('en')} runs`), 'last to first'], rows)
}

function stillnessTable(of: Medians): string {
  const idle = fixed(of.get('stillness/processor when idle'), 2)
  const points = [...of].flatMap(([id, megabytes]) => {
    const requests = /^stillness\/memory after (\d+) requests$/.exec(id)?.[1]
    return requests === undefined ? [] : [[Number(requests), megabytes] as const]
  })
  const chosen = points.filter((_, index) => index % 2 === 0)
  const rows = [chosen.map(([, megabytes]) => whole(megabytes))]
  return `Idle: ${idle} % of a core. Resident memory in MB over a soak:\n\n${table(
    chosen.map(([requests]) => requests.toLocaleString('en')),
    rows,
  )}`
}

function listOf(of: Medians, prefix: string): string {
  const unit = (name: string, value: number) =>
    name.startsWith('memory')
      ? `${whole(value / 1024)} KB`
      : prefix === 'commands/'
        ? `${fixed(value, 1)} s`
        : name.startsWith('events')
          ? whole(value)
          : `${fixed(value, 1)} ms`
  const rows = namesBelow(of, prefix).map(name => [name, unit(name, of.get(prefix + name) ?? Number.NaN)])
  return table(['', ''], rows)
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
