import { cachedTokenData } from '../../account/lens/token-data'
import { delegatedAmount } from '../../account/lens/token-extensions'
import { decodedCell, isDecodedColumn } from '../../api/idl'
import { base64Length } from '../../format/base64'
import type { UrlSlice } from '../../page/address'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { type ColumnName, columnsOf } from './columns'

/* Shared by the server (whole lists) and the browser (loaded rows). */

/** Sorts exactly: numbers by size, texts by characters. Null: an empty cell. */
export type CellValue = bigint | number | string | null

type ValueOf<Row> = (row: Row, slice: UrlSlice | null) => CellValue

type MemberColumn<R extends RowsName> = {
  [Name in ColumnName<R> & keyof Items[R]]: Items[R][Name] extends CellValue ? Name : never
}[ColumnName<R> & keyof Items[R]]

const VALUES: {
  readonly [R in RowsName]: { readonly [Name in Exclude<ColumnName<R>, MemberColumn<R>>]: ValueOf<Items[R]> }
} = {
  accounts: {
    mint: (row, slice) => cachedTokenData(row, slice)?.mint ?? null,
    amount: (row, slice) => cachedTokenData(row, slice)?.amount ?? null,
    wallet: (row, slice) => cachedTokenData(row, slice)?.owner ?? null,
    delegate: (row, slice) => cachedTokenData(row, slice)?.delegate ?? null,
    state: (row, slice) => cachedTokenData(row, slice)?.state ?? null,
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
    // 0 means unknown. Interface 2.8.
    time: ({ blockTime }) => (blockTime === 0 ? null : blockTime),
  },
}

export function cellReader<R extends RowsName>(rows: R, column: string): ValueOf<Items[R]> {
  const values: Readonly<Record<string, ValueOf<Items[R]>>> = VALUES[rows]
  const value = Object.hasOwn(values, column) ? values[column] : undefined
  if (value) return value
  if (isDecodedColumn(column)) return (row) => decodedCell(row, column)
  if (!columnsOf(rows).some(({ name }) => name === column)) throw new Error(`no column ${column} among ${rows}`)
  return (row) => row[column as keyof Items[R]] as CellValue
}
