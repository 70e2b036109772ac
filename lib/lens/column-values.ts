import { base64Length } from '../format/bytes'
import type { Items, RowsName } from '../rpc/items'
import type { ColumnName } from '../urls/columns'
import type { UrlSlice } from '../urls/links'

/*
 * What stands in each column of a row as a value that can be compared, said once for the server, which sorts whole lists,
 * and for the browser, which sorts loaded rows. One more column in lib/urls/columns.ts does not compile without its value.
 */

/** A cell as sorting compares it, exact: numbers by size, texts by their characters. Null: an empty cell. */
export type CellValue = bigint | number | string | null

/** `slice`: the part of the accounts' data that was requested; null: all of it. */
type ValueOf<Row> = (row: Row, slice: UrlSlice | null) => CellValue

const VALUES: { readonly [R in RowsName]: { readonly [Name in ColumnName<R>]: ValueOf<Items[R]> } } = {
  accounts: {
    hash: ({ hash }) => hash,
    address: ({ address }) => address,
    lamports: ({ lamports }) => lamports,
    data: ({ data }) => data && base64Length(data.data),
    leaf: ({ leafIndex }) => leafIndex,
    tree: ({ tree }) => tree,
    slot: ({ slotCreated }) => slotCreated,
  },
  tokenAccounts: {
    hash: ({ account }) => account.hash,
    mint: ({ tokenData }) => tokenData.mint,
    wallet: ({ tokenData }) => tokenData.owner,
    amount: ({ tokenData }) => tokenData.amount,
    state: ({ tokenData }) => tokenData.state,
    slot: ({ account }) => account.slotCreated,
  },
  signatures: {
    signature: ({ signature }) => signature,
    slot: ({ slot }) => slot,
    // 0 stands for a time that is not known. Interface 2.8.
    time: ({ blockTime }) => (blockTime === 0 ? null : blockTime),
  },
}

/** how the cells of a column are read. @throws Error for a name that readSort() would not read. */
export function cellReader<R extends RowsName>(rows: R, column: string): ValueOf<Items[R]> {
  const values: Readonly<Record<string, ValueOf<Items[R]>>> = VALUES[rows]
  const value = Object.hasOwn(values, column) ? values[column] : undefined
  if (!value) throw new Error(`no column ${column} among ${rows}`)
  return value
}
