import type { ReactNode } from 'react'
import type { WireResult } from '@/lib/rpc/methods'
import { type Cluster, txHref } from '@/lib/urls/links'
import { BlockTime } from './block-time'
import { Digits } from './digits'
import { Identifier } from './identifier'

export type SignatureItem = WireResult<'getLatestCompressionSignatures'>['value']['items'][number]

/** Signatures, one a row. `roles` names what each did, where that can be derived. Interface 2.8. */
export function SignaturesTable({
  items,
  cluster,
  roles,
}: {
  items: readonly SignatureItem[]
  cluster: Cluster
  roles?: readonly ReactNode[]
}) {
  return (
    <table className="rows" aria-label="Signatures">
      <thead>
        <tr>
          {roles && <th scope="col">Role</th>}
          <th scope="col">Signature</th>
          <th scope="col" className="figure">
            Slot
          </th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={item.signature} className="row">
            {roles && <td data-label="Role">{roles[index]}</td>}
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
        ))}
      </tbody>
    </table>
  )
}
