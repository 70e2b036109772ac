import { Fragment, type MouseEvent } from 'react'
import { base64Length } from '@/lib/format/bytes'
import { discriminatorHex, groupDigits } from '@/lib/format/integers'
import type { WireResult } from '@/lib/rpc/methods'
import { accountHref, type Cluster } from '@/lib/urls/links'
import { AccountDetail } from './account-detail'
import { Digits } from './digits'
import { Identifier } from './identifier'
import { Lamports } from './lamports'
import { RowOpener } from './row-opener'

export type AccountItem = WireResult<'getCompressedAccountsByOwner'>['value']['items'][number]

/** How rows open: which one stands open, where its link leads, what a click does once scripts run. */
export interface OpenRow {
  hash: string | null
  hrefFor(hash: string | null): string
  onToggle(event: MouseEvent, hash: string | null): void
}

/** Compressed accounts, one a row; a row opens to the whole account. Interface 2.4. */
export function AccountsTable({
  items,
  cluster,
  open,
}: {
  items: readonly AccountItem[]
  cluster: Cluster
  open: OpenRow
}) {
  const withAddress = items.some((item) => item.address)
  const columns = withAddress ? 8 : 7
  return (
    <table className="rows" aria-label="Compressed accounts">
      <thead>
        <tr>
          <th scope="col" className="opener">
            <span className="sr-only">Open</span>
          </th>
          <th scope="col">Hash</th>
          {withAddress && <th scope="col">Address</th>}
          <th scope="col" className="figure">
            Lamports
          </th>
          <th scope="col">Data</th>
          <th scope="col" className="figure">
            Leaf
          </th>
          <th scope="col">Tree</th>
          <th scope="col" className="figure">
            Slot created
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const isOpen = open.hash === item.hash
          return (
            <Fragment key={item.hash}>
              <tr className="row" data-open={isOpen ? '' : undefined}>
                <td className="opener">
                  <RowOpener hash={item.hash} what="account" open={open} />
                </td>
                <td data-label="Hash">
                  <Identifier
                    text={item.hash}
                    what="hash"
                    href={accountHref(item.hash, cluster)}
                    short
                    roomy={!withAddress}
                  />
                </td>
                {withAddress && (
                  <td data-label="Address">
                    {item.address ? <Identifier text={item.address} what="address" short /> : <None />}
                  </td>
                )}
                <td data-label="Lamports" className="figure">
                  <Lamports value={item.lamports} />
                </td>
                <td data-label="Data">
                  <DataCell data={item.data} />
                </td>
                <td data-label="Leaf" className="figure">
                  <Digits value={item.leafIndex} />
                </td>
                <td data-label="Tree">
                  <Identifier text={item.tree} what="tree" short copy={false} />
                </td>
                <td data-label="Slot created" className="figure">
                  <Digits value={item.slotCreated} />
                </td>
              </tr>
              {isOpen && (
                <tr className="row-detail">
                  <td colSpan={columns}>
                    <AccountDetail account={item} cluster={cluster} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Size of the data and its discriminator, as bytes and as the u64 that the interface answers. */
function DataCell({ data }: { data: AccountItem['data'] }) {
  if (!data) return <None />
  const length = base64Length(data.data)
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="number">{length === null ? 'not base64' : `${groupDigits(length)} B`}</span>
      <span className="id text-muted" title={`discriminator ${data.discriminator}`}>
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
