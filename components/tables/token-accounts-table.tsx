import { memo, useMemo } from 'react'
import { visible } from '@/lib/format/visible'
import type { TokenAccountItem } from '@/lib/rpc/items'
import { accountHref, type Cluster, walletFilter, walletTokensHref } from '@/lib/urls/links'
import { AccountDetail } from '../account/account-detail'
import type { LensRow } from '../lens/compared-rows'
import { LayoutCaption, LayoutCells, LayoutHeads } from '../lens/layout-columns'
import type { UsedLayout } from '../lens/layout-in-address'
import { useKeptLayout } from '../lens/layout-store'
import { CopyButton } from '../values/copy-button'
import { Digits } from '../values/digits'
import { Identifier } from '../values/identifier'
import type { OpenRow } from './row-opener'
import { RowOpener } from './row-opener'
import { type RowWindow, rowCountOf, TableRows } from './table-rows'

/** Without those of the reader's layout. */
const COLUMNS = 7

/** Token accounts that a delegate may move, one a row. Amounts are base units. Interface 2.7. */
export function TokenAccountsTable({
  items,
  cluster,
  open,
  mintHref,
  window,
}: {
  items: readonly TokenAccountItem[]
  cluster: Cluster
  open: OpenRow
  mintHref(mint: string): string
  window?: RowWindow | undefined
}) {
  const layout = useKeptLayout()
  const columns = COLUMNS + layout.fields.length
  const accounts = useMemo(() => items.map(({ account }) => account), [items])
  return (
    <table className="rows" aria-label="Token accounts" aria-rowcount={rowCountOf(window)}>
      <LayoutCaption layout={layout} />
      <thead>
        <tr>
          <th scope="col" className="opener">
            <span className="sr-only">Open</span>
          </th>
          <th scope="col" data-label="Hash">
            Hash
          </th>
          <th scope="col" data-label="Mint">
            Mint
          </th>
          <th scope="col" data-label="Wallet">
            Wallet
          </th>
          <th scope="col" className="figure" data-label="Amount">
            Amount (base units)
          </th>
          <th scope="col" data-label="State">
            State
          </th>
          <th scope="col" className="figure" data-label="Slot created">
            Slot created
          </th>
          <LayoutHeads layout={layout} />
        </tr>
      </thead>
      <TableRows items={items} identity={identityOf} columns={columns} window={window}>
        {(item, rowIndex) => (
          <TokenAccountRow
            item={item}
            cluster={cluster}
            open={open}
            isOpen={open.hash === item.account.hash}
            mintHref={mintHref(item.tokenData.mint)}
            columns={columns}
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

/** One token account, and all of it where it stands open. Drawn again only when it changes. */
const TokenAccountRow = memo(function TokenAccountRow({
  item: { account, tokenData },
  cluster,
  open,
  isOpen,
  mintHref,
  columns,
  rowIndex,
  layout,
  rows,
}: {
  item: TokenAccountItem
  cluster: Cluster
  open: OpenRow
  isOpen: boolean
  mintHref: string
  columns: number
  rowIndex: number | undefined
  layout: UsedLayout
  rows: readonly LensRow[] | undefined
}) {
  // All compressed tokens have one owner, the token program: only its wallet's part is short enough to search.
  const filters = [walletFilter(tokenData.owner)]
  const href = accountHref(account.hash, cluster, { owner: account.owner, filters })
  return (
    <>
      <tr className="row" data-open={isOpen ? '' : undefined} aria-rowindex={rowIndex}>
        <td className="opener">
          <RowOpener hash={account.hash} what="token account" open={open} />
        </td>
        <td data-label="Hash">
          <Identifier text={account.hash} what="hash" href={href} short />
        </td>
        <td data-label="Mint">
          <Identifier text={tokenData.mint} what="mint" href={mintHref} short />
        </td>
        <td data-label="Wallet">
          <Identifier text={tokenData.owner} what="wallet" href={walletTokensHref(tokenData.owner, cluster)} short />
        </td>
        <td data-label="Amount" className="figure">
          <span>
            <Digits value={tokenData.amount} />
            <CopyButton text={String(tokenData.amount)} what="amount" />
          </span>
        </td>
        <td data-label="State">
          <TokenState state={tokenData.state} />
        </td>
        <td data-label="Slot created" className="figure">
          <Digits value={account.slotCreated} />
        </td>
        <LayoutCells layout={layout} data={account.data} base={0} />
      </tr>
      {isOpen && (
        <tr className="row-detail">
          <td colSpan={columns}>
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
  const look = state === 'initialized' ? 'chip-live' : state === 'frozen' ? 'chip-doubt' : ''
  return (
    <bdi dir="ltr" className={`chip ${look}`}>
      {visible(state)}
    </bdi>
  )
}
