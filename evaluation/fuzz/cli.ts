// npm run fuzz: sends inputs to mocks, readers of files and the proxy in this process, and prints what must hold and did not, with how to see it again.
import { flag, readChoice, readCount } from '../../flags/flag.ts'
import { readScript } from '../../flags/script.ts'
import { machineNow } from '../../mock/simulation/machine-time.ts'
import { median } from '../bench/statistics.ts'
import { type Cost, collectGarbage } from './cost.ts'
import { fuzz } from './fuzz.ts'
import { BATCH } from './grammar.ts'
import { type GrammarName, grammars } from './grammars.ts'

/** Megabytes of objects that may be left when the mocks are gone. */
const MAX_MEGABYTES = 300

const names = Object.keys(grammars) as GrammarName[]
const listed = names.join(', ').replace('requests', 'requests to a mock')
const {
  inputs,
  seed,
  batch: firstBatch = 0,
  grammar,
} = readScript('npm run fuzz -- [--inputs 20000] [--seed 1] [--batch <n>] [--grammar all]', {
  grammar: flag(
    '<name>',
    `what is sent: ${listed}, or all of them one after the other`,
    readChoice('all', ...names),
    { fallback: 'all' },
  ),
  inputs: flag('<n>', 'how many inputs of each grammar are sent', readCount, { fallback: '20000' }),
  seed: flag('<n>', 'what they follow from', readCount, { fallback: '1' }),
  batch: flag('<n>', `begin with this batch; with --inputs ${BATCH} it is the only one`, Number),
}).flags

let last = machineNow()
let most = 0
const asked = grammar === 'all' ? names : [grammar]
const found: string[] = []
/** By grammar and the logarithm of the size. */
const costs = new Map<string, Cost[]>()
for (const name of asked) {
  const problems = await fuzz(name, {
    seed,
    inputs,
    firstBatch,
    onInput(bytes, cost) {
      const size = `${name} | ${sizeOf(bytes)}`
      const all = costs.get(size) ?? []
      all.push(cost)
      costs.set(size, all)
    },
    onBatch(batch, found) {
      for (const { says, input } of found)
        console.log(
          `\n${says}\n${input}\n  again: npm run fuzz -- --grammar ${name} --seed ${seed} --batch ${batch} --inputs ${BATCH}`,
        )
      if (machineNow() - last < 10_000) return
      last = machineNow()
      console.log(`${(batch + 1 - firstBatch) * BATCH} inputs of ${name}, ${megabytesLeft()} MB of objects`)
    },
  })
  megabytesLeft()
  if (problems.length > 0) found.push(`${problems.length} problems with ${name}`)
}
if (most > MAX_MEGABYTES) found.push(`${most} MB of objects left by mocks that are gone`)
console.log(
  '| grammar | bytes | inputs | ms of processor, median | most | MB of memory, median | most |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |',
)
const bySize = new Intl.Collator('en', { numeric: true })
for (const [size, all] of [...costs].sort(([a], [b]) => bySize.compare(a, b)))
  console.log(
    `| ${[size, all.length, ...middleAndMost(all, 'ms'), ...middleAndMost(all, 'megabytes')].join(' | ')} |`,
  )
console.log(
  `${inputs} inputs of each of ${asked.join(', ')}, seed ${seed}: ${found.join(', ') || 'everything held'}.`,
)
process.exit(found.length === 0 ? 0 : 1)

/** The size class of an input, each ten times the one before. */
function sizeOf(bytes: number): string {
  return `up to ${10 ** Math.max(3, Math.ceil(Math.log10(bytes + 1)))}`
}

function middleAndMost(costs: readonly Cost[], of: keyof Cost): string[] {
  const values = costs.map(cost => cost[of])
  return [median(values).toFixed(1), Math.max(...values).toFixed(0)]
}

function megabytesLeft(): number {
  collectGarbage()
  const megabytes = Math.round(process.memoryUsage().heapUsed / 1e6)
  most = Math.max(most, megabytes)
  return megabytes
}
