import { memo, useMemo } from 'react'
import { accountHref } from '@/lib/account/address'
import { decompressedOf } from '@/lib/account/lens/decompressed'
import { type TokenData, tokenOf } from '@/lib/account/lens/token-data'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { Proven } from '@/lib/account/proof/contract'
import { type LamportsColumn, lamportsColumn } from '@/lib/format/amounts'
import { type Column, type ColumnName, shownColumns } from '@/lib/listing/address/columns'
import { walletFilter } from '@/lib/listing/address/owner-address'
import type { Cluster, UrlFilter } from '@/lib/page/address'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { useListLayout } from '../account/lens/layout-store'
import type { LensList } from '../account/lens/selection-links'
import { type LayoutColumns, useLayoutColumns } from '../account/lens/use-layout-columns'
import type { UsedLayout } from '../account/lens/used-layout'
import { RowDetail } from '../account/row-detail'
import {
  AmountCell,
  DelegateCell,
  MintCell,
  type Narrow,
  NOT_NARROWED,
  StateCell,
  type TokenRow,
  WalletCell,
} from '../account/token-cells'
import { None } from '../ui/amounts'
import { DecompressedMark } from '../ui/decompressed-mark'
import { Digits } from '../ui/digits'
import { Identifier } from '../ui/identifier'
import { LamportsInColumn } from '../ui/lamports-in-column'
import { DataCell, Discriminator } from './data-cell'
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

type Marked = AccountItem & { mark?: string }

const NO_FILTERS: readonly UrlFilter[] = []

/** Interface 2.4. */
export function AccountsTable({
  items,
  columns,
  tokens = false,
  cluster,
  open,
  filters = NO_FILTERS,
  narrow = NOT_NARROWED,
  units = null,
  window,
  list,
}: {
  items: readonly Marked[]
  /** Null: the default columns. Must be a stable reference. */
  columns: readonly string[] | null
  tokens?: boolean
  cluster: Cluster
  open: OpenRow
  /** Filters of the list, passed to account pages so that they find the row in the same list. */
  filters?: readonly UrlFilter[]
  /** Must be a stable reference. */
  narrow?: Narrow
  units?: TokenUnits | null
  window?: RowWindow | undefined
  /** Must be a stable reference. */
  list?: LensList
}) {
  const layout = useListLayout()
  const layoutColumns = useLayoutColumns(layout)
  const sol = useMemo(() => lamportsColumn(items.map(({ lamports }) => lamports)), [items])
  const { unit, decimals } = sol
  const hasAddress = items.some(({ address }) => address)
  const hasData = items.some(({ data }) => data)
  const hasLayout = layout.fields.length > 0
  const shown = useMemo(
    () =>
      shownColumns('accounts', columns, tokens)
        // Default columns omit empty ones, and the first bytes where a layout is shown.
        .filter(({ name }) => name !== 'address' || hasAddress)
        .filter(({ name }) => name !== 'data' || columns !== null || (hasData && !hasLayout))
        .map((column) =>
          column.name === 'lamports' && unit === 'lamports' ? { ...column, heading: 'Lamports' } : column,
        )
        // Cards of tokens have room for token data only.
        .map((column, i) => (tokens && i > 0 && !column.ofTokens ? withoutCard(column) : column)),
    [columns, tokens, hasAddress, hasData, hasLayout, unit],
  )
  const [identity, others] = useMemo(() => [shown.slice(0, 1), shown.slice(1)], [shown])
  const span = 1 + shown.length + layout.fields.length
  return (
    <table
      className={`rows cards ${units ? 'in-tokens' : ''}`}
      aria-label="Compressed accounts"
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
          <AccountRow
            account={item}
            tokens={tokens}
            cluster={cluster}
            open={open}
            filters={filters}
            narrow={narrow}
            units={units}
            isOpen={open.hash === item.hash}
            roomy={!tokens && !hasAddress && !hasData}
            identity={identity}
            others={others}
            unit={unit}
            decimals={decimals}
            span={span}
            rowIndex={rowIndex}
            layout={layout}
            layoutColumns={layoutColumns}
            list={list}
          />
        )}
      </TableRows>
    </table>
  )
}

const identityOf = ({ hash }: AccountItem) => hash

function withoutCard({ card, ...column }: Column<ColumnName<'accounts'>>): Column<ColumnName<'accounts'>> {
  return column
}

interface DrawnAccount extends Omit<TokenRow, 'token'>, LamportsColumn {
  account: Proven<Marked>
  token: TokenData | null
  tokens: boolean
  filters: readonly UrlFilter[]
  roomy: boolean
}

const CELLS: Cells<'accounts', DrawnAccount> = {
  hash: ({ account, account: { hash, owner }, cluster, filters, roomy, tokens }) => (
    <>
      <Identifier text={hash} what="hash" href={accountHref(hash, cluster, { owner, filters })} short roomy={roomy} />
      {!tokens && decompressedOf(account) && <DecompressedMark />}
      {account.mark && <span className="chip">{account.mark}</span>}
    </>
  ),
  mint: (row) => (hasToken(row) ? <MintCell {...row} /> : <NoToken account={row.account} />),
  amount: (row) => (hasToken(row) ? <AmountCell {...row} /> : <None />),
  wallet: (row) => (hasToken(row) ? <WalletCell {...row} /> : <None />),
  delegate: (row) => (hasToken(row) ? <DelegateCell {...row} /> : <None />),
  state: (row) => {
    if (hasToken(row)) return <StateCell {...row} />
    return decompressedOf(row.account) ? <DecompressedMark /> : <None />
  },
  data: ({ account }) => <DataCell data={account.data} />,
  address: ({ account: { address } }) => (address ? <Identifier text={address} what="address" short /> : <None />),
  lamports: ({ account, unit, decimals }) => (
    <LamportsInColumn value={account.lamports} unit={unit} decimals={decimals} />
  ),
  leaf: ({ account }) => <Digits value={account.leafIndex} />,
  tree: ({ account }) => <Identifier text={account.tree} what="tree" short copy={false} />,
  slot: ({ account }) => <Digits value={account.slotCreated} />,
}

function hasToken<R extends DrawnAccount>(row: R): row is R & TokenRow {
  return row.token !== null
}

function NoToken({ account: { data } }: { account: AccountItem }) {
  return <span className="text-muted">No token data {data && <Discriminator value={data.discriminator} />}</span>
}

/** Memoized: rows of a long list render only when they change. */
const AccountRow = memo(function AccountRow({
  account,
  tokens,
  cluster,
  open,
  filters: listFilters,
  narrow,
  units,
  isOpen,
  roomy,
  identity,
  others,
  unit,
  decimals,
  span,
  rowIndex,
  layout,
  layoutColumns,
  list,
}: Omit<DrawnAccount, 'token'> & {
  tokens: boolean
  open: OpenRow
  isOpen: boolean
  identity: readonly Column<ColumnName<'accounts'>>[]
  others: readonly Column<ColumnName<'accounts'>>[]
  span: number
  rowIndex: number | undefined
  layout: UsedLayout
  layoutColumns: LayoutColumns | null
  list: LensList | undefined
}) {
  const token = tokens ? tokenOf(account) : null
  // The token program owns every token account: only the wallet's part of that list is short enough to search.
  const filters = token && listFilters.length === 0 ? [walletFilter(token.owner)] : listFilters
  const row = { account, token, tokens, cluster, filters, narrow, roomy, unit, decimals, units }
  return (
    <>
      <tr
        className="row"
        data-open={isOpen ? '' : undefined}
        data-proof={account.proof?.result}
        aria-rowindex={rowIndex}
      >
        <td className="opener">
          <RowOpener hash={account.hash} what="account" open={open} />
        </td>
        <RowCells columns={identity} cells={CELLS} row={row} />
        {layoutColumns && (
          <layoutColumns.LayoutCells layout={layout} data={account.data} base={list?.slice?.offset ?? 0} />
        )}
        <RowCells columns={others} cells={CELLS} row={row} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={span}>
            <RowDetail
              account={account}
              cluster={cluster}
              filters={filters}
              inRows
              {...(list && { list })}
              narrow={narrow}
              mints={units?.mints}
            />
          </td>
        </tr>
      )}
    </>
  )
})
