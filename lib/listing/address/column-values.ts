import { tokenOf } from '../../account/lens/token-data'
import { delegatedAmount } from '../../account/lens/token-extensions'
import { base64Length } from '../../format/base64'
import type { UrlSlice } from '../../page/address'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { type ColumnName, columnsOf } from './columns'

/*
 * What stands in each column of a row as a value that can be compared, said once for the server, which sorts whole lists,
 * and for the browser, which sorts loaded rows. A column that is called as a member of its rows has that member's value;
 * any other one in lib/listing/address/columns.ts does not compile without its value here.
 */

/** A cell as sorting compares it, exact: numbers by size, texts by their characters. Null: an empty cell. */
export type CellValue = bigint | number | string | null

/** `slice`: the part of the accounts' data that was requested; null: all of it. */
type ValueOf<Row> = (row: Row, slice: UrlSlice | null) => CellValue

/** Columns that are called as a member of their rows which can be compared as it stands. */
type MemberColumn<R extends RowsName> = {
  [Name in ColumnName<R> & keyof Items[R]]: Items[R][Name] extends CellValue ? Name : never
}[ColumnName<R> & keyof Items[R]]

const VALUES: {
  readonly [R in RowsName]: { readonly [Name in Exclude<ColumnName<R>, MemberColumn<R>>]: ValueOf<Items[R]> }
} = {
  accounts: {
    mint: (row, slice) => tokenOf(row, slice)?.mint ?? null,
    amount: (row, slice) => tokenOf(row, slice)?.amount ?? null,
    wallet: (row, slice) => tokenOf(row, slice)?.owner ?? null,
    delegate: (row, slice) => tokenOf(row, slice)?.delegate ?? null,
    state: (row, slice) => tokenOf(row, slice)?.state ?? null,
    data: ({ data }) => data && base64Length(data.data),
    leaf: ({ leafIndex }) => leafIndex,
    slot: ({ slotCreated }) => slotCreated,
  },
  tokenAccounts: {
    hash: ({ account }) => account.hash,
    mint: ({ tokenData }) => tokenData.mint,
    wallet: ({ tokenData }) => tokenData.owner,
    amount: ({ tokenData }) => tokenData.amount,
    delegated: ({ tokenData }) => delegatedAmount(tokenData),
    state: ({ tokenData }) => tokenData.state,
    slot: ({ account }) => account.slotCreated,
  },
  signatures: {
    // 0 stands for a time that is not known. Interface 2.8.
    time: ({ blockTime }) => (blockTime === 0 ? null : blockTime),
  },
}

/** How the cells of a column are read. @throws Error for a name that readSort() would not read. */
export function cellReader<R extends RowsName>(rows: R, column: string): ValueOf<Items[R]> {
  const values: Readonly<Record<string, ValueOf<Items[R]>>> = VALUES[rows]
  const value = Object.hasOwn(values, column) ? values[column] : undefined
  if (value) return value
  if (!columnsOf(rows).some(({ name }) => name === column)) throw new Error(`no column ${column} among ${rows}`)
  // A MemberColumn: the compiler asks for the value of every other one.
  return (row) => row[column as keyof Items[R]] as CellValue
}
