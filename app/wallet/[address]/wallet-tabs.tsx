import { ListLink } from '@/components/list/list-link'
import { type Cluster, WALLET_TABS, type WalletTab, walletHref } from '@/lib/urls/links'

/** What the tabs are called. */
const NAMES: Record<WalletTab, string> = {
  tokens: 'Tokens',
  sol: 'SOL',
  given: 'Delegated out',
  received: 'Delegated in',
}

/** The tabs of a wallet's page, each with its own address. */
export function WalletTabs({ wallet, tab, cluster }: { wallet: string; tab: WalletTab; cluster: Cluster }) {
  return (
    <nav aria-label="Holdings" className="pb-4">
      <ul className="flex flex-wrap gap-2 text-sm">
        {WALLET_TABS.map((each) => (
          <li key={each}>
            <ListLink
              href={walletHref(wallet, { tab: each }, cluster)}
              aria-current={each === tab ? 'page' : undefined}
              className={`chip min-h-8 no-underline ${each === tab ? 'chip-live font-semibold' : 'hover:text-leaf'}`}
            >
              {NAMES[each]}
            </ListLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
