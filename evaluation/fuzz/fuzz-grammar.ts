// Inputs of one grammar: nothing but a refusal comes of them, in time and memory bounded by their size.
import { Random } from '../../mock/simulation/random.ts'
import { type Cost, costOf, MAX_CPU_MS, share, TIMES_TO_BE_DEAR, tooDear } from './cost.ts'
import { BATCH, type FuzzOptions, type FuzzProblem, shown } from './fuzz.ts'
import { type GrammarName, grammars } from './grammars.ts'

export async function fuzzGrammar(
  name: GrammarName,
  { seed, inputs, firstBatch = 0, onInput, onBatch }: FuzzOptions,
): Promise<FuzzProblem[]> {
  await using grammar = await grammars[name]()
  const problems: FuzzProblem[] = []
  const uncaught: unknown[] = []
  const hear = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', hear)
  const take = (input: string | Buffer, afresh = false) =>
    costOf(() => grammar.take(input).catch(hear), afresh)
  // What is loaded and compiled first is no input's.
  for (let n = 0; n < 5; n++) await take(grammar.input(new Random(`warm/${n}`)))
  uncaught.length = 0
  for (let batch = firstBatch; batch < firstBatch + Math.ceil(inputs / BATCH); batch++) {
    const random = new Random(`${seed}/${name}/${batch}`)
    const found: FuzzProblem[] = []
    for (let n = 0; n < BATCH; n++) {
      const input = grammar.input(random)
      // Ends the turn: timers fire, and what weak references have shown in it can be collected.
      await new Promise(resolve => setImmediate(resolve))
      const { length } = input
      const dearness = (cost: Cost) => tooDear(cost, length, MAX_CPU_MS * share(length))
      const cost = await take(input)
      onInput?.(length, cost)
      let dear = dearness(cost)
      for (let time = 1; time < TIMES_TO_BE_DEAR && dear; time++) dear = dearness(await take(input, true))
      if (dear) uncaught.push(dear)
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
