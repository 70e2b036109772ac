import { useMemo } from 'react'
import { accountHref } from '@/lib/account/address'
import { decompressedOf } from '@/lib/account/lens/decompressed'
import { cachedTokenData } from '@/lib/account/lens/token-data'
import type { TokenUnits } from '@/lib/account/mints/contract'
import type { IdlStructs } from '@/lib/api/idl'
import { lamportsColumn } from '@/lib/format/amounts'
import { base64Bytes, base64Length } from '@/lib/format/base64'
import { hexOf } from '@/lib/format/hex'
import { discriminatorHex, groupDigits } from '@/lib/format/numbers'
import { type Column, chosenColumns, offeredColumns, withDecoded } from '@/lib/listing/address/columns'
import type { UrlFilter } from '@/lib/page/address'
import { MINT_OFFSET, WALLET_OFFSET } from '@/lib/protocol/light/token-program'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { useListLayout } from '../account/lens/layout-store'
import type { LensList } from '../account/lens/selection-links'
import {
  AmountCell,
  DelegateCell,
  MintCell,
  type Narrow,
  NOT_NARROWED,
  StateCell,
  WalletCell,
} from '../account/token-cells'
import { None } from '../ui/amounts'
import { DecompressedMark } from '../ui/decompressed-mark'
import { Digits } from '../ui/digits'
import { Identifier } from '../ui/identifier'
import { LamportsInColumn } from '../ui/lamports'
import { lazyModule } from '../ui/lazy-module'
import { SlotWhen } from '../ui/slot-age'
import {
  AccountTable,
  type DrawnAccount,
  hasToken,
  type ListedAccounts,
  type MarkedAccount,
} from './any-accounts-table'
import type { Cells } from './table-rows'

/** Bytes shown per row. A multiple of three, so that a base64 prefix decodes by itself. */
const FIRST_BYTES = 6

const NO_STRUCTS: IdlStructs = {}

const useDecodedCells = lazyModule(() => import('../account/idl/decoded-cells'))

const NO_FILTERS: readonly UrlFilter[] = []

export function AccountsTable({
  items,
  columns,
  tokens = false,
  cluster,
  open,
  filters = NO_FILTERS,
  narrow = NOT_NARROWED,
  units = null,
  structs: known,
  window,
  list,
}: ListedAccounts & {
  items: readonly MarkedAccount[]
  tokens?: boolean
  filters?: readonly UrlFilter[]
  /** Must be a stable reference. */
  narrow?: Narrow
  units?: TokenUnits | null
  /** Must be a stable reference. */
  structs?: IdlStructs
  /** Must be a stable reference. */
  list?: LensList
}) {
  const { unit, decimals, hasAddress, hasData } = useMemo(
    () => ({
      ...lamportsColumn(items.map(({ lamports }) => lamports)),
      hasAddress: items.some(({ address }) => address),
      hasData: items.some(({ data }) => data),
    }),
    [items],
  )
  const first = items[0]
  const { own, fields: layoutFields } = useListLayout()
  const hasLayout = layoutFields.length > 0
  const { rows, structs } = useMemo(
    () => own?.decode(items) ?? { rows: items, structs: known ?? NO_STRUCTS },
    [own, items, known],
  )
  const { module: drawing } = useDecodedCells(Object.keys(structs).length > 0)
  const decoded = useMemo(() => {
    const columns = drawing ? drawing.decodedColumns(structs) : []
    return own ? columns.map((column) => ({ ...column, isUnsorted: true as const })) : columns
  }, [drawing, structs, own])
  const cells = useMemo(() => (drawing ? { ...CELLS, ...drawing.decodedCells(structs) } : CELLS), [drawing, structs])
  const shown = useMemo(
    () =>
      chosenColumns<Column>(withDecoded<Column>(offeredColumns('accounts', tokens), decoded), columns, tokens)
        // Default columns omit those that a filter fixes, empty ones, and the first bytes where a layout is shown.
        .filter(({ name }) => columns !== null || !first || !isFixed(name, filters, first))
        .filter(({ name }) => name !== 'address' || hasAddress)
        .filter(({ name }) => name !== 'data' || columns !== null || (hasData && !hasLayout && decoded.length === 0))
        .filter(({ name }) => name !== 'leaf' || columns !== null || decoded.length === 0)
        .map((column) =>
          column.name === 'lamports' && unit === 'lamports' ? { ...column, heading: 'Lamports' } : column,
        )
        // Cards of tokens have room for token data only.
        .map((column, i) => (tokens && i > 0 && !column.ofTokens ? withoutCard(column) : column)),
    [columns, tokens, first, filters, hasAddress, hasData, hasLayout, unit, decoded],
  )
  const roomy = !tokens && !hasAddress && !hasData && decoded.length === 0
  const tokenOf = tokens ? cachedTokenData : null
  const shared = useMemo(
    () => ({ cluster, filters, narrow, units, structs, unit, decimals, roomy, tokenOf }),
    [cluster, filters, narrow, units, structs, unit, decimals, roomy, tokenOf],
  )
  return (
    <AccountTable
      label="Compressed accounts"
      columns={shown}
      chosen={columns !== null}
      cells={cells}
      {...{ items: rows, shared, open, window, list }}
    />
  )
}

/** True where a filter lets through one mint or wallet alone, which the whole page is about. */
function isFixed(column: string, filters: readonly UrlFilter[], first: AccountItem): boolean {
  const token = filters.length > 0 ? cachedTokenData(first) : null
  if (!token || !(column === 'mint' || column === 'wallet')) return false
  const [at, whole] = column === 'mint' ? [MINT_OFFSET, token.mint] : [WALLET_OFFSET, token.owner]
  return filters.some(({ offset, bytes }) => offset === at && bytes === whole)
}

function withoutCard<C extends Column>({ card, ...column }: C): Omit<C, 'card'> {
  return column
}

const CELLS: Cells<'accounts', DrawnAccount> = {
  hash: ({ account, account: { hash, owner }, cluster, filters, roomy, tokenOf }) => (
    <>
      <Identifier
        text={hash}
        what="hash"
        href={accountHref(hash, cluster, { owner, filters })}
        short
        roomy={roomy === true}
      />
      {!tokenOf && decompressedOf(account) && <DecompressedMark />}
      {account.mark && <span className="chip">{account.mark}</span>}
    </>
  ),
  mint: (row) => (hasToken(row) ? <MintCell {...row} /> : <NoToken account={row.account} />),
  amount: (row) => (hasToken(row) ? <AmountCell {...row} /> : <None />),
  wallet: (row) => (hasToken(row) ? <WalletCell {...row} /> : <None />),
  delegate: (row) => (hasToken(row) ? <DelegateCell {...row} /> : <None />),
  state: (row) => {
    if (hasToken(row)) return <StateCell {...row} />
    return decompressedOf(row.account) ? <DecompressedMark /> : <None />
  },
  data: ({ account }) => <DataCell data={account.data} />,
  address: ({ account: { address } }) => (address ? <Identifier text={address} what="address" short /> : <None />),
  lamports: ({ account, unit = 'lamports', decimals = 0 }) => (
    <LamportsInColumn value={account.lamports} unit={unit} decimals={decimals} />
  ),
  leaf: ({ account }) => <Digits value={account.leafIndex} />,
  tree: ({ account }) => <Identifier text={account.tree} what="tree" short copy={false} />,
  slot: ({ account }) => <SlotWhen slot={account.slotCreated} />,
}

function NoToken({ account: { data } }: { account: AccountItem }) {
  return <span className="text-muted">No token data {data && <Discriminator value={data.discriminator} />}</span>
}

function DataCell({ data }: { data: AccountItem['data'] }) {
  if (!data) return <None />
  const length = base64Length(data.data)
  const first = base64Bytes(data.data.slice(0, (FIRST_BYTES / 3) * 4))
  return (
    <span className="inline-flex items-baseline gap-x-2 whitespace-nowrap">
      <Discriminator value={data.discriminator} />
      <span className="number">{length === null ? 'not base64' : `${groupDigits(length)} B`}</span>
      {first && length !== null && length > 0 && (
        <span className="id text-muted" translate="no" title="The first bytes of the data">
          {`${hexOf(first)}${length > FIRST_BYTES ? '…' : ''}`}
        </span>
      )}
    </span>
  )
}

/** Shows 8 bytes; the u64 of the interface is in the title and for screen readers. */
function Discriminator({ value }: { value: bigint }) {
  return (
    <span className="id" translate="no" title={`discriminator ${value}`}>
      {discriminatorHex(value)}
      <span className="sr-only">{` (discriminator ${value})`}</span>
    </span>
  )
}
