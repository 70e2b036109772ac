import { Link } from '@/components/ui/link'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { type WalletTab, walletHref } from '@/lib/wallet/address'
import { isWhole, type WalletHoldings } from '@/lib/wallet/wallet'
import type { Associated } from './load-associated'

const NOTHING: Record<WalletTab, string> = {
  tokens: 'No compressed tokens',
  sol: 'No compressed SOL',
  given: 'No delegated token accounts',
  received: 'Not a delegate of any token account',
}

export function EmptyTab({
  wallet,
  tab,
  mint,
  holdings,
  associated,
  cluster,
}: {
  wallet: string
  tab: WalletTab
  mint: string | null
  holdings: WalletHoldings
  associated: readonly Associated[]
  cluster: Cluster
}) {
  const parts = Object.values(holdings)
  const nothing = parts.every((part) => part.known && part.accounts === 0 && isWhole(part))
  const hasAssociated = associated.some(({ part }) => part.known && part.accounts > 0)
  const sentence = hasAssociated
    ? 'None names this wallet itself; those of its associated token account are above. '
    : nothing && mint === null
      ? 'No live compressed account names this address as its owner, wallet or delegate. '
      : 'This address has none of these now. '
  return (
    <section className="panel p-4">
      <h2 className="text-base">{mint ? `${NOTHING[tab]} of this mint` : NOTHING[tab]}</h2>
      <p className="mt-1 max-w-prose text-sm">
        {`${sentence}Accounts that were consumed are not listed; they open by their hash.`}
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {mint && (
          <Link href={walletHref(wallet, { tab }, cluster)} className="button">
            All mints
          </Link>
        )}
        <Link href={ownerHref(wallet, {}, cluster)} className="button">
          View as owner
        </Link>
      </p>
    </section>
  )
}
