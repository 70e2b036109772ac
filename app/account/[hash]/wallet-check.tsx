import { Identifier } from '@/components/ui/identifier'
import { LookupForm } from '@/components/ui/lookup-form'
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
  const { wallet, owner, filters } = url
  const derived = wallet === null ? null : await associatedTokenAccount(wallet, token.mint, account.owner)
  const isMatch = derived === token.owner
  return (
    <section aria-labelledby="wallet-check" className="pt-4">
      <h3 id="wallet-check" className="text-sm font-semibold">
        Wallet of these tokens
      </h3>
      {wallet !== null && derived !== null && (
        <p className="max-w-prose pt-1 text-sm" role="status">
          <span className={`chip ${isMatch ? 'chip-live' : 'chip-doubt'}`}>{isMatch ? 'match' : 'no match'}</span>{' '}
          <span>The associated token account of</span>{' '}
          <Identifier text={wallet} what="wallet" href={walletHref(wallet, {}, cluster)} />{' '}
          <span>for this mint is</span>{' '}
          {isMatch ? (
            <span>the token owner.</span>
          ) : (
            <>
              <Identifier text={derived} what="associated token account" />
              <span>, not the token owner.</span>
            </>
          )}
        </p>
      )}
      <p className="max-w-prose py-1 text-sm text-muted">
        The token owner is an associated token account, an address derived from a wallet and the mint. Enter a wallet to
        check whether these tokens are its own.
      </p>
      <LookupForm
        action={`/account/${percentEncoded(url.hash)}`}
        name="wallet"
        label="Wallet"
        button="Check wallet"
        hidden={{ owner, filter: filters.map(filterText), cluster }}
      />
    </section>
  )
}
