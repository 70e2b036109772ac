import { memo, useMemo } from 'react'
import { base64Length } from '@/lib/format/bytes'
import { discriminatorHex, groupDigits } from '@/lib/format/integers'
import type { AccountItem } from '@/lib/rpc/items'
import { type Column, type ColumnName, shownColumns } from '@/lib/urls/columns'
import { accountHref, type Cluster, type UrlFilter } from '@/lib/urls/links'
import { AccountDetail } from '../account/account-detail'
import { LayoutCaption, LayoutCells, LayoutHeads } from '../lens/layout-columns'
import type { UsedLayout } from '../lens/layout-in-address'
import { useListLayout } from '../lens/layout-store'
import type { LensList } from '../lens/selection-links'
import { Digits } from '../values/digits'
import { Identifier } from '../values/identifier'
import { Lamports } from '../values/lamports'
import { type Cells, ColumnHeads, RowCells } from './columns'
import { type OpenRow, RowOpener } from './row-opener'
import { type RowWindow, rowCountOf, TableRows } from './table-rows'

/** Compressed accounts, one a row; a row opens to the whole account. Interface 2.4. */
export function AccountsTable({
  items,
  columns,
  cluster,
  open,
  filters,
  window,
  list,
}: {
  items: readonly AccountItem[]
  /** Columns that are shown; null: all. Must be the same object while it says the same. */
  columns: readonly string[] | null
  cluster: Cluster
  open: OpenRow
  /** What narrows this list: carried by the links to its accounts, whose pages then find the row in the same list. */
  filters?: readonly UrlFilter[]
  window?: RowWindow | undefined
  /** What the list was asked for, for links from an open row. Must be the same object while it says the same. */
  list?: LensList
}) {
  const layout = useListLayout()
  const withAddress = items.some((item) => item.address)
  const shown = useMemo(
    () => shownColumns('accounts', columns).filter(({ name }) => withAddress || name !== 'address'),
    [columns, withAddress],
  )
  const span = 1 + shown.length + layout.fields.length
  return (
    <table
      className="rows cards"
      aria-label="Compressed accounts"
      aria-rowcount={rowCountOf(window)}
      data-chosen={columns ? '' : undefined}
    >
      <LayoutCaption layout={layout} />
      <thead>
        <tr>
          <th scope="col" className="opener">
            <span className="sr-only">Open</span>
          </th>
          <ColumnHeads columns={shown} />
          <LayoutHeads layout={layout} />
        </tr>
      </thead>
      <TableRows items={items} identity={identityOf} columns={span} window={window}>
        {(item, rowIndex) => (
          <AccountRow
            account={item}
            cluster={cluster}
            open={open}
            filters={filters}
            isOpen={open.hash === item.hash}
            roomy={!withAddress}
            columns={shown}
            span={span}
            rowIndex={rowIndex}
            layout={layout}
            // To the open row alone: the others need not be drawn again when rows are added.
            rows={open.hash === item.hash ? items : undefined}
            list={list}
          />
        )}
      </TableRows>
    </table>
  )
}

const identityOf = ({ hash }: AccountItem) => hash

interface Row {
  account: AccountItem
  cluster: Cluster
  filters: readonly UrlFilter[] | undefined
  /** True where there is room for a longer hash. */
  roomy: boolean
}

const CELLS: Cells<'accounts', Row> = {
  hash: ({ account: { hash, owner }, cluster, filters, roomy }) => (
    <Identifier
      text={hash}
      what="hash"
      href={accountHref(hash, cluster, { owner, ...(filters && { filters }) })}
      short
      roomy={roomy}
    />
  ),
  address: ({ account: { address } }) => (address ? <Identifier text={address} what="address" short /> : <None />),
  lamports: ({ account }) => <Lamports value={account.lamports} />,
  data: ({ account }) => <DataCell data={account.data} />,
  leaf: ({ account }) => <Digits value={account.leafIndex} />,
  tree: ({ account }) => <Identifier text={account.tree} what="tree" short copy={false} />,
  slot: ({ account }) => <Digits value={account.slotCreated} />,
}

/** One account, and all of it where it stands open. Drawn again only when it changes: a long list scrolls past it. */
const AccountRow = memo(function AccountRow({
  account,
  cluster,
  open,
  filters,
  isOpen,
  roomy,
  columns,
  span,
  rowIndex,
  layout,
  rows,
  list,
}: {
  account: AccountItem
  cluster: Cluster
  open: OpenRow
  filters: readonly UrlFilter[] | undefined
  isOpen: boolean
  roomy: boolean
  columns: readonly Column<ColumnName<'accounts'>>[]
  span: number
  rowIndex: number | undefined
  layout: UsedLayout
  rows: readonly AccountItem[] | undefined
  list: LensList | undefined
}) {
  return (
    <>
      <tr className="row" data-open={isOpen ? '' : undefined} aria-rowindex={rowIndex}>
        <td className="opener">
          <RowOpener hash={account.hash} what="account" open={open} />
        </td>
        <RowCells columns={columns} cells={CELLS} row={{ account, cluster, filters, roomy }} />
        <LayoutCells layout={layout} data={account.data} base={list?.slice?.offset ?? 0} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={span}>
            <AccountDetail
              account={account}
              cluster={cluster}
              filters={filters}
              {...(rows && { rows })}
              {...(list && { list })}
            />
          </td>
        </tr>
      )}
    </>
  )
})

/** Size of the data and its discriminator, as bytes and as the u64 that the interface answers. */
function DataCell({ data }: { data: AccountItem['data'] }) {
  if (!data) return <None />
  const length = base64Length(data.data)
  return (
    <span>
      <span className="number">{length === null ? 'not base64' : `${groupDigits(length)} B`}</span>
      <span className="id ms-2 text-muted" title={`discriminator ${data.discriminator}`}>
        {discriminatorHex(data.discriminator)}
        <span className="sr-only"> (discriminator {String(data.discriminator)})</span>
      </span>
    </span>
  )
}

/** Stands where the indexer answered null. */
function None() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
