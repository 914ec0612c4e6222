// npm run fuzz: sends inputs to mocks in this process, and prints what must hold and did not, with how to see it again.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { machineNow } from '../../mock/simulation/machine-time.ts'
import { BATCH, fuzz } from './fuzz.ts'

const HELP = `npm run fuzz -- [--inputs 20000] [--seed 1] [--batch <n>]

  --inputs <n>  how many inputs are sent (20000)
  --seed <n>    what they follow from (1)
  --batch <n>   begin with this batch; with --inputs ${BATCH} it is the only one`

/** Megabytes of objects that may be left when the mocks are gone. */
const MAX_MEGABYTES = 300

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    batch: { type: 'string', default: '0' },
    help: { type: 'boolean' },
  },
})
const [inputs, seed, firstBatch] = [values.inputs, values.seed, values.batch].map(Number)

if (values.help || ![inputs, seed, firstBatch].every(Number.isInteger)) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
let last = machineNow()
let most = 0
const problems = await fuzz({
  seed: seed!,
  inputs: inputs!,
  firstBatch: firstBatch!,
  onBatch(batch, found) {
    for (const { says, input } of found)
      console.log(
        `\n${says}\n${input}\n  again: npm run fuzz -- --seed ${seed} --batch ${batch} --inputs ${BATCH}`,
      )
    if (machineNow() - last < 10_000) return
    last = machineNow()
    collectGarbage()
    const megabytes = process.memoryUsage().heapUsed / 1e6
    most = Math.max(most, megabytes)
    console.log(`${(batch + 1 - firstBatch!) * BATCH} inputs, ${Math.round(megabytes)} MB of objects`)
  },
})
if (most > MAX_MEGABYTES) console.log(`${Math.round(most)} MB of objects are left by mocks that are gone.`)
console.log(
  `${inputs} inputs of seed ${seed}: ${problems.length === 0 ? 'everything held' : `${problems.length} problems`}.`,
)
process.exit(problems.length === 0 && most <= MAX_MEGABYTES ? 0 : 1)
