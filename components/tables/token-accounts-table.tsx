import { memo, useMemo } from 'react'
import { visible } from '@/lib/format/visible'
import type { TokenAccountItem } from '@/lib/rpc/items'
import { type Column, type ColumnName, shownColumns } from '@/lib/urls/columns'
import { accountHref, type Cluster, type UrlFilter, walletFilter, walletTokensHref } from '@/lib/urls/links'
import { AccountDetail } from '../account/account-detail'
import type { LensRow } from '../lens/compared-rows'
import { LayoutCaption, LayoutCells, LayoutHeads } from '../lens/layout-columns'
import type { UsedLayout } from '../lens/layout-in-address'
import { useListLayout } from '../lens/layout-store'
import { CopyButton } from '../values/copy-button'
import { Digits } from '../values/digits'
import { Identifier } from '../values/identifier'
import { type Cells, ColumnHeads, RowCells } from './columns'
import type { OpenRow } from './row-opener'
import { RowOpener } from './row-opener'
import { type RowWindow, rowCountOf, TableRows } from './table-rows'

/** Token accounts that a delegate may move, one a row. Amounts are base units. Interface 2.7. */
export function TokenAccountsTable({
  items,
  columns,
  cluster,
  open,
  mintHref,
  window,
}: {
  items: readonly TokenAccountItem[]
  /** Columns that are shown; null: all. Must be the same object while it says the same. */
  columns: readonly string[] | null
  cluster: Cluster
  open: OpenRow
  mintHref(mint: string): string
  window?: RowWindow | undefined
}) {
  const layout = useListLayout()
  const shown = useMemo(() => shownColumns('tokenAccounts', columns), [columns])
  const span = 1 + shown.length + layout.fields.length
  const accounts = useMemo(() => items.map(({ account }) => account), [items])
  return (
    <table
      className="rows cards"
      aria-label="Token accounts"
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
          <TokenAccountRow
            item={item}
            cluster={cluster}
            open={open}
            isOpen={open.hash === item.account.hash}
            mintHref={mintHref(item.tokenData.mint)}
            columns={shown}
            span={span}
            rowIndex={rowIndex}
            layout={layout}
            // To the open row alone: the others need not be drawn again when rows are added.
            rows={open.hash === item.account.hash ? accounts : undefined}
          />
        )}
      </TableRows>
    </table>
  )
}

const identityOf = ({ account }: TokenAccountItem) => account.hash

interface Row {
  item: TokenAccountItem
  cluster: Cluster
  mintHref: string
  filters: readonly UrlFilter[]
}

const CELLS: Cells<'tokenAccounts', Row> = {
  hash: ({ item: { account }, cluster, filters }) => (
    <Identifier
      text={account.hash}
      what="hash"
      href={accountHref(account.hash, cluster, { owner: account.owner, filters })}
      short
    />
  ),
  mint: ({ item: { tokenData }, mintHref }) => <Identifier text={tokenData.mint} what="mint" href={mintHref} short />,
  wallet: ({ item: { tokenData }, cluster }) => (
    <Identifier text={tokenData.owner} what="wallet" href={walletTokensHref(tokenData.owner, cluster)} short />
  ),
  amount: ({ item: { tokenData } }) => (
    <span>
      <Digits value={tokenData.amount} />
      <CopyButton text={String(tokenData.amount)} what="amount" />
    </span>
  ),
  state: ({ item: { tokenData } }) => <TokenState state={tokenData.state} />,
  slot: ({ item: { account } }) => <Digits value={account.slotCreated} />,
}

/** One token account, and all of it where it stands open. Drawn again only when it changes. */
const TokenAccountRow = memo(function TokenAccountRow({
  item,
  cluster,
  open,
  isOpen,
  mintHref,
  columns,
  span,
  rowIndex,
  layout,
  rows,
}: {
  item: TokenAccountItem
  cluster: Cluster
  open: OpenRow
  isOpen: boolean
  mintHref: string
  columns: readonly Column<ColumnName<'tokenAccounts'>>[]
  span: number
  rowIndex: number | undefined
  layout: UsedLayout
  rows: readonly LensRow[] | undefined
}) {
  const { account, tokenData } = item
  // All compressed tokens have one owner, the token program: only its wallet's part is short enough to search.
  const filters = [walletFilter(tokenData.owner)]
  return (
    <>
      <tr className="row" data-open={isOpen ? '' : undefined} aria-rowindex={rowIndex}>
        <td className="opener">
          <RowOpener hash={account.hash} what="token account" open={open} />
        </td>
        <RowCells columns={columns} cells={CELLS} row={{ item, cluster, mintHref, filters }} />
        <LayoutCells layout={layout} data={account.data} base={0} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={span}>
            {tokenData.tlv && (
              <p className="pb-2 text-sm">
                Extension data (base64):{' '}
                <bdi dir="ltr" className="id">
                  {visible(tokenData.tlv)}
                </bdi>
                <CopyButton text={tokenData.tlv} what="extension data" />
              </p>
            )}
            <AccountDetail account={account} cluster={cluster} filters={filters} {...(rows && { rows })} />
          </td>
        </tr>
      )}
    </>
  )
})

/** `initialized` and `frozen` are what indexers send today; any other text is shown as it is. Interface 2.9. */
function TokenState({ state }: { state: string }) {
  const chipClass = state === 'initialized' ? 'chip-live' : state === 'frozen' ? 'chip-doubt' : ''
  return (
    <bdi dir="ltr" className={`chip ${chipClass}`}>
      {visible(state)}
    </bdi>
  )
}
