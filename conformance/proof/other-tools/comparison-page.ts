/** The comparison as Markdown: who took part with what, counts side by side, and each mutant and variant. */

/** A tool, with what it checks and what of it could not be made green on the clean mock; or why it is not there. */
export type Column =
  | { readonly name: string; readonly checks: number; readonly leftOut: readonly string[] }
  | { readonly name: string; readonly absent: string }

/** Where it begins on the page of the proof, which it ends. */
export const BEGINNING = '\n## Against other tools\n'

export interface Row {
  readonly id: string
  readonly lawful: boolean
  /** By the name of the tool, and `ours`. */
  readonly noticed: Readonly<Record<string, boolean>>
}

export function comparisonPage(columns: readonly Column[], rows: readonly Row[]): string {
  const names = ['ours', ...columns.map(({ name }) => name)]
  const count = (lawful: boolean, name: string) => {
    const asked = rows.filter(row => row.lawful === lawful && name in row.noticed)
    const found = asked.filter(row => row.noticed[name]).length
    return asked.length === 0 ? 'not run' : `${found} of ${asked.length}`
  }
  const mark = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no')
  const line = (first: string, cells: readonly string[]) => `| ${[first, ...cells].join(' | ')} |`
  const titles = names.map(name => (name === 'ours' ? 'this suite' : name))
  return [
    '',
    ...columns.map(participation),
    '',
    line('', titles),
    line(
      '---',
      names.map(() => '---:'),
    ),
    line(
      'mutants noticed',
      names.map(name => count(false, name)),
    ),
    line(
      'false alarms on lawful variants',
      names.map(name => count(true, name)),
    ),
    '',
    line('mutant or variant', titles),
    line(
      '---',
      names.map(() => '---'),
    ),
    ...rows.map(({ id, noticed }) =>
      line(
        id,
        names.map(name => mark(noticed[name])),
      ),
    ),
    '',
  ].join('\n')
}

function participation(column: Column): string {
  if ('absent' in column) return `- ${column.name} took no part: ${column.absent.replaceAll(/\s+/g, ' ')}`
  const { name, checks, leftOut } = column
  const which =
    leftOut.length === 0 ? 'all of them green' : `left out, because they fail there: ${list(leftOut)}`
  return `- ${name}: ${checks} checks on the clean mock, ${which}`
}

const MAX = 12
function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX).map(name => `\`${name}\``)
  return names.length > MAX ? `${shown.join(', ')} and ${names.length - MAX} more` : shown.join(', ')
}
