import { DelegateCell, NOT_NARROWED, StateCell } from '@/components/account/token-cells'
import { SumCell } from '@/components/table/sum-cell'
import { TokenAmount } from '@/components/ui/amounts'
import { Digits } from '@/components/ui/digits'
import { Identifier } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { accountHref } from '@/lib/account/address'
import type { TokenData } from '@/lib/account/lens/token-data'
import { delegatedAmount } from '@/lib/account/lens/token-extensions'
import { tokenUnits } from '@/lib/account/mints/contract'
import { groupDigits } from '@/lib/format/numbers'
import { ownedMintFilters, ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { walletHref } from '@/lib/wallet/address'
import { addSums, allOf, type MintExposure, type Sum } from '@/lib/wallet/exposure'
import { isWhole, type Tokens, type WalletHoldings, type WalletPart } from '@/lib/wallet/wallet'
import type { Associated } from './load-associated'

const MOST_ROWS = 25

export type AssociatedTab = 'tokens' | 'given'

const AMOUNT: Record<AssociatedTab, string> = { tokens: 'Amount', given: 'Delegated amount' }

export interface Shown {
  wallet: string
  tab: AssociatedTab
  mint: string | null
  holdings: WalletHoldings
  known: Mints
  cluster: Cluster
}

export function AssociatedTotals({
  rows,
  wallet,
  tab,
  holdings,
  known,
  cluster,
}: Shown & { rows: readonly Associated[] }) {
  const amount = AMOUNT[tab]
  const summed = rows.flatMap(({ mint, part }) =>
    (part.known ? [sumOf(part, mint), ownSum(holdings[tab], mint)] : []).map(({ amount }) => ({ mint, amount })),
  )
  const units = tokenUnits(known, summed)
  return (
    <table className={`rows cards ${units ? 'in-tokens' : ''}`} aria-label="Totals of associated token accounts">
      <thead>
        <tr>
          <th scope="col">Mint</th>
          <th scope="col">Associated token account</th>
          <th scope="col" className="figure">
            {units ? amount : `${amount} (base units)`}
          </th>
          <th scope="col" className="figure">
            With the wallet’s own
          </th>
          <th scope="col" className="figure">
            Accounts
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ mint, account, part }) => {
          const sum = part.known ? sumOf(part, mint) : null
          const named = holdings[tab]
          if (!part.known || !sum) return null
          return (
            <tr key={mint} className="row">
              <td data-label="Mint" data-card="first">
                <Identifier text={mint} what="mint" href={walletHref(wallet, { tab, mint }, cluster)} short />
              </td>
              <td data-label="ATA">
                <Identifier
                  text={account}
                  what="associated token account"
                  href={ownerHref(TOKEN_PROGRAM, { filters: ownedMintFilters(account, mint) }, cluster)}
                  short
                />
              </td>
              <SumCell label={amount} sum={sum} mint={mint} units={units} atLeast={!isWhole(part)} card="first-end" />
              {named.known ? (
                <SumCell
                  label="With own"
                  sum={addSums([sum, sumOf(named, mint)])}
                  mint={mint}
                  units={units}
                  atLeast={!isWhole(part) || !isWhole(named)}
                />
              ) : (
                <td data-label="With own" className="figure text-doubt">
                  not known
                </td>
              )}
              <td data-label="Accounts" data-card="second-end" className="figure">
                <Digits value={sum.accounts} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function ownSum(named: WalletPart<Tokens>, mint: string): Sum {
  return named.known ? addSums([sumOf(named, mint)]) : addSums([])
}

function sumOf({ exposure }: Tokens, mint: string): Sum {
  const of: MintExposure | undefined = exposure.mints.find((each) => each.mint === mint)
  return of ? allOf(of) : addSums([])
}

/** Links carry the wallet, so that the account's page compares it. */
export function AssociatedRows({
  rows,
  wallet,
  tab,
  mint: chosen,
  known,
  cluster,
}: Shown & { rows: readonly Associated[] }) {
  const columns = chosen === null ? 6 : 5
  const amountOf = (token: TokenData) => (tab === 'given' ? delegatedAmount(token) : token.amount)
  const shown = rows.map(({ part }) => (part.known ? part.rows.slice(0, MOST_ROWS) : []))
  const amounts = shown.flat().map(({ tokenData }) => ({ mint: tokenData.mint, amount: amountOf(tokenData) }))
  const units = tokenUnits(known, amounts)
  return (
    <table
      className={`rows cards ${units ? 'in-tokens' : ''}`}
      aria-label="Token accounts of associated token accounts"
    >
      <thead>
        <tr>
          <th scope="col">Hash</th>
          {chosen === null && <th scope="col">Mint</th>}
          <th scope="col" className="figure">
            {units ? AMOUNT[tab] : `${AMOUNT[tab]} (base units)`}
          </th>
          <th scope="col">Owner</th>
          <th scope="col">Delegate</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      {rows.map(({ mint, account: owner, part }, i) => (
        <tbody key={mint}>
          {shown[i]?.map(({ account, tokenData: token }) => (
            <tr key={account.hash} className="row">
              <td data-label="Hash" data-card="first">
                <Identifier
                  text={account.hash}
                  what="hash"
                  href={accountHref(account.hash, cluster, {
                    owner: account.owner,
                    filters: ownedMintFilters(owner, mint),
                    wallet,
                  })}
                  short
                />
              </td>
              {chosen === null && (
                <td data-label="Mint" data-card="second">
                  <Identifier text={mint} what="mint" short copy={false} />
                </td>
              )}
              <td data-label={AMOUNT[tab]} data-card="first-end" className="figure">
                <TokenAmount amount={amountOf(token)} mint={mint} units={units} />
              </td>
              <td data-label="Owner" data-card="second">
                <abbr className="chip no-underline" title="Owned by the wallet’s associated token account of this mint">
                  ATA
                </abbr>
              </td>
              <td data-label="Delegate" data-card={token.delegate === null ? 'none' : undefined}>
                <DelegateCell token={token} cluster={cluster} narrow={NOT_NARROWED} />
              </td>
              <td data-label="State" data-card="second-end">
                <StateCell token={token} cluster={cluster} narrow={NOT_NARROWED} />
              </td>
            </tr>
          ))}
          {part.known && part.accounts > MOST_ROWS && (
            <tr className="row">
              <td colSpan={columns} className="text-muted">
                <span>{`${groupDigits(part.accounts - MOST_ROWS)} more:`}</span>{' '}
                <Link href={ownerHref(TOKEN_PROGRAM, { filters: ownedMintFilters(owner, mint) }, cluster)}>
                  open the list
                </Link>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}
