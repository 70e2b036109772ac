import type { MethodName, WireResult } from '../rpc/methods'

/** The operations whose lists can be taken away whole. design.md 4.4. */
export type ExportedMethod = Extract<
  MethodName,
  'getCompressedAccountsByOwner' | 'getCompressedTokenAccountsByDelegate' | 'getLatestCompressionSignatures'
>

export type ExportedRow<M extends ExportedMethod> = WireResult<M>['value']['items'][number]

/** One column: its name, which is the interface's path to the value, and the value as text, exact; empty for none. */
interface Column<Row> {
  name: string
  of(row: Row): string
}

type Account = ExportedRow<'getCompressedAccountsByOwner'>

const text = (value: string | number | bigint | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** Columns of an account. Interface 2.4. */
function accountColumns<Row>(prefix: string, accountOf: (row: Row) => Account): Column<Row>[] {
  const column = (name: string, of: (account: Account) => string | number | bigint | null | undefined) => ({
    name: prefix + name,
    of: (row: Row) => text(of(accountOf(row))),
  })
  return [
    column('hash', ({ hash }) => hash),
    column('address', ({ address }) => address),
    column('owner', ({ owner }) => owner),
    column('lamports', ({ lamports }) => lamports),
    column('data.discriminator', ({ data }) => data?.discriminator),
    column('data.data', ({ data }) => data?.data),
    column('data.dataHash', ({ data }) => data?.dataHash),
    column('tree', ({ tree }) => tree),
    column('leafIndex', ({ leafIndex }) => leafIndex),
    column('seq', ({ seq }) => seq),
    column('slotCreated', ({ slotCreated }) => slotCreated),
  ]
}

/** Columns of each list. Interface 2.4, 2.7, 2.8. */
export const columns: { readonly [M in ExportedMethod]: readonly Column<ExportedRow<M>>[] } = {
  getCompressedAccountsByOwner: accountColumns('', (row) => row),
  getCompressedTokenAccountsByDelegate: [
    { name: 'tokenData.mint', of: ({ tokenData }) => tokenData.mint },
    { name: 'tokenData.owner', of: ({ tokenData }) => tokenData.owner },
    { name: 'tokenData.amount', of: ({ tokenData }) => text(tokenData.amount) },
    { name: 'tokenData.delegate', of: ({ tokenData }) => text(tokenData.delegate) },
    { name: 'tokenData.state', of: ({ tokenData }) => tokenData.state },
    { name: 'tokenData.tlv', of: ({ tokenData }) => text(tokenData.tlv) },
    ...accountColumns<ExportedRow<'getCompressedTokenAccountsByDelegate'>>('account.', ({ account }) => account),
  ],
  getLatestCompressionSignatures: [
    { name: 'signature', of: ({ signature }) => signature },
    { name: 'slot', of: ({ slot }) => text(slot) },
    { name: 'blockTime', of: ({ blockTime }) => text(blockTime) },
  ],
}

/** The column that tells a row from all others. */
export const identityColumn: { readonly [M in ExportedMethod]: string } = {
  getCompressedAccountsByOwner: 'hash',
  getCompressedTokenAccountsByDelegate: 'account.hash',
  getLatestCompressionSignatures: 'signature',
}

export function identityColumnIndex(method: ExportedMethod): number {
  return columns[method].findIndex(({ name }) => name === identityColumn[method])
}
