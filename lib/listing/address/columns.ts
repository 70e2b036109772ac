import type { RowsName } from '../../protocol/rpc/items'

/*
 * The columns of each kind of row, in their order: the one list that headings, cells, a phone's cards, the Columns menu,
 * addresses, find, copies and sorting are made from. What stands in a column: components/account draws it,
 * lib/listing/address/column-values.ts compares it. An address names the columns that are shown, `columns=` once for each; without it
 * a list shows its own. The first says which row it is and is always there; exports and the API have every field.
 * features.md a57.
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
  /** What its order is about, where that is not the size of its numbers or the alphabet. */
  order?: 'age' | 'length'
  /** True where it is read out of token data: lists of token accounts alone have it. */
  ofTokens?: boolean
  /** Where it is shown only when it is chosen: in every list, or in those of token accounts. */
  standsBack?: 'always' | 'tokens'
  /** Where it stands on a phone's card of two lines. Left out: only where the reader chose columns. */
  card?: CardPlace
}

/** The places of a card: both ends of its first line, and of its second. The second begins with as many as stand there. */
export type CardPlace = 'first' | 'first-end' | 'second' | 'second-end'

const COLUMNS = {
  accounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'mint', heading: 'Mint', ofTokens: true, card: 'second' },
    { name: 'amount', heading: 'Amount', unit: 'base units', figure: true, ofTokens: true, card: 'first-end' },
    { name: 'wallet', heading: 'Wallet', ofTokens: true, card: 'second' },
    { name: 'delegate', heading: 'Delegate', ofTokens: true },
    { name: 'state', heading: 'State', ofTokens: true, card: 'second-end' },
    { name: 'data', heading: 'Data', order: 'length', standsBack: 'tokens', card: 'second' },
    { name: 'address', heading: 'Address', standsBack: 'tokens' },
    { name: 'lamports', heading: 'SOL', figure: true, standsBack: 'tokens', card: 'first-end' },
    { name: 'leaf', heading: 'Leaf index', figure: true, standsBack: 'tokens' },
    { name: 'tree', heading: 'State tree', standsBack: 'always' },
    { name: 'slot', heading: 'Created (slot)', figure: true, order: 'age', card: 'second-end' },
  ],
  tokenAccounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'mint', heading: 'Mint', card: 'second' },
    { name: 'amount', heading: 'Amount', unit: 'base units', figure: true, card: 'first-end' },
    { name: 'delegated', heading: 'Delegated', unit: 'base units', figure: true, card: 'second-end' },
    { name: 'wallet', heading: 'Wallet', card: 'second' },
    { name: 'state', heading: 'State', card: 'second-end' },
    { name: 'slot', heading: 'Created (slot)', figure: true, order: 'age' },
  ],
  signatures: [
    { name: 'signature', heading: 'Signature', card: 'first' },
    { name: 'slot', heading: 'Slot', figure: true, order: 'age', card: 'first-end' },
    { name: 'time', heading: 'Time', order: 'age', card: 'second' },
  ],
} as const satisfies { readonly [R in RowsName]: readonly Column[] }

export const TABLES = Object.keys(COLUMNS) as RowsName[]

/** What a column of a kind may be called. */
export type ColumnName<R extends RowsName> = (typeof COLUMNS)[R][number]['name']

export function columnsOf<R extends RowsName>(rows: R): readonly Column<ColumnName<R>>[] {
  return COLUMNS[rows]
}

/** The columns that a list may show. @param tokens true where its accounts are those of the token program */
export function offeredColumns<R extends RowsName>(rows: R, tokens: boolean): readonly Column<ColumnName<R>>[] {
  return columnsOf(rows).filter(({ ofTokens }) => tokens || !ofTokens)
}

/**
 * The columns that a table shows, in its order.
 * @param chosen what its address names; null: those that the list shows of itself
 * @param tokens true where its accounts are those of the token program
 */
export function shownColumns<R extends RowsName>(
  rows: R,
  chosen: readonly string[] | null,
  tokens = false,
): readonly Column<ColumnName<R>>[] {
  return offeredColumns(rows, tokens).filter(({ name, standsBack }, i) => {
    if (i === 0) return true
    if (chosen !== null) return chosen.includes(name)
    return standsBack === undefined || (standsBack === 'tokens' && !tokens)
  })
}

/*
 * How a list is sorted, as addresses and the API name it: `sort=<column>`, or `sort=-<column>` with the greatest first.
 * Columns have the names that `columns=` has. design.md 4.3.
 */

/** By which column a list is sorted, and in which direction. */
export interface Sort {
  column: string
  descending: boolean
}

/** Reads the text of a sort; null for text that names no column of these rows. */
export function readSort(rows: RowsName, text: string): Sort | null {
  const descending = text.startsWith('-')
  const column = descending ? text.slice(1) : text
  return columnsOf(rows).some(({ name }) => name === column) ? { column, descending } : null
}

/** The text that readSort() reads. */
export function sortText({ column, descending }: Sort): string {
  return descending ? `-${column}` : column
}

/** What a sort of these rows may be, in words that complete "sort …". */
export function sortRule(rows: RowsName): string {
  const names = columnsOf(rows).map(({ name }) => name)
  return `must be one of ${names.join(', ')}, or one of them behind a minus: greatest first`
}

export function orderOf({ figure, order }: Column): 'age' | 'length' | 'size' | 'alphabet' {
  return order ?? (figure ? 'size' : 'alphabet')
}

/**
 * The sort that a click on a column's heading leads to: the newest, longest or greatest first, texts from the beginning of
 * the alphabet; the other direction; and none.
 */
export function nextSort(column: Column, current: Sort | null): Sort | null {
  const { name } = column
  const falling = orderOf(column) !== 'alphabet'
  if (current?.column !== name) return { column: name, descending: falling }
  return current.descending === falling ? { column: name, descending: !falling } : null
}
