/** The whole proof: mutants that must be noticed, variants that must not be, and servers that are none. */
import { requirements } from '#openapi'
import { run } from '../index.ts'
import { type Broken, type BrokenFate, broken, tryBroken } from './broken.ts'
import { type Fate, tryToKill } from './kill.ts'
import { catalogue, type Mutant } from './mutants/index.ts'
import { openStage, type Stage } from './stage.ts'
import { type Variant, variants } from './variants.ts'

export interface Results {
  readonly mutants: readonly Fate[]
  readonly variants: readonly VariantFate[]
  readonly broken: readonly BrokenFate[]
  /** Requirements of the ledger that no mutant violates. */
  readonly untouched: readonly string[]
  readonly seconds: { readonly mutants: number; readonly variants: number; readonly broken: number }
}

export interface VariantFate {
  readonly id: string
  readonly what: string
  readonly exit: number
  readonly met: number
  readonly notExercised: number
  /** Each is a false alarm. */
  readonly violated: readonly { readonly requirement: string; readonly said: string }[]
  readonly faults: number
  /** What it says is missing, by requirement. */
  readonly missing: Readonly<Record<string, string>>
  readonly seconds: number
}

export interface Choice {
  readonly mutants?: (mutant: Mutant) => boolean
  readonly variants?: (variant: Variant) => boolean
  readonly broken?: (one: Broken) => boolean
  /** Called after each piece of work. */
  readonly progress?: (done: number, total: number, what: string) => void
  /** How many pieces of work are under way at the same time. */
  readonly width?: number
}

/** Runs what is chosen; everything unless told. */
export async function prove(choice: Choice = {}): Promise<Results> {
  const all = () => true
  const todo = {
    mutants: catalogue.filter(choice.mutants ?? all),
    variants: variants.filter(choice.variants ?? all),
    broken: broken.filter(choice.broken ?? all),
  }
  const total = todo.mutants.length + todo.variants.length + todo.broken.length
  let done = 0
  const tell = (what: string) => choice.progress?.(++done, total, what)
  const { width = 8 } = choice
  const began = performance.now()
  const brokenFates = await inTurn(todo.broken, 3, tryBroken, one => tell(one.id))
  const afterBroken = performance.now()
  await using stage = await openStage(300)
  // Sixty requests in a minute need a minute that a busy machine can fill.
  await using calm = await openStage(60)
  const stageFor = ({ requirement }: Mutant) => (/^LIMIT-(0[7-9]|10)/.test(requirement) ? calm : stage)
  const fates = await inTurn(
    todo.mutants,
    width,
    one => tryToKill(stageFor(one), one),
    one => tell(one.id),
  )
  const afterMutants = performance.now()
  const variantFates = await inTurn(
    todo.variants,
    Math.ceil(width / 2),
    one => tryVariant(stage, one),
    one => tell(one.id),
  )
  const touched = new Set(catalogue.map(({ requirement }) => requirement))
  return {
    mutants: fates,
    variants: variantFates,
    broken: brokenFates,
    untouched: requirements.requirements.map(({ id }) => id as string).filter(id => !touched.has(id)),
    seconds: {
      broken: seconds(afterBroken - began),
      mutants: seconds(afterMutants - afterBroken),
      variants: seconds(performance.now() - afterMutants),
    },
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10

/** Some at a time; the results in the order of the items. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  width: number,
  act: (item: Item) => Promise<Result>,
  after: (item: Item) => void,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, item] = next
      results[at] = await act(item)
      after(item)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

async function tryVariant(stage: Stage, { id, what, deviation = {}, target }: Variant): Promise<VariantFate> {
  const began = performance.now()
  using deployment = stage.open(deviation)
  const pointed = target?.(deployment.target, deployment) ?? deployment.target
  // The rate limits take a while, and most variants have nothing to do with them.
  const skipRateLimit = !/clean|limit|pairs/.test(id)
  const report = await run(pointed, { journal: false, skipRateLimit })
  const of = (verdict: string) => report.requirements.filter(row => row.verdict === verdict)
  const said = (row: (typeof report.requirements)[number]) => {
    const first = row.findings.find(({ kind }) => kind === row.verdict)
    return first ? `${first.scenario}: ${first.sentence}` : ''
  }
  return {
    id,
    what,
    exit: report.exit,
    met: report.counts.met,
    notExercised: report.counts.not_exercised,
    violated: of('violated').map(row => ({ requirement: row.id, said: said(row) })),
    faults: report.counts.harness_error,
    missing: Object.fromEntries(of('not exercised').map(row => [row.id, said(row)])),
    seconds: seconds(performance.now() - began),
  }
}
