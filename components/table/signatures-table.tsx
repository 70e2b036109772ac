import { memo, type ReactNode, useMemo } from 'react'
import { type Column, type ColumnName, shownColumns } from '@/lib/listing/address/columns'
import { type Cluster, txHref } from '@/lib/page/address'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { BlockTime } from '../ui/block-time'
import { Digits } from '../ui/digits'
import { Identifier } from '../ui/identifier'
import { type Cells, ColumnHeads, RowCells, type RowWindow, rowCountOf, TableRows } from './table-rows'
import { useDescribes, WhatHappened } from './what-happened'

/** `roles`: what each signature did, where that can be derived. Interface 2.8. */
export function SignaturesTable({
  items,
  columns = null,
  cluster,
  roles,
  window,
}: {
  items: readonly SignatureItem[]
  /** Null: all. Must be a stable reference. */
  columns?: readonly string[] | null
  cluster: Cluster
  roles?: readonly ReactNode[]
  window?: RowWindow | undefined
}) {
  const shown = useSignatureColumns(columns)
  return (
    <table
      className="rows cards"
      aria-label="Signatures"
      aria-rowcount={rowCountOf(window)}
      data-chosen={columns ? '' : undefined}
    >
      <thead>
        <tr>
          {roles && <th scope="col">{ROLE}</th>}
          <ColumnHeads columns={shown} />
        </tr>
      </thead>
      <TableRows items={items} identity={identityOf} columns={shown.length + (roles ? 1 : 0)} window={window}>
        {(item, rowIndex) => (
          <SignatureRow
            item={item}
            columns={shown}
            cluster={cluster}
            role={roles?.[items.indexOf(item)]}
            rowIndex={rowIndex}
          />
        )}
      </TableRows>
    </table>
  )
}

/** Only tables with roles have it; no URL names it. */
const ROLE = 'Role'

const identityOf = ({ signature }: SignatureItem) => signature

interface DrawnSignature {
  item: SignatureItem
  cluster: Cluster
}

type SignatureColumn = Column<ColumnName<'signatures'> | 'happened'>

const HAPPENED: SignatureColumn = { name: 'happened', heading: 'What happened', card: 'second', isUnsorted: true }

export function useSignatureColumns(chosen: readonly string[] | null): readonly SignatureColumn[] {
  const describes = useDescribes()
  return useMemo(() => {
    const shown = shownColumns('signatures', chosen)
    return describes ? [...shown.slice(0, 1), HAPPENED, ...shown.slice(1)] : shown
  }, [chosen, describes])
}

export type SignatureCells<Row> = Cells<'signatures', Row> & { readonly happened: (row: Row) => ReactNode }

export const SIGNATURE_CELLS: SignatureCells<DrawnSignature> = {
  happened: ({ item: { signature }, cluster }) => <WhatHappened signature={signature} cluster={cluster} />,
  signature: ({ item: { signature }, cluster }) => (
    <Identifier text={signature} what="signature" href={txHref(signature, cluster)} short roomy />
  ),
  slot: ({ item }) => <Digits value={item.slot} />,
  time: ({ item }) => <BlockTime seconds={item.blockTime} />,
}

const SignatureRow = memo(function SignatureRow({
  item,
  columns,
  cluster,
  role,
  rowIndex,
}: DrawnSignature & {
  columns: readonly SignatureColumn[]
  role: ReactNode
  rowIndex: number | undefined
}) {
  return (
    <tr className="row" aria-rowindex={rowIndex}>
      {role !== undefined && (
        <td data-label={ROLE} data-card="role">
          {role}
        </td>
      )}
      <RowCells columns={columns} cells={SIGNATURE_CELLS} row={{ item, cluster }} />
    </tr>
  )
})
