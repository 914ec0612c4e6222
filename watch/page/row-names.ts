/** What rows are about. */

interface Statements {
  readonly requirements: Readonly<Record<string, { readonly statement: string }>>
}

/** What the kinds of passes ask: reads only, which cost nothing, or everything. */
export const KINDS = { reads: 'reads', full: 'all checks' }

/** Beside the requirements of the specification: whether the deployment answers and accepts its keys. */
export const REACHABLE = 'REACHABLE'

/** Beside the requirements, too: that replies were compared with the twin. Each difference is a row whose name begins so. */
export const TWIN = 'TWIN'

export const isDrift = (id: string) => id.startsWith(TWIN)

/** The difference that a row is about; empty for the comparison as a whole. */
export const differenceIn = (id: string) => id.slice(TWIN.length + 1)

export const statementIn = ({ requirements }: Statements, id: string): string =>
  id === REACHABLE
    ? 'The deployment answers, and accepts its keys.'
    : isDrift(id)
      ? differenceIn(id)
      : (requirements[id]?.statement ?? '')

/** The present ones of rows that have followed each other. */
export const presentOf = <Row extends { readonly until: number | null }>(one: {
  readonly verdicts: readonly Row[]
}): Row[] => one.verdicts.filter(row => row.until === null)
