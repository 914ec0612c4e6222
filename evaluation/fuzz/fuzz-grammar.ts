// Inputs of one grammar: nothing but a refusal comes of them, in time bounded by their size.
import { Random } from '../../mock/simulation/random.ts'
import { BATCH, type FuzzOptions, type FuzzProblem, MAX_CPU_MS, shown, TIMES_TO_BE_SLOW } from './fuzz.ts'
import { type GrammarName, grammars } from './grammars.ts'

/** Up to this size an input may take `MAX_CPU_MS`, beyond it in proportion. */
const BYTES_IN_TIME = 64 * 1024

export async function fuzzGrammar(
  name: GrammarName,
  { seed, inputs, firstBatch = 0, onInput, onBatch }: FuzzOptions,
): Promise<FuzzProblem[]> {
  await using grammar = await grammars[name]()
  const problems: FuzzProblem[] = []
  const uncaught: unknown[] = []
  const hear = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', hear)
  const cpuOf = async (input: string | Buffer): Promise<number> => {
    const began = process.threadCpuUsage()
    await grammar.take(input).catch(hear)
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1000
  }
  // What is loaded and compiled first is no input's.
  for (let n = 0; n < 5; n++) await cpuOf(grammar.input(new Random(`warm/${n}`)))
  uncaught.length = 0
  for (let batch = firstBatch; batch < firstBatch + Math.ceil(inputs / BATCH); batch++) {
    const random = new Random(`${seed}/${name}/${batch}`)
    const found: FuzzProblem[] = []
    for (let n = 0; n < BATCH; n++) {
      const input = grammar.input(random)
      const most = MAX_CPU_MS * Math.max(1, input.length / BYTES_IN_TIME)
      // Ends the turn: timers fire, and what weak references have shown in it can be collected.
      await new Promise(resolve => setImmediate(resolve))
      let ms = await cpuOf(input)
      for (let time = 1; time < TIMES_TO_BE_SLOW && ms > most; time++) ms = Math.min(ms, await cpuOf(input))
      onInput?.(input.length, ms)
      if (ms > most)
        uncaught.push(`took ${Math.round(ms)} ms of processor time for ${input.length} characters`)
      for (const bug of uncaught.splice(0))
        found.push({
          batch,
          says: bug instanceof Error ? `a bug: ${bug.stack}` : String(bug),
          input: shown(Buffer.from(input)),
        })
    }
    problems.push(...found)
    onBatch?.(batch, found)
  }
  process.off('uncaughtException', hear)
  return problems
}
