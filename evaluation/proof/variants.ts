/** Every choice of every dimension alone, over the whole suite: any `violated` on one of them is an error of the suite. */
import { Random } from '#mock'
import { run } from '../../conformance/index.ts'
import type { Deployments } from './deployments.ts'
import { type Difference, partsOf } from './lawful/dimension.ts'
import { allDimensions } from './lawful/index.ts'

/** A lawful deployment that differs from the usual one. */
export interface Variant {
  readonly id: string
  readonly what: string
  /** Also runs the check that uses up a rate limit, which takes a while. */
  readonly limits?: boolean
  readonly difference: Difference
}

export const variants: readonly Variant[] = [
  { id: 'clean', what: 'the mock as it is', limits: true, difference: {} },
  ...allDimensions.flatMap(one =>
    partsOf(one, () => new Random(one.id)).map(({ id, make }) => ({
      id,
      what: `${one.what}: ${id.split('=')[1]}`,
      limits: one.limits ?? false,
      difference: make(),
    })),
  ),
]

export interface VariantResult {
  readonly id: string
  readonly what: string
  readonly exit: number
  readonly met: number
  readonly notExercised: number
  /** Each is a false alarm. */
  readonly violated: readonly { readonly requirement: string; readonly said: string }[]
  readonly faults: number
  /** What is missing according to the suite, by requirement. */
  readonly missing: Readonly<Record<string, string>>
  readonly seconds: number
}

/** Runs the suite against the variant and returns every false alarm. */
export async function runVariant(
  deployments: Deployments,
  { id, what, difference, limits = false }: Variant,
  { overHttp = true } = {},
): Promise<VariantResult> {
  const began = performance.now()
  using deployment = deployments.open(difference)
  const target = difference.target?.(deployment.target, deployment) ?? deployment.target
  const fetch = overHttp ? undefined : deployment.fetch
  const report = await run(target, { journal: false, skipRateLimit: !limits, ...(fetch && { fetch }) })
  const rowsWith = (verdict: string) => report.requirements.filter(row => row.verdict === verdict)
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
    violated: rowsWith('violated').map(row => ({ requirement: row.id, said: said(row) })),
    faults: report.counts.harness_error,
    missing: Object.fromEntries(rowsWith('not exercised').map(row => [row.id, said(row)])),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}
