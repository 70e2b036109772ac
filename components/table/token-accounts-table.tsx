import { memo, useMemo } from 'react'
import { accountHref } from '@/lib/account/address'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { Proven } from '@/lib/account/proof/contract'
import { type Column, type ColumnName, shownColumns } from '@/lib/listing/address/columns'
import { walletFilter } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter } from '@/lib/page/address'
import type { TokenAccountItem } from '@/lib/protocol/rpc/items'
import { useListLayout } from '../account/lens/layout-store'
import { type LayoutColumns, useLayoutColumns } from '../account/lens/use-layout-columns'
import type { UsedLayout } from '../account/lens/used-layout'
import { RowDetail } from '../account/row-detail'
import { AmountCell, MintCell, type Narrow, StateCell, type TokenRow, WalletCell } from '../account/token-cells'
import { Digits } from '../ui/digits'
import { Identifier } from '../ui/identifier'
import { DelegatedCell } from './delegated-cell'
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

/** Interface 2.7. */
export function TokenAccountsTable({
  items,
  columns,
  cluster,
  open,
  narrow,
  units,
  window,
}: {
  items: readonly TokenAccountItem[]
  /** Null: the default columns. Must be a stable reference. */
  columns: readonly string[] | null
  cluster: Cluster
  open: OpenRow
  /** Must be a stable reference. */
  narrow: Narrow
  units: TokenUnits | null
  window?: RowWindow | undefined
}) {
  const layout = useListLayout()
  const layoutColumns = useLayoutColumns(layout)
  const hasExtensions = items.some(({ tokenData }) => tokenData.tlv)
  const shown = useMemo(
    () =>
      shownColumns('tokenAccounts', columns)
        // Without extensions it equals the amount.
        .filter(({ name }) => name !== 'delegated' || columns !== null || hasExtensions),
    [columns, hasExtensions],
  )
  const [identity, others] = useMemo(() => [shown.slice(0, 1), shown.slice(1)], [shown])
  const span = 1 + shown.length + layout.fields.length
  return (
    <table
      className={`rows cards ${units ? 'in-tokens' : ''}`}
      aria-label="Token accounts"
      aria-rowcount={rowCountOf(window)}
      data-chosen={columns ? '' : undefined}
    >
      {layoutColumns && <layoutColumns.LayoutCaption layout={layout} />}
      <thead>
        <tr>
          <th scope="col" className="opener">
            <span className="sr-only">Open</span>
          </th>
          <ColumnHeads columns={identity} />
          {layoutColumns && <layoutColumns.LayoutHeads layout={layout} />}
          <ColumnHeads columns={others} bare={units !== null} />
        </tr>
      </thead>
      <TableRows items={items} identity={identityOf} columns={span} window={window}>
        {(item, rowIndex) => (
          <TokenAccountRow
            item={item}
            cluster={cluster}
            open={open}
            isOpen={open.hash === item.account.hash}
            narrow={narrow}
            units={units}
            identity={identity}
            others={others}
            span={span}
            rowIndex={rowIndex}
            layout={layout}
            layoutColumns={layoutColumns}
          />
        )}
      </TableRows>
    </table>
  )
}

const identityOf = ({ account }: TokenAccountItem) => account.hash

interface DelegatedRow extends TokenRow {
  account: TokenAccountItem['account']
  filters: readonly UrlFilter[]
}

const CELLS: Cells<'tokenAccounts', DelegatedRow> = {
  hash: ({ account, cluster, filters }) => (
    <Identifier
      text={account.hash}
      what="hash"
      href={accountHref(account.hash, cluster, { owner: account.owner, filters })}
      short
    />
  ),
  mint: MintCell,
  amount: AmountCell,
  delegated: DelegatedCell,
  wallet: WalletCell,
  state: StateCell,
  slot: ({ account }) => <Digits value={account.slotCreated} />,
}

const TokenAccountRow = memo(function TokenAccountRow({
  item,
  cluster,
  open,
  isOpen,
  narrow,
  units,
  identity,
  others,
  span,
  rowIndex,
  layout,
  layoutColumns,
}: {
  item: TokenAccountItem
  cluster: Cluster
  open: OpenRow
  isOpen: boolean
  narrow: Narrow
  units: TokenUnits | null
  identity: readonly Column<ColumnName<'tokenAccounts'>>[]
  others: readonly Column<ColumnName<'tokenAccounts'>>[]
  span: number
  rowIndex: number | undefined
  layout: UsedLayout
  layoutColumns: LayoutColumns | null
}) {
  const { tokenData: token } = item
  const account: Proven<TokenAccountItem['account']> = item.account
  // All compressed tokens belong to the token program: only the wallet's part of that list is short enough to search.
  const filters = [walletFilter(token.owner)]
  const row = { account, token, cluster, narrow, filters, units }
  return (
    <>
      <tr
        className="row"
        data-open={isOpen ? '' : undefined}
        data-proof={account.proof?.result}
        aria-rowindex={rowIndex}
      >
        <td className="opener">
          <RowOpener hash={account.hash} what="token account" open={open} />
        </td>
        <RowCells columns={identity} cells={CELLS} row={row} />
        {layoutColumns && <layoutColumns.LayoutCells layout={layout} data={account.data} base={0} />}
        <RowCells columns={others} cells={CELLS} row={row} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={span}>
            <RowDetail
              account={account}
              token={token}
              cluster={cluster}
              filters={filters}
              inRows
              narrow={narrow}
              mints={units?.mints}
            />
          </td>
        </tr>
      )}
    </>
  )
})
