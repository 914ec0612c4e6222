// The form of a kept file, by version.

/** Raise it with every change of the form of a row or of the file, and add the step to `STEPS`. */
export const ROWS_VERSION = 3

type Row = Record<string, unknown>

/** What leads from one version to the next. */
interface Step {
  /** Changes the file itself. */
  readonly sql?: string
  /** Turns a row of a kind into that of the next version; kinds that did not change are left out. */
  readonly rows?: Readonly<Record<string, (row: Row) => Row>>
}

/** The step at index 0 leads from version 1 to version 2. */
const STEPS: readonly Step[] = [
  // Faults are kept, what each workspace was at its beginning, for resets, and how many there have been.
  {
    sql: `
      ALTER TABLE workspace ADD COLUMN beginning TEXT;
      UPDATE workspace SET faults = '{"count":0,"faults":[]}';
      INSERT INTO setting SELECT 'workspaces made', coalesce(max(CAST(substr(id, 4) AS INTEGER)), 0)
        FROM workspace WHERE id GLOB 'ws_[0-9]*';
      INSERT INTO setting SELECT 'snapshots made', coalesce(max(CAST(substr(id, 6) AS INTEGER)), 0) FROM snapshot;
    `,
  },
  // Everything that a world file can declare has a handle. Until then there was the demo only, whose handles follow from names.
  // And a workspace may be a team's, and expire.
  {
    sql: 'ALTER TABLE workspace ADD COLUMN lease TEXT;',
    rows: {
      people: row => ({ ...row, handle: personHandle(String(row.name)), position: 0 }),
      teams: row => ({ ...row, handle: `team-${plain(row.name)}` }),
      boards: row => ({ ...row, handle: `board-${plain(row.prefix)}` }),
      projects: row => ({
        ...row,
        handle: row.name === 'Year-end closing' ? 'project-year-end' : 'project-suppliers',
      }),
      clients: row => ({ ...row, handle: `client-${plain(row.name).split('-')[0]}` }),
    },
  },
]

const PEOPLE: Readonly<Record<string, string>> = {
  'Clara Hoffmann': 'admin',
  'Jonas Berger': 'manager',
  'Maya Lindqvist': 'member',
  'Tomasz Nowak': 'other',
  'Ines Carvalho': 'outsider-manager',
}

function personHandle(name: string): string {
  return `person-${PEOPLE[name] ?? plain(name).split('-')[0]}`
}

function plain(text: unknown): string {
  return String(text)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 -]/g, '')
    .toLowerCase()
    .replaceAll(' ', '-')
}

/** The statements that bring the file itself to the current version. */
export function upgradeStatements(from: number): string {
  return STEPS.slice(from - 1)
    .map(({ sql = '' }) => sql)
    .join('')
}

/** The kinds of rows that changed since a version. */
export function changedKinds(from: number): string[] {
  return [...new Set(STEPS.slice(from - 1).flatMap(({ rows = {} }) => Object.keys(rows)))]
}

/** The row as the current version has it. */
export function upgradeRow(kind: string, row: Row, from: number): Row {
  return STEPS.slice(from - 1).reduce((old, { rows }) => rows?.[kind]?.(old) ?? old, row)
}
