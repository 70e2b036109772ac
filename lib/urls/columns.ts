import type { RowsName } from '../rpc/items'

/*
 * The columns of each kind of row, in their order: the one list that headings, cells, a phone's cards, the Columns menu,
 * addresses and what lights up together are made from. What stands in a column: components/tables. An address names the
 * columns that are shown, `columns=` once for each; without it all are. The first says which row it is and is always
 * there; exports and the API have every field. features.md a57.
 */

/** A column of a list, wherever it is named: in addresses, above cells, on cards. */
export interface Column<Name extends string = string> {
  /** In addresses. */
  name: Name
  /** Above its cells, and beside them on a phone's cards. */
  heading: string
  /** What its numbers count; shown above the cells alone. */
  unit?: string
  /** True for numbers, whose digits stand below each other. */
  figure?: boolean
  /** Where it stands on a phone's card of two lines. Left out: only where the reader chose columns. */
  card?: CardPlace
}

/** The places of a card: both ends of its first line, and of its second. The second begins with as many as stand there. */
export type CardPlace = 'first' | 'first-end' | 'second' | 'second-end'

const COLUMNS = {
  accounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'address', heading: 'Address' },
    { name: 'lamports', heading: 'Lamports', figure: true, card: 'first-end' },
    { name: 'data', heading: 'Data', card: 'second' },
    { name: 'leaf', heading: 'Leaf', figure: true },
    { name: 'tree', heading: 'Tree' },
    { name: 'slot', heading: 'Slot created', figure: true, card: 'second-end' },
  ],
  tokenAccounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'mint', heading: 'Mint', card: 'second' },
    { name: 'wallet', heading: 'Wallet', card: 'second' },
    { name: 'amount', heading: 'Amount', unit: 'base units', figure: true, card: 'first-end' },
    { name: 'state', heading: 'State' },
    { name: 'slot', heading: 'Slot created', figure: true },
  ],
  signatures: [
    { name: 'signature', heading: 'Signature', card: 'first' },
    { name: 'slot', heading: 'Slot', figure: true, card: 'first-end' },
    { name: 'time', heading: 'Time', card: 'second' },
  ],
} as const satisfies { readonly [R in RowsName]: readonly Column[] }

/** The kinds of rows that tables have. */
export const TABLES = Object.keys(COLUMNS) as RowsName[]

/** What a column of a kind may be called. */
export type ColumnName<R extends RowsName> = (typeof COLUMNS)[R][number]['name']

/** All columns of a kind. */
export function columnsOf<R extends RowsName>(rows: R): readonly Column<ColumnName<R>>[] {
  return COLUMNS[rows]
}

/** The columns that a table shows, in its order. @param chosen what its address names; null: all */
export function shownColumns<R extends RowsName>(
  rows: R,
  chosen: readonly string[] | null,
): readonly Column<ColumnName<R>>[] {
  const all = columnsOf(rows)
  return chosen === null ? all : all.filter(({ name }, i) => i === 0 || chosen.includes(name))
}
