// Rows with a checksum, which reveals damage that SQLite does not: it checks the structure of its file, not the content.

/** The tables with their keys. The last column of each is the checksum of the others. */
export const KEYS = {
  setting: ['name'],
  layer: ['id'],
  workspace: ['id'],
  state: ['workspace'],
  snapshot: ['id'],
  change: ['number'],
} as const

export type TableName = keyof typeof KEYS
export type Column = string | number | null
export type Columns = Readonly<Record<string, Column>>

/** The checksum of a row of a table. */
export function sumOf(table: TableName, columns: readonly Column[]): number {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  return crc32(`${table}\0${columns.map(column => column ?? '\x01').join('\0')}`)
}

/** Whether the row is as it was written. */
export function isSound(table: TableName, row: Columns): boolean {
  const columns = Object.values(row)
  return columns.at(-1) === sumOf(table, columns.slice(0, -1))
}

/** What a message calls a row, such as `snapshot snap_1`. */
export function nameOfRow(table: TableName, row: Columns): string {
  return [table, ...KEYS[table].map(key => row[key])].join(' ')
}

/** The same of a damaged row; for a change with so many of its rows at most, as far as they can be read. */
export function nameOfDamaged(table: TableName, row: Columns, most = Number.POSITIVE_INFINITY): string {
  const rows = String(row.rows).matchAll(/(?:^\[|\],)\["(\w+)","([^"]+)",/g)
  const names = Array.from(rows, ([, kind, id]) => `${kind} ${id}`)
  if (names.length === 0) return nameOfRow(table, row)
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${nameOfRow(table, row)} (${names.slice(0, most).join(', ')}${more})`
}
