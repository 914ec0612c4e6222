// `npm run bench`: measures the mock beside others, and writes every sample to a file.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileFlag, flag, readList, readText, toggle } from '../../flags/flag.ts'
import { readScript, refuse } from '../../flags/script.ts'
import { against } from './against.ts'
import { breadth } from './breadth.ts'
import { budget } from './budget.ts'
import { growth } from './growth.ts'
import { keeping } from './keeping.ts'
import { root } from './processes.ts'
import { Recorder, writePart } from './results.ts'
import { shards } from './shards.ts'
import { startUp } from './start.ts'
import { stillness } from './stillness.ts'
import { everyOperation, throughput } from './throughput.ts'
import { twinCost } from './twin.ts'

const usage = `npm run bench -- [--quick] [--only A,B] [--out FILE]
       npm run bench -- --against REF [--quick] [--only A,B]`

const { flags: values } = readScript(usage, {
  quick: toggle('shorter, for a look and for CI'),
  only: flag('<parts>', 'some parts only; with --against, the names of requests', readList, {
    default: 'all',
  }),
  against: flag('<ref>', 'the working tree beside another commit, in turns', readText),
  out: fileFlag('where the results go; parts that are not measured stay there', {
    default: 'evaluation/bench/results.json',
  }),
})
const { quick = false } = values
/** What is measured is the package of this tree, as its users have it. */
const build = () => execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
if (values.against !== undefined) {
  build()
  await against({ ref: values.against, quick, names: values.only })
  process.exit(0)
}
// Results of a quick look are not published, so they go to another file.
const out = values.out ?? (quick ? 'reports/bench-quick.json' : 'evaluation/bench/results.json')

/** Each has a longer and a shorter way. */
const parts: Record<string, (recorder: Recorder, quick: boolean) => Promise<void>> = {
  throughput,
  budget,
  keeping,
  shards,
  start: startUp,
  growth,
  breadth,
  stillness,
  operations: everyOperation,
  twin: twinCost,
}

const wanted = values.only ?? Object.keys(parts)
const unknown = wanted.find(name => !parts[name])
if (unknown !== undefined)
  refuse(`There is no part '${unknown}'; there are ${Object.keys(parts).join(', ')}.`)

build()
for (const name of wanted) {
  console.log(name)
  const recorder = new Recorder()
  await parts[name]?.(recorder, quick)
  // Part by part, so that what was measured stays when a later part fails.
  writePart(resolve(root, out), name, recorder.part(quick))
}
console.log(`Results are in ${out}; \`npm run bench:publish -- ${out}\` draws and writes them out.`)
