import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { None, TokenAmount } from '@/components/ui/amounts'
import { Identifier } from '@/components/ui/identifier'
import { accountHref } from '@/lib/account/address'
import { tokenUnits } from '@/lib/account/mints/contract'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletHref } from '@/lib/wallet/address'
import type { HeldAccount } from '@/lib/wallet/total/contract'
import * as words from './words'

const MAX_ACCOUNTS = 100

/** Accounts of a mint that the list of the wallet's compressed ones does not have. */
export function ChainAccounts({
  accounts,
  known,
  cluster,
}: {
  accounts: readonly HeldAccount[]
  known: Mints
  cluster: Cluster
}) {
  const units = tokenUnits(known, accounts)
  const columns: PlainColumn<HeldAccount>[] = [
    {
      heading: 'Account',
      card: 'first',
      cell: ({ id, place }) =>
        place === 'compressed' ? (
          <Identifier text={id} what="account hash" href={accountHref(id, cluster)} short />
        ) : (
          <Identifier text={id} what="account" short />
        ),
    },
    {
      heading: units ? 'Amount' : 'Amount (base units)',
      label: 'Amount',
      card: 'first-end',
      figure: true,
      cell: ({ amount, mint }) => <TokenAmount amount={amount} mint={mint} units={units} />,
    },
    {
      heading: 'Place',
      card: 'second',
      cell: ({ place, associated, compressibleFrom }) => (
        <>
          <span>{words.places[place]}</span>
          {associated && <span className="block text-xs text-muted">{words.ofAssociated}</span>}
          {compressibleFrom !== null && (
            <span className="block text-xs text-muted">
              <span>{words.compressibleFrom(compressibleFrom)}</span>
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'State',
      cell: ({ state, closeAuthority }) => (
        <>
          <span className={state === 'frozen' ? 'chip chip-doubt' : ''}>{state}</span>
          {closeAuthority !== null && (
            <span className="block text-xs text-muted">
              <span>{words.closedBy}</span> <Identifier text={closeAuthority} what="close authority" short />
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'Delegate',
      cell: ({ delegate, delegatedAmount, mint }) =>
        delegate === null ? (
          <None />
        ) : (
          <>
            <Identifier text={delegate} what="delegate" href={walletHref(delegate, {}, cluster)} short />
            <span className="block text-xs text-muted">
              may move <TokenAmount amount={delegatedAmount} mint={mint} units={units} />
            </span>
          </>
        ),
    },
  ]
  if (accounts.length === 0) return null
  return (
    <>
      <h3 className="pt-3 pb-1 text-sm">{words.accountsOfMint}</h3>
      <PlainTable
        label={words.accountsOfMint}
        columns={columns}
        rows={accounts.slice(0, MAX_ACCOUNTS)}
        keyOf={({ id }) => id}
        inTokens={units !== null}
      />
      {accounts.length > MAX_ACCOUNTS && <p className="pt-2 text-sm text-muted">{words.restInApi}</p>}
    </>
  )
}
