// Fuzzing: batches of inputs of a grammar, each batch on what takes it afresh, so that a failure is replayed by its seed and
// the number of its batch. Nothing but a refusal comes of an input, in bounded time and memory.
import { Random } from '../../mock/simulation/random.ts'
import { type Cost, costOf, TIMES_TO_BE_DEAR, tooDear } from './cost.ts'
import { BATCH } from './grammar.ts'
import { type GrammarName, grammars } from './grammars.ts'

/** A rule for every input that was broken. */
export interface FuzzProblem {
  readonly batch: number
  readonly says: string
  /** What was sent, shortened. */
  readonly input: string
}

export interface FuzzOptions {
  readonly seed: number
  readonly inputs: number
  readonly firstBatch?: number
  /** Hears of the size of each input in bytes, and of its cost. */
  readonly onInput?: (bytes: number, cost: Cost) => void
  /** Hears of each batch that is done. */
  readonly onBatch?: (batch: number, problems: readonly FuzzProblem[]) => void
}

/** Sends inputs of a grammar until there were as many as wanted; the problems that were found, in order. */
export async function fuzz(
  name: GrammarName,
  { seed, inputs, firstBatch = 0, onInput, onBatch }: FuzzOptions,
): Promise<FuzzProblem[]> {
  const problems: FuzzProblem[] = []
  const batches = Math.ceil(inputs / BATCH)
  for (let batch = firstBatch; batch < firstBatch + batches; batch++) {
    let { found, dear } = await run(name, seed, batch, onInput)
    for (let time = 1; time < TIMES_TO_BE_DEAR && dear.size > 0; time++) {
      const again = await run(name, seed, batch, undefined, dear)
      dear = new Map([...dear].filter(([index]) => again.dear.has(index)))
    }
    found = [...found, ...dear.values()]
    problems.push(...found)
    onBatch?.(batch, found)
  }
  return problems
}

/** Sends a batch; with `suspects`, the inputs that were dear before, only these and what they may depend on. */
async function run(
  name: GrammarName,
  seed: number,
  batch: number,
  onInput: FuzzOptions['onInput'],
  suspects?: ReadonlyMap<number, FuzzProblem>,
) {
  const random = new Random(`${seed}/${batch}`)
  // The others change nothing that the next one meets.
  const isRequest = name === 'requests'
  const found: FuzzProblem[] = []
  const dear = new Map<number, FuzzProblem>()
  const bugs: unknown[] = []
  const hear = (error: unknown) => void bugs.push(error)
  process.on('uncaughtException', hear)
  try {
    await using grammar = await grammars[name](hear)
    for (let n = 0; n < BATCH; n++) {
      const input = grammar.input(random, n)
      if (suspects && !isRequest && !suspects.has(n)) continue
      // Ends the turn: timers fire, and what weak references have shown in it can be collected.
      await new Promise(resolve => setImmediate(resolve))
      let wrong: string | undefined
      const cost = await costOf(async () => {
        wrong = await grammar.take(input, n).catch(hear)
      }, suspects?.has(n))
      const { length } = input
      onInput?.(length, cost)
      const problem = (says: string): FuzzProblem => ({ batch, says, input: shown(Buffer.from(input)) })
      const tooMuch = tooDear(cost, length, isRequest)
      if (tooMuch) dear.set(n, problem(tooMuch))
      for (const bug of bugs.splice(0))
        found.push(problem(`a bug: ${bug instanceof Error ? bug.stack : String(bug)}`))
      if (wrong) found.push(problem(wrong))
    }
    for (const says of (await grammar.after?.()) ?? []) found.push({ batch, says, input: 'the whole batch' })
  } finally {
    process.off('uncaughtException', hear)
  }
  return { found, dear }
}

function shown(sent: Buffer): string {
  const text = sent.toString()
  return text.length > 1_200 ? `${text.slice(0, 900)} … ${text.slice(-200)} (${sent.length} bytes)` : text
}
