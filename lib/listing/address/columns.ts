import { isDecodedColumn } from '../../api/idl'
import type { CreatedRange } from '../../api/request-params'
import type { RowsName } from '../../protocol/rpc/items'

/*
 * The only definition of columns: headings, cells, cards, menus, addresses, search, copies and sorting use it. The first
 * column identifies the row and is always shown; exports and the API have every field. features.md a57.
 */

export interface Column<Name extends string = string> {
  name: Name
  heading: string
  unit?: string
  figure?: boolean
  /** What ascending order means, if not numeric or alphabetical. */
  order?: 'age' | 'length'
  ofTokens?: boolean
  /** Hidden unless chosen: in every list, or in those of token accounts. */
  hiddenByDefault?: 'always' | 'tokens'
  card?: CardPlace
  /** Not of the row itself, so that it cannot be sorted, chosen or found. */
  isUnsorted?: true
}

/** Positions on a card: both ends of its first and second lines. Several columns can begin the second. */
export type CardPlace = 'first' | 'first-end' | 'second' | 'second-end'

const COLUMNS = {
  accounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'amount', heading: 'Amount', unit: 'base units', figure: true, ofTokens: true, card: 'first-end' },
    { name: 'mint', heading: 'Mint', ofTokens: true, card: 'second' },
    { name: 'wallet', heading: 'Wallet', ofTokens: true, card: 'second' },
    { name: 'delegate', heading: 'Delegate', ofTokens: true },
    { name: 'state', heading: 'State', ofTokens: true, card: 'second-end' },
    { name: 'data', heading: 'Data', order: 'length', hiddenByDefault: 'tokens', card: 'second' },
    { name: 'address', heading: 'Address', hiddenByDefault: 'tokens' },
    { name: 'lamports', heading: 'SOL', figure: true, hiddenByDefault: 'tokens', card: 'first-end' },
    { name: 'leaf', heading: 'Leaf index', figure: true, hiddenByDefault: 'tokens' },
    { name: 'tree', heading: 'State tree', hiddenByDefault: 'always' },
    { name: 'slot', heading: 'Created', figure: true, order: 'age', card: 'second-end' },
  ],
  tokenAccounts: [
    { name: 'hash', heading: 'Hash', card: 'first' },
    { name: 'amount', heading: 'Amount', unit: 'base units', figure: true, card: 'first-end' },
    { name: 'mint', heading: 'Mint', card: 'second' },
    { name: 'delegated', heading: 'Delegated', unit: 'base units', figure: true, card: 'second-end' },
    { name: 'wallet', heading: 'Wallet', card: 'second' },
    { name: 'state', heading: 'State', card: 'second-end' },
    { name: 'slot', heading: 'Created', figure: true, order: 'age' },
  ],
  signatures: [
    { name: 'signature', heading: 'Signature', card: 'first' },
    { name: 'slot', heading: 'Slot', figure: true, order: 'age', card: 'first-end' },
    { name: 'time', heading: 'Time', order: 'age', card: 'second' },
  ],
} as const satisfies { readonly [R in RowsName]: readonly Column[] }

export const TABLES = Object.keys(COLUMNS) as RowsName[]

export type ColumnName<R extends RowsName> = (typeof COLUMNS)[R][number]['name']

export function columnsOf<R extends RowsName>(rows: R): readonly Column<ColumnName<R>>[] {
  return COLUMNS[rows]
}

export function offeredColumns<R extends RowsName>(rows: R, tokens: boolean): readonly Column<ColumnName<R>>[] {
  return columnsOf(rows).filter(({ ofTokens }) => tokens || !ofTokens)
}

/**
 * @param chosen columns of the address; null: the list's own
 * @param tokens true for accounts of the token program
 */
export function shownColumns<R extends RowsName>(
  rows: R,
  chosen: readonly string[] | null,
  tokens = false,
): readonly Column<ColumnName<R>>[] {
  return chosenColumns(offeredColumns(rows, tokens), chosen, tokens)
}

/** Behind the row's name. */
export function withDecoded<C extends Column>(columns: readonly C[], decoded: readonly C[]): readonly C[] {
  return [...columns.slice(0, 1), ...decoded, ...columns.slice(1)]
}

/** The first column is always among them. */
export function chosenColumns<C extends Column>(
  offered: readonly C[],
  chosen: readonly string[] | null,
  tokens: boolean,
): readonly C[] {
  return offered.filter(({ name, hiddenByDefault }, i) => {
    if (i === 0) return true
    if (chosen !== null) return chosen.includes(name)
    return hiddenByDefault === undefined || (hiddenByDefault === 'tokens' && !tokens)
  })
}

/* `sort=<column>`, or `sort=-<column>` with the greatest first; columns are named as in `columns=`. design.md 4.3. */

export interface Sort {
  column: string
  descending: boolean
  /** Only rows of accounts that were created then; absent: all. */
  created?: CreatedRange
}

/** Of rows by their creation. */
export const NEWEST_FIRST = '-slot'

export function readSort(rows: RowsName, text: string): Sort | null {
  const descending = text.startsWith('-')
  const column = descending ? text.slice(1) : text
  const isKnown =
    columnsOf(rows).some(({ name }) => name === column) || (rows === 'accounts' && isDecodedColumn(column))
  return isKnown ? { column, descending } : null
}

export function sortText({ column, descending }: Sort): string {
  return descending ? `-${column}` : column
}

export const DECODED_RULE = 'struct and <struct>.<field> of the program’s IDL'

export function sortRule(rows: RowsName): string {
  const names = columnsOf(rows).map(({ name }) => name)
  const decoded = rows === 'accounts' ? `, ${DECODED_RULE}` : ''
  return `must be one of ${names.join(', ')}${decoded}, or one of them behind a minus: greatest first`
}

export function columnOrder({ figure, order }: Column): 'age' | 'length' | 'size' | 'alphabet' {
  return order ?? (figure ? 'size' : 'alphabet')
}

/** Newest, longest or greatest first (texts alphabetically), then reversed, then none. */
export function nextSort(column: Column, current: Sort | null): Sort | null {
  const { name } = column
  const falling = columnOrder(column) !== 'alphabet'
  if (current?.column !== name) return { column: name, descending: falling }
  return current.descending === falling ? { column: name, descending: !falling } : null
}
