import { Identifier } from '@/components/ui/identifier'
import type { AccountUrl } from '@/lib/account/address'
import { tokenDataOf } from '@/lib/account/lens/token-data'
import { tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import { percentEncoded } from '@/lib/format/text'
import { type Cluster, filterText } from '@/lib/page/address'
import { associatedTokenAccount } from '@/lib/protocol/light/associated-token-account'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { walletHref } from '@/lib/wallet/address'

/**
 * Compares a wallet with the account's owner, if that is an associated token account: the account does not name its wallet.
 * facts/cold-tokens.md 2.
 */
export async function WalletCheck({
  account,
  url,
  cluster,
}: {
  account: AccountItem
  url: AccountUrl
  cluster: Cluster
}) {
  const token = tokenDataOf(account)
  if (!token || tokenOwnerKind(token.tlv) !== 'associated token account') return null
  const { wallet } = url
  const derived = wallet === null ? null : await associatedTokenAccount(wallet, token.mint, account.owner)
  return (
    <section aria-labelledby="wallet-check" className="pt-4">
      <h3 id="wallet-check" className="text-sm font-semibold">
        Wallet of these tokens
      </h3>
      {wallet !== null && derived !== null && (
        <p className="max-w-prose pt-1 text-sm" role="status">
          {derived === token.owner ? (
            <>
              <span className="chip chip-live">match</span>{' '}
              <span>The token owner is the associated token account of</span>{' '}
              <Identifier text={wallet} what="wallet" href={walletHref(wallet, {}, cluster)} />{' '}
              <span>for this mint.</span>
            </>
          ) : (
            <>
              <span className="chip chip-doubt">no match</span> <span>The associated token account of</span>{' '}
              <Identifier text={wallet} what="wallet" href={walletHref(wallet, {}, cluster)} />{' '}
              <span>for this mint is</span> <Identifier text={derived} what="associated token account" />
              <span>, not the token owner.</span>
            </>
          )}
        </p>
      )}
      <p className="max-w-prose pt-1 text-sm text-muted">
        The token owner is an associated token account, an address derived from a wallet and the mint. Enter a wallet to
        check whether these tokens are its own.
      </p>
      <form
        action={`/account/${percentEncoded(url.hash)}`}
        method="get"
        className="mt-2 flex max-w-2xl flex-wrap gap-2"
      >
        <label htmlFor="wallet" className="sr-only">
          Wallet
        </label>
        <input
          id="wallet"
          name="wallet"
          required
          maxLength={88}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Wallet address"
          className="field id min-w-0 flex-1"
        />
        {url.owner !== null && <input type="hidden" name="owner" value={url.owner} />}
        {url.filters.map((filter) => (
          <input key={filterText(filter)} type="hidden" name="filter" value={filterText(filter)} />
        ))}
        {cluster !== undefined && <input type="hidden" name="cluster" value={cluster} />}
        <button type="submit" className="button min-h-9!">
          Check wallet
        </button>
      </form>
    </section>
  )
}
