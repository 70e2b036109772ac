import type { TokenData } from '../lens/token-data'
import { tokenOf } from '../lens/token-data'
import type { AnyItem, Items, RowsName } from '../rpc/items'
import { isTokenProgram, type UrlSlice } from '../urls/links'
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

/** What is read out of an account's own data, by the names that files have for it: `owner` is the account's. */
const DECODED = {
  mint: ({ mint }: TokenData) => mint,
  token_owner: ({ owner }: TokenData) => owner,
  amount: ({ amount }: TokenData) => amount,
  delegate: ({ delegate }: TokenData) => delegate,
  state: ({ state }: TokenData) => state,
}

/** How token data is read out of the rows of a list; null where the list, by its parameters, is not the token program's. */
function decoder(rows: RowsName, params: object): ((row: AnyItem) => TokenData | null) | null {
  const { owner, dataSlice } = params as { owner?: string; dataSlice?: UrlSlice | null }
  if (rows !== 'accounts' || owner === undefined || !isTokenProgram(owner)) return null
  return (row) => ('hash' in row ? tokenOf(row, dataSlice ?? null) : null)
}

/** The columns of a list in files: those of its rows, and behind them what is decoded of the token program's accounts. */
export function fileColumns<R extends RowsName>(rows: R, params: object): readonly Column<Items[R]>[] {
  const decode = decoder(rows, params)
  if (!decode) return columns[rows]
  const decoded = Object.entries(DECODED).map(([name, of]) => ({
    name,
    of(row: Items[R]) {
      const token = decode(row)
      return token ? shown(of(token)) : ''
    },
  }))
  return [...columns[rows], ...decoded]
}

/** The same of one row as members of JSON; none for a row that holds no token data. */
export function decodedMembers(rows: RowsName, params: object, row: AnyItem): object {
  const token = decoder(rows, params)?.(row)
  return token ? Object.fromEntries(Object.entries(DECODED).map(([name, of]) => [name, of(token)])) : {}
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
