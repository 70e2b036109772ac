import { useMemo } from 'react'
import { accountHref } from '@/lib/account/address'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { shownColumns } from '@/lib/listing/address/columns'
import type { TokenAccountItem } from '@/lib/protocol/rpc/items'
import { AmountCell, MintCell, type Narrow, StateCell, type TokenRow, WalletCell } from '../account/token-cells'
import { Identifier } from '../ui/identifier'
import { SlotWhen } from '../ui/slot-age'
import { useTokenExtensions } from '../ui/use-token-extensions'
import { AccountTable, type DrawnAccount, hasToken, type ListedAccounts } from './any-accounts-table'
import type { Cells } from './table-rows'

export function TokenAccountsTable({
  items,
  columns,
  cluster,
  open,
  narrow,
  units,
  window,
}: ListedAccounts & {
  items: readonly TokenAccountItem[]
  /** Must be a stable reference. */
  narrow: Narrow
  units: TokenUnits | null
}) {
  const hasExtensions = useMemo(() => items.some(({ tokenData }) => tokenData.tlv), [items])
  const shown = useMemo(
    () =>
      shownColumns('tokenAccounts', columns)
        // Without extensions it equals the amount.
        .filter(({ name }) => name !== 'delegated' || columns !== null || hasExtensions),
    [columns, hasExtensions],
  )
  const shared = useMemo(() => ({ cluster, filters: [], narrow, units }), [cluster, narrow, units])
  return (
    <AccountTable
      label="Token accounts"
      columns={shown}
      chosen={columns !== null}
      cells={CELLS}
      {...{ items, shared, open, window }}
    />
  )
}

const CELLS: Cells<'tokenAccounts', DrawnAccount> = {
  hash: ({ account: { hash, owner }, cluster, filters }) => (
    <Identifier text={hash} what="hash" href={accountHref(hash, cluster, { owner, filters })} short />
  ),
  mint: (row) => hasToken(row) && <MintCell {...row} />,
  amount: (row) => hasToken(row) && <AmountCell {...row} />,
  delegated: (row) => hasToken(row) && <DelegatedCell {...row} />,
  wallet: (row) => hasToken(row) && <WalletCell {...row} />,
  state: (row) => hasToken(row) && <StateCell {...row} />,
  slot: ({ account }) => <SlotWhen slot={account.slotCreated} />,
}

function DelegatedCell(row: TokenRow) {
  const hasExtensions = Boolean(row.token.tlv)
  const { module } = useTokenExtensions(hasExtensions)
  if (!hasExtensions) return <AmountCell {...row} />
  return module && <module.DelegatedAmount token={row.token} units={row.units} />
}
