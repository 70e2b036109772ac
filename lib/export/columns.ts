import type { MethodName, WireResult } from '../rpc/methods'
import { csvText } from './csv'

/** The operations whose lists can be taken away whole. design.md 4.4. */
export type ExportedMethod = Extract<
  MethodName,
  'getCompressedAccountsByOwner' | 'getCompressedTokenAccountsByDelegate' | 'getLatestCompressionSignatures'
>

export type ExportedRow<M extends ExportedMethod> = WireResult<M>['value']['items'][number]

/** One column: its name, which is the interface's path to the value, and the value as text for a CSV field, exact; empty for none. */
interface Column<Row> {
  name: string
  of(row: Row): string
}

type Account = ExportedRow<'getCompressedAccountsByOwner'>

/** An integer by its digits, a text safe from being taken for one; empty for none. */
function shown(value: string | number | bigint | null | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? csvText(value) : String(value)
}

/** Columns of an account. Interface 2.4. */
function accountColumns<Row>(prefix: string, accountOf: (row: Row) => Account): Column<Row>[] {
  const column = (name: string, of: (account: Account) => string | number | bigint | null | undefined) => ({
    name: prefix + name,
    of: (row: Row) => shown(of(accountOf(row))),
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
    { name: 'tokenData.mint', of: ({ tokenData }) => shown(tokenData.mint) },
    { name: 'tokenData.owner', of: ({ tokenData }) => shown(tokenData.owner) },
    { name: 'tokenData.amount', of: ({ tokenData }) => shown(tokenData.amount) },
    { name: 'tokenData.delegate', of: ({ tokenData }) => shown(tokenData.delegate) },
    { name: 'tokenData.state', of: ({ tokenData }) => shown(tokenData.state) },
    { name: 'tokenData.tlv', of: ({ tokenData }) => shown(tokenData.tlv) },
    ...accountColumns<ExportedRow<'getCompressedTokenAccountsByDelegate'>>('account.', ({ account }) => account),
  ],
  getLatestCompressionSignatures: [
    { name: 'signature', of: ({ signature }) => shown(signature) },
    { name: 'slot', of: ({ slot }) => shown(slot) },
    { name: 'blockTime', of: ({ blockTime }) => shown(blockTime) },
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
