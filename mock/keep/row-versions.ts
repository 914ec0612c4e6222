// The form of the rows in a kept file, by version.

/** Raise it with every change of the form of a row, and add the step to `STEPS`. */
export const ROWS_VERSION = 1

/** Turns a row of one kind and version into that of the next version; kinds that did not change are left out. */
type Step = Readonly<Record<string, (row: Record<string, unknown>) => Record<string, unknown>>>

/** The step at index 0 leads from version 1 to version 2. */
const STEPS: readonly Step[] = []

/** The row as the current version has it. */
export function upgradeRow(
  kind: string,
  row: Record<string, unknown>,
  from: number,
): Record<string, unknown> {
  return STEPS.slice(from - 1).reduce((old, step) => step[kind]?.(old) ?? old, row)
}
