import type { Items, RowsName } from '../rpc/items'
import { csvText } from './csv'

/** One column: its name, which is the interface's path to the value, and the value as text for a CSV field, exact; empty for none. */
interface Column<Row> {
  name: string
  of(row: Row): string
}

/** An integer by its digits, a text so that it is not read as a number; empty for none. */
function shown(value: string | number | bigint | null | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? csvText(value) : String(value)
}

/** Columns of an account. Interface 2.4. */
function accountColumns<Row>(prefix: string, accountOf: (row: Row) => Items['accounts']): Column<Row>[] {
  const column = (name: string, of: (account: Items['accounts']) => string | number | bigint | null | undefined) => ({
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

/** Columns by what rows are. Interface 2.4, 2.7, 2.8. */
export const columns: { readonly [R in RowsName]: readonly Column<Items[R]>[] } = {
  accounts: accountColumns('', (row) => row),
  tokenAccounts: [
    { name: 'tokenData.mint', of: ({ tokenData }) => shown(tokenData.mint) },
    { name: 'tokenData.owner', of: ({ tokenData }) => shown(tokenData.owner) },
    { name: 'tokenData.amount', of: ({ tokenData }) => shown(tokenData.amount) },
    { name: 'tokenData.delegate', of: ({ tokenData }) => shown(tokenData.delegate) },
    { name: 'tokenData.state', of: ({ tokenData }) => shown(tokenData.state) },
    { name: 'tokenData.tlv', of: ({ tokenData }) => shown(tokenData.tlv) },
    ...accountColumns<Items['tokenAccounts']>('account.', ({ account }) => account),
  ],
  signatures: [
    { name: 'signature', of: ({ signature }) => shown(signature) },
    { name: 'slot', of: ({ slot }) => shown(slot) },
    { name: 'blockTime', of: ({ blockTime }) => shown(blockTime) },
  ],
}

/** The column that identifies a row, as identityOf() does. */
export const identityColumn: { readonly [R in RowsName]: string } = {
  accounts: 'hash',
  tokenAccounts: 'account.hash',
  signatures: 'signature',
}

/** Which column (from 0) holds what tells a row from all others: its hash or signature. */
export function identityColumnIndex(rows: RowsName): number {
  return columns[rows].findIndex(({ name }) => name === identityColumn[rows])
}
