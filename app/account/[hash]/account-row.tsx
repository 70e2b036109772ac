import { AccountDetail } from '@/components/account/account-detail'
import { Identifier, KnownName } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { OldPart } from '@/components/ui/stale-label'
import { StateNotice } from '@/components/ui/state-notice'
import type { AccountUrl } from '@/lib/account/address'
import { groupDigits, nounFor } from '@/lib/format/numbers'
import { percentEncoded } from '@/lib/format/text'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { AccountSearch } from '@/lib/listing/read/find-account'
import { type Cluster, LIMITS, type UrlFilter } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { RowSearch } from './load-account'
import { WalletCheck } from './wallet-check'

/**
 * The account's row among its owner's live accounts, or how far the search got. Never claims that the account does not exist.
 * features.md e5.
 */
export function AccountRow({
  url,
  owner,
  search,
  mints,
  consumed,
  cluster,
}: {
  url: AccountUrl
  owner: string
  search: RowSearch
  mints: Mints
  consumed: boolean
  cluster: Cluster
}) {
  const { hash, filters } = url
  return (
    <section aria-labelledby="row" className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 id="row" className="text-base">
          Account data
        </h2>
        <Link href={backHref(owner, filters, hash, search, cluster)} className="button">
          Back to owner’s list
        </Link>
      </div>
      {search.ok ? (
        <>
          {search.result.staleReason !== null && (
            <OldPart old={{ ...search.result, reason: search.result.staleReason }} what="list" />
          )}
          <p className="max-w-prose pb-3 text-sm">{searchText(search.result, filters, consumed)}</p>
          {search.result.account ? (
            <div className="panel p-4">
              <AccountDetail
                account={search.result.account}
                mints={mints}
                cluster={cluster}
                filters={filters}
                ownerName={<KnownName address={search.result.account.owner} />}
              />
              <WalletCheck account={search.result.account} url={url} cluster={cluster} />
            </div>
          ) : (
            <p className="text-sm text-muted">
              Owner <Identifier text={owner} what="owner" href={ownerHref(owner, {}, cluster)} />
            </p>
          )}
        </>
      ) : (
        <>
          <p className="max-w-prose pb-3 text-sm">
            The owner’s list could not be searched. The rest of this page is unaffected.
          </p>
          <StateNotice problem={search.problem} />
        </>
      )}
    </section>
  )
}

function searchText(
  { account, place, searched, whole, slot }: AccountSearch,
  filters: readonly UrlFilter[],
  consumed: boolean,
) {
  const matching = filters.length > 0 ? ' matching the link’s filter' : ''
  const asOf = `as of slot ${groupDigits(slot)}`
  const live = `live ${nounFor(searched, 'account')} of this owner${matching}`
  const list = whole ? `all ${groupDigits(searched)} ${live}` : `the first ${groupDigits(searched)} ${live}`
  if (account) return `Still live: row ${groupDigits(place + 1)} of ${list}, ${asOf}.`
  if (consumed) {
    return `Not among ${list}, ${asOf}. This version was consumed, so its data is no longer available here.`
  }
  if (searched === 0 && slot === 0) return 'The indexer has no data (slot 0): whether this account exists is unknown.'
  if (searched === 0) return `This owner has no live accounts${matching}, ${asOf}.`
  const rest = whole ? '' : ' The list has more; only its beginning was searched.'
  return `Not among ${list}, ${asOf}.${rest}`
}

function backHref(
  owner: string,
  filters: readonly UrlFilter[],
  hash: string,
  search: RowSearch,
  cluster: Cluster,
): string {
  if (!search.ok || !search.result.account) return ownerHref(owner, { filters }, cluster)
  const { place } = search.result
  const limit = LIMITS.find((size) => size >= 50 && size > place) ?? 1000
  return `${ownerHref(owner, { filters, limit, open: hash }, cluster)}#${hash}`
}

/** An account can only be found in its owner's list. */
export function OwnerForm({ url: { hash, minSlot }, cluster }: { url: AccountUrl; cluster: Cluster }) {
  return (
    <section aria-labelledby="row" className="pt-8">
      <h2 id="row" className="text-base">
        Account data
      </h2>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Owner, lamports and data are only available in the owner’s list of live accounts. Enter the owner to search its
        first 1,000.
      </p>
      <form action={`/account/${percentEncoded(hash)}`} method="get" className="mt-3 flex max-w-2xl flex-wrap gap-2">
        <label htmlFor="owner" className="sr-only">
          Owner
        </label>
        <input
          id="owner"
          name="owner"
          required
          maxLength={88}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Owner address"
          className="field id min-w-0 flex-1"
        />
        {minSlot !== null && <input type="hidden" name="minSlot" value={minSlot} />}
        {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
        <button type="submit" className="button min-h-9!">
          Find account
        </button>
      </form>
    </section>
  )
}
