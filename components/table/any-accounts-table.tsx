import { memo, useMemo } from 'react'
import type { TokenData } from '@/lib/account/lens/token-data'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { WithProof } from '@/lib/account/proof/contract'
import type { IdlStructs } from '@/lib/api/idl'
import type { LamportsColumn } from '@/lib/format/amounts'
import type { Column } from '@/lib/listing/address/columns'
import { walletFilter } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter } from '@/lib/page/address'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { useListLayout } from '../account/lens/layout-store'
import type { LensList } from '../account/lens/selection-links'
import { useLayoutColumns } from '../account/lens/use-layout-columns'
import { RowDetail } from '../account/row-detail'
import type { Narrow, TokenRow } from '../account/token-cells'
import {
  type Cells,
  ColumnHeads,
  type OpenRow,
  RowCells,
  RowOpener,
  type RowWindow,
  rowCountOf,
  TableRows,
} from './table-rows'

export type MarkedAccount = AccountItem & { mark?: string }
type AccountRow = MarkedAccount | TokenAccountItem

interface SharedByRows extends Partial<LamportsColumn> {
  cluster: Cluster
  /** Filters of the list, passed to account pages so that they find the row in the same list. */
  filters: readonly UrlFilter[]
  narrow: Narrow
  units: TokenUnits | null
  structs?: IdlStructs
  roomy?: boolean
  tokenOf?: ((account: AccountItem) => TokenData | null) | null
}

export interface DrawnAccount extends SharedByRows {
  account: WithProof<MarkedAccount>
  token: TokenData | null
}

export type AccountCells = Cells<'accounts', DrawnAccount> | Cells<'tokenAccounts', DrawnAccount>

export function hasToken<R extends DrawnAccount>(row: R): row is R & TokenRow {
  return row.token !== null
}

export interface ListedAccounts {
  /** Null: the default columns. Must be a stable reference. */
  columns: readonly string[] | null
  cluster: Cluster
  open: OpenRow
  window?: RowWindow | undefined
}

/** Rows of accounts that open in place. Memoized values must be stable references, so that rows render only when they change. */
export function AccountTable({
  label,
  items,
  columns,
  chosen,
  cells,
  shared,
  open,
  window,
  list,
}: {
  label: string
  items: readonly AccountRow[]
  /** Must be a stable reference. */
  columns: readonly Column[]
  /** True where the user chose the columns. */
  chosen: boolean
  cells: AccountCells
  /** Must be a stable reference. */
  shared: SharedByRows
  open: OpenRow
  window: RowWindow | undefined
  /** Must be a stable reference. */
  list?: LensList | undefined
}) {
  const layout = useListLayout()
  const layoutColumns = useLayoutColumns(layout)
  const table = useMemo(
    () => ({
      ...{ cells, shared, list, layout, layoutColumns },
      identity: columns.slice(0, 1),
      others: columns.slice(1),
      span: 1 + columns.length + layout.fields.length,
    }),
    [columns, cells, shared, list, layout, layoutColumns],
  )
  return (
    <table
      className={`rows cards ${shared.units ? 'in-tokens' : ''}`}
      aria-label={label}
      aria-rowcount={rowCountOf(window)}
      data-chosen={chosen ? '' : undefined}
    >
      {layoutColumns && <layoutColumns.LayoutCaption layout={layout} />}
      <thead>
        <tr>
          <th scope="col" className="opener">
            {/* Rows have no text in this column, so a copied selection must not have any either. */}
            <span className="sr-only select-none">Open</span>
          </th>
          <ColumnHeads columns={table.identity} />
          {layoutColumns && <layoutColumns.LayoutHeads layout={layout} />}
          <ColumnHeads columns={table.others} units={shared.units} />
        </tr>
      </thead>
      <TableRows items={items} identity={hashOf} columns={table.span} window={window}>
        {(item, rowIndex) => (
          <Row item={item} open={open} rowIndex={rowIndex} table={table} isOpen={open.hash === hashOf(item)} />
        )}
      </TableRows>
    </table>
  )
}

const accountOf = (item: AccountRow): WithProof<MarkedAccount> => ('tokenData' in item ? item.account : item)
const hashOf = (item: AccountRow) => accountOf(item).hash

const Row = memo(function Row({
  item,
  open,
  rowIndex,
  table: { cells, shared, list, layout, layoutColumns, identity, others, span },
  isOpen,
}: {
  item: AccountRow
  open: OpenRow
  rowIndex: number | undefined
  table: Pick<Parameters<typeof AccountTable>[0], 'cells' | 'shared' | 'list'> & {
    layout: ReturnType<typeof useListLayout>
    layoutColumns: ReturnType<typeof useLayoutColumns>
    identity: readonly Column[]
    others: readonly Column[]
    span: number
  }
  isOpen: boolean
}) {
  const account = accountOf(item)
  const token = 'tokenData' in item ? item.tokenData : (shared.tokenOf?.(item) ?? null)
  // The token program owns every token account: only the wallet's part of that list is short enough to search.
  const filters = token && shared.filters.length === 0 ? [walletFilter(token.owner)] : shared.filters
  const { cluster, narrow, units, structs } = shared
  const row = { ...shared, account, token, filters }
  return (
    <>
      <tr
        className="row"
        data-open={isOpen ? '' : undefined}
        data-proof={account.proof?.result}
        aria-rowindex={rowIndex}
      >
        <td className="opener">
          <RowOpener hash={account.hash} what={'tokenData' in item ? 'token account' : 'account'} open={open} />
        </td>
        <RowCells columns={identity} cells={cells} row={row} />
        {layoutColumns && (
          <layoutColumns.LayoutCells layout={layout} data={account.data} base={list?.slice?.offset ?? 0} />
        )}
        <RowCells columns={others} cells={cells} row={row} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={span}>
            <RowDetail
              {...{ account, cluster, filters, narrow }}
              {...(token && { token })}
              {...(list && { list })}
              inRows
              mints={units?.mints}
              structs={structs}
            />
          </td>
        </tr>
      )}
    </>
  )
})
