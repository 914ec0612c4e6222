// Tables, short ones as they are and long ones with only the rows in view (`long-table.tsx`), made of the same columns.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'

/** Everything about one column, so that adding one is one entry. */
export interface Column<Row> {
  readonly head: string
  /** The heading is only read out, because the cells speak for themselves. */
  readonly hideHead?: boolean
  readonly cell: (row: Row) => ComponentChildren
  /**
   * A CSS length, or a share of what is left such as `2fr`. A short table is as wide as its content needs, and gives
   * the rest to its column with a share.
   */
  readonly width?: string
  /** Figures stand at the end of their cell, so that their digits are below each other. */
  readonly align?: 'end'
  /** The narrowest window that shows the column. Default: a phone. */
  readonly from?: 'tablet' | 'desk'
  /** Further classes of the cell. */
  readonly class?: string
}

const queries = [matchMedia('(min-width: 761px)'), matchMedia('(min-width: 1181px)')]
/** 0 for a phone, 1 for a tablet, 2 for a desk. */
const windowSize = signal(0)
for (const query of queries) {
  const measure = () => {
    windowSize.value = queries.filter(({ matches }) => matches).length
  }
  measure()
  query.addEventListener('change', measure)
}

/** The columns that the window has room for. */
export function shownColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ from }) => from === undefined || (from === 'desk' ? 2 : 1) <= windowSize.value)
}

/** The classes of a cell. */
export const classOf = <Row,>({ align, class: more = '' }: Column<Row>) =>
  `${align === 'end' ? 'right number' : ''} ${more}`

/** What the head of a column says. */
export function Head({ of: { head, hideHead } }: { of: Pick<Column<never>, 'head' | 'hideHead'> }) {
  return hideHead ? <span class="only-read">{head}</span> : head
}

interface TableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What tells one row from the others. Default: its id. */
  id?: (row: Row) => string
  plain?: boolean
  /** Rows behind the others. */
  footer?: ComponentChildren
}

/** A table of all its rows. A `plain` one stands among text: without hover, and its first column names the row. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, id = row => (row as { id: string }).id, plain = false, footer } = props
  const shown = shownColumns(columns)
  return (
    <div class={plain ? '' : 'table-frame'}>
      <table class={`table ${plain ? 'plain' : ''}`}>
        <thead class={shown.every(({ hideHead }) => hideHead) ? 'only-read' : ''}>
          <tr>
            {shown.map(column => (
              <th scope="col" key={column.head} class={column.align === 'end' ? 'right' : ''}>
                <Head of={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={id(row)}>
              {shown.map((column, index) => {
                const style = `${classOf(column)} ${column.width?.endsWith('fr') ? 'wide cut' : ''}`
                return plain && index === 0 ? (
                  <th scope="row" key={column.head} class={style}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.head} class={style}>
                    {column.cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
          {footer}
        </tbody>
      </table>
    </div>
  )
}
