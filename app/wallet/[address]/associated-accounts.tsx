import { Link } from '@/components/frame/link'
import { SumCell } from '@/components/holdings/sum-cell'
import { OldPart } from '@/components/notices/ask-again'
import { DelegateCell, StateCell } from '@/components/tables/token-cells'
import { Digits } from '@/components/values/digits'
import { Identifier } from '@/components/values/identifier'
import { counted } from '@/lib/format/counted'
import { groupDigits } from '@/lib/format/integers'
import { addSums, allOf, type MintExposure, type Sum } from '@/lib/holdings/exposure'
import { type AssociatedTokens, isWhole, type Part, type Tokens, type WalletHoldings } from '@/lib/holdings/wallet'
import { delegatedAmount } from '@/lib/lens/token-extensions'
import { percentEncoded } from '@/lib/percent-encoded'
import {
  accountHref,
  type Cluster,
  ownedMintFilters,
  ownerHref,
  TOKEN_PROGRAM,
  walletAssociatedHref,
  walletHref,
} from '@/lib/urls/links'
import { CoverageChip } from './coverage-chip'
import { type Associated, listedMints } from './load-associated'

/** Rows of each associated token account that are shown; its list has all of them. */
const MOST_ROWS = 25

/** The tabs whose accounts an associated token account may own, too. */
type AssociatedTab = 'tokens' | 'given'

const AMOUNT: Record<AssociatedTab, string> = { tokens: 'Amount', given: 'Delegated amount' }

interface Shown {
  wallet: string
  tab: AssociatedTab
  /** The mint that the tab is narrowed to. */
  mint: string | null
  holdings: WalletHoldings
  cluster: Cluster
}

type Known = Extract<Part<AssociatedTokens>, { known: true }>

/**
 * What the wallet's associated token accounts hold, which no list of the wallet finds: of the chosen mint, or once requested, of
 * those that are listed. facts/cold-tokens.md 2.
 */
export function AssociatedAccounts({
  associated,
  requested,
  ...shown
}: Shown & {
  associated: readonly Associated[]
  /** True where those of the listed mints were requested. */
  requested: boolean
}) {
  const { wallet, tab, mint, holdings, cluster } = shown
  if (associated.length === 0) {
    return (
      <details className="pb-3 text-sm" open={requested}>
        <summary className="min-h-6 cursor-pointer font-semibold">Associated token accounts</summary>
        <Finder wallet={wallet} tab={tab} listed={listedMints(holdings).length} cluster={cluster} />
      </details>
    )
  }
  const rows = associated.filter(({ part }) => part.known && part.accounts > 0)
  const unknown = associated.filter(({ part }) => !part.known)
  const old = associated.find(({ part }) => part.known && part.coverage.old)
  return (
    <section aria-labelledby="associated" className="pb-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="associated" className="pb-1 text-base">
          {mint === null ? 'Associated token accounts' : 'Associated token account'}
        </h2>
        {mint !== null &&
          associated.map(({ account, part }) =>
            part.known ? (
              <CoverageChip key={account} part={part} names="token account of this mint that names it" />
            ) : null,
          )}
      </div>
      {mint === null && <p className="pb-2 text-sm text-muted">{checkedText(shown, associated)}</p>}
      {mint !== null &&
        associated
          .filter(({ part }) => part.known && part.accounts === 0)
          .map(({ account, part }) => (
            <p key={account} className="flex flex-wrap items-baseline gap-x-2 text-sm">
              <Identifier text={account} what="associated token account" short />
              <span className="text-muted">{part.known ? noneText(part, tab) : ''}</span>
            </p>
          ))}
      {unknown.map(({ mint: of, part }) => (
        <p key={of} className="pb-2 text-sm">
          <span className="text-doubt">Not known</span> for <Identifier text={of} what="mint" short />:{' '}
          {(!part.known && part.problem?.title) || 'the indexer has no data yet'}
        </p>
      ))}
      {old?.part.known && old.part.coverage.old && <OldPart old={old.part.coverage.old} what="accounts" />}
      {rows.length > 0 && (
        <>
          <div className="panel sheet">
            <AssociatedTable rows={rows} {...shown} />
          </div>
          <div className="panel sheet mt-2">
            <AccountsTable rows={rows} {...shown} />
          </div>
        </>
      )}
      {mint === null && (
        <div className="pt-2">
          <Finder wallet={wallet} tab={tab} listed={0} cluster={cluster} />
        </div>
      )}
    </section>
  )
}

/** How to find such accounts: of the mints that the page lists, or of another one. */
function Finder({
  wallet,
  tab,
  listed,
  cluster,
}: Pick<Shown, 'wallet' | 'tab' | 'cluster'> & {
  /** Mints that can be checked at once; 0: there is no link to that. */
  listed: number
}) {
  return (
    <>
      <p className="max-w-prose pt-1 text-sm text-muted">
        A token account that was closed into compressed state can name the wallet’s associated token account instead of
        the wallet. Each mint has its own, so these are found per mint.
      </p>
      <div className="flex flex-wrap items-center gap-2 pt-2">
        {listed > 0 && (
          <Link href={walletAssociatedHref(wallet, cluster)} className="button">
            Check {counted(listed, 'listed mint')}
          </Link>
        )}
        <form
          action={`/wallet/${percentEncoded(wallet)}`}
          method="get"
          className="flex min-w-0 flex-1 flex-wrap gap-2 max-sm:basis-full"
        >
          <input type="hidden" name="tab" value={tab} />
          {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
          <label htmlFor="associated-mint" className="sr-only">
            Mint
          </label>
          <input
            id="associated-mint"
            name="mint"
            required
            maxLength={88}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Mint address"
            className="field id min-w-0 max-w-md flex-1"
          />
          <button type="submit" className="button">
            Check mint
          </button>
        </form>
      </div>
    </>
  )
}

function checkedText({ holdings }: Shown, associated: readonly Associated[]): string {
  const { tokens } = holdings
  const checked = associated.length
  const all = tokens.known ? tokens.exposure.mints.length : checked
  const found = associated.filter(({ part }) => part.known && part.accounts > 0).length
  const unknown = associated.filter(({ part }) => !part.known).length
  const which =
    all > checked ? `${checked} of ${groupDigits(all)} mints, those with the most accounts` : counted(checked, 'mint')
  const what = found === 0 ? 'no token accounts found' : `token accounts found for ${counted(found, 'mint')}`
  return `Checked ${which}: ${what}${unknown > 0 ? `; ${unknown} not known` : ''}.`
}

function noneText({ coverage }: Known, tab: AssociatedTab): string {
  return `owns no ${coverage.reachedEnd ? '' : 'known '}token account of this mint${tab === 'given' ? ' with a delegate' : ''}`
}

/** What each associated token account holds, and together with the accounts that name the wallet. */
function AssociatedTable({ rows, wallet, tab, holdings, cluster }: Shown & { rows: readonly Associated[] }) {
  const amount = AMOUNT[tab]
  return (
    <table className="rows cards" aria-label="Totals of associated token accounts">
      <thead>
        <tr>
          <th scope="col">Mint</th>
          <th scope="col">Associated token account</th>
          <th scope="col" className="figure">
            {amount} (base units)
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
              <SumCell label={amount} sum={sum} atLeast={!isWhole(part)} card="first-end" />
              {named.known ? (
                <SumCell
                  label="With own"
                  sum={addSums([sum, sumOf(named, mint)])}
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

/** Of one mint, in every state. */
function sumOf({ exposure }: Tokens, mint: string): Sum {
  const of: MintExposure | undefined = exposure.mints.find((each) => each.mint === mint)
  return of ? allOf(of) : addSums([])
}

/** The accounts themselves. Their pages learn the wallet, and compare. */
function AccountsTable({ rows, wallet, tab, mint: chosen, cluster }: Shown & { rows: readonly Associated[] }) {
  const columns = chosen === null ? 6 : 5
  return (
    <table className="rows cards" aria-label="Token accounts of associated token accounts">
      <thead>
        <tr>
          <th scope="col">Hash</th>
          {chosen === null && <th scope="col">Mint</th>}
          <th scope="col" className="figure">
            {AMOUNT[tab]} (base units)
          </th>
          <th scope="col">Owner</th>
          <th scope="col">Delegate</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      {rows.map(({ mint, account: owner, part }) => (
        <tbody key={mint}>
          {(part.known ? part.rows : []).slice(0, MOST_ROWS).map(({ account, tokenData: token }) => (
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
                <Digits value={tab === 'given' ? delegatedAmount(token) : token.amount} />
              </td>
              <td data-label="Owner" data-card="second">
                <abbr className="chip no-underline" title="Owned by the wallet’s associated token account of this mint">
                  ATA
                </abbr>
              </td>
              <td data-label="Delegate" data-card={token.delegate === null ? 'none' : undefined}>
                <DelegateCell token={token} cluster={cluster} narrow={() => null} />
              </td>
              <td data-label="State" data-card="second-end">
                <StateCell token={token} cluster={cluster} narrow={() => null} />
              </td>
            </tr>
          ))}
          {part.known && part.accounts > MOST_ROWS && (
            <tr className="row">
              <td colSpan={columns} className="text-muted">
                {groupDigits(part.accounts - MOST_ROWS)} more:{' '}
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
