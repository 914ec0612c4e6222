// `npm run bench`: measures the mock beside others, and writes every sample to a file.
//   -- --quick                       shorter, for CI
//   -- --only throughput,start       some parts only; the other parts of the file stay
//   -- --out bench/results.json      where the results go
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { breadth } from './bench/breadth.ts'
import { commands } from './bench/commands.ts'
import { growth } from './bench/growth.ts'
import { pinned, root } from './bench/processes.ts'
import { loadNow, Recorder, writeResults } from './bench/results.ts'
import { startUp } from './bench/start.ts'
import { stillness } from './bench/stillness.ts'
import { throughput } from './bench/throughput.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string', default: 'bench/results.json' },
  },
})
const { quick } = values

/** The parts, each with its longer and its shorter way. */
const parts: Record<string, (recorder: Recorder) => Promise<void>> = {
  throughput: recorder => throughput(recorder, quick ? { rounds: 2, ms: 500 } : { rounds: 5, ms: 1_500 }),
  start: recorder => startUp(recorder, { rounds: quick ? 3 : 9 }),
  growth: recorder => growth(recorder, { quick, rounds: quick ? 2 : 5 }),
  breadth: recorder => breadth(recorder, { quick }),
  stillness: recorder =>
    stillness(recorder, quick ? { seconds: 3, requests: 20_000 } : { seconds: 20, requests: 1_000_000 }),
  commands: recorder => commands(recorder, { quick }),
}

const wanted = values.only?.split(',') ?? Object.keys(parts)
const unknown = wanted.find(name => !parts[name])
if (unknown) {
  console.error(`There is no part '${unknown}'; there are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const recorder = new Recorder()
const loadBefore = loadNow()
for (const name of wanted) {
  console.log(name)
  await parts[name]?.(recorder)
}
const file = join(root, values.out)
mkdirSync(dirname(file), { recursive: true })
writeResults(file, recorder.results({ quick, pinned, loadBefore }), values.only !== undefined)
console.log(`Results are in ${values.out}; \`npm run bench:publish\` draws and writes them out.`)
