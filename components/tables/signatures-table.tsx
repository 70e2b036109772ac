import { memo, type ReactNode } from 'react'
import type { SignatureItem } from '@/lib/rpc/items'
import { type Cluster, txHref } from '@/lib/urls/links'
import { BlockTime } from '../values/block-time'
import { Digits } from '../values/digits'
import { Identifier } from '../values/identifier'
import { type RowWindow, rowCountOf, TableRows } from './table-rows'

/** Signatures, one a row. `roles` names what each did, where that can be derived. Interface 2.8. */
export function SignaturesTable({
  items,
  cluster,
  roles,
  window,
}: {
  items: readonly SignatureItem[]
  cluster: Cluster
  roles?: readonly ReactNode[]
  window?: RowWindow | undefined
}) {
  return (
    <table className="rows" aria-label="Signatures" aria-rowcount={rowCountOf(window)}>
      <thead>
        <tr>
          {roles && (
            <th scope="col" data-label="Role">
              Role
            </th>
          )}
          <th scope="col" data-label="Signature">
            Signature
          </th>
          <th scope="col" className="figure" data-label="Slot">
            Slot
          </th>
          <th scope="col" data-label="Time">
            Time
          </th>
        </tr>
      </thead>
      <TableRows items={items} identity={identityOf} columns={roles ? 4 : 3} window={window}>
        {(item, rowIndex) => (
          <SignatureRow item={item} cluster={cluster} role={roles?.[items.indexOf(item)]} rowIndex={rowIndex} />
        )}
      </TableRows>
    </table>
  )
}

const identityOf = ({ signature }: SignatureItem) => signature

const SignatureRow = memo(function SignatureRow({
  item,
  cluster,
  role,
  rowIndex,
}: {
  item: SignatureItem
  cluster: Cluster
  role: ReactNode
  rowIndex: number | undefined
}) {
  return (
    <tr className="row" aria-rowindex={rowIndex}>
      {role !== undefined && <td data-label="Role">{role}</td>}
      <td data-label="Signature">
        <Identifier text={item.signature} what="signature" href={txHref(item.signature, cluster)} short roomy />
      </td>
      <td data-label="Slot" className="figure">
        <Digits value={item.slot} />
      </td>
      <td data-label="Time">
        <BlockTime seconds={item.blockTime} />
      </td>
    </tr>
  )
})
