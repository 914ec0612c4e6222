/** Whether a deployment still answers as its twin does: names, forms and statuses, as rows for the history. */
import type { Twin } from '#twin'
import type { Standing } from './history.ts'
import { differenceIn, TWIN } from './page/row-names.ts'
import { type SeenRow, said } from './seen.ts'
import type { Kind, Verdict } from './transition.ts'

/** Compares the recording of a pass with a twin. `before`: the verdicts so far. */
export async function driftRows(
  twin: Twin,
  lines: readonly string[],
  kind: Kind,
  before: readonly Standing[],
): Promise<SeenRow[]> {
  // Imported on demand, because most watches have no twin.
  const { callsIn, fidelity, replayInMock } = await import('#twin')
  const { differences } = fidelity(await replayInMock(callsIn(lines), { twin }))
  // What depends on data is no drift.
  const found = differences.flatMap(({ what, why }) => (why === 'state' ? [] : `${TWIN} ${inTwin(what)}`))
  const row = (requirement: string, verdict: Verdict): SeenRow => {
    const sentence = differenceIn(requirement)
    return { requirement, verdict, kind, evidence: said(sentence, sentence) }
  }
  return [
    row(TWIN, 'alike'),
    ...found.map(one => row(one, 'drifted')),
    ...before.flatMap(({ requirement, verdict, until }) =>
      verdict === 'drifted' && until === null && !found.includes(requirement)
        ? row(requirement, 'alike')
        : [],
    ),
  ]
}

/** A difference in the words of somebody who looks at the deployment. */
const inTwin = (what: string) =>
  /: the mock answers| is missing$| is more$/.test(what)
    ? what
        .replace(': the mock', ': the twin')
        .replace(/ is missing$/, ' is not in the twin')
        .replace(/ is more$/, ' is in the twin alone')
    : `${what} in the twin`
