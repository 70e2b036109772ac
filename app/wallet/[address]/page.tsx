import { walletAccounts, walletReceived } from '@/lib/pages/wallet'
import { firstOf } from '@/lib/urls/search'
import { metadataOf } from '../../head'
import { AccountRows } from '../../list/account-rows'
import { ListPageFrame } from '../../list/list-page'
import { TokenAccountRows } from '../../list/token-account-rows'
import { openPage, type PageInput } from '../../open-page'
import { WalletTabs } from './wallet-tabs'

const accountsHead = metadataOf(walletAccounts)
const receivedHead = metadataOf(walletReceived)

/** The head of the tab that the address names. */
export async function generateMetadata(input: PageInput) {
  return (await isReceived(input)) ? receivedHead(input) : accountsHead(input)
}

/** /wallet/[address]: what a wallet holds. design.md 4.3. */
export default async function WalletPage(input: PageInput) {
  if (await isReceived(input)) {
    const opened = await openPage(walletReceived, input)
    if (!opened.ok) return opened.page
    return (
      <ListPageFrame
        page={walletReceived}
        opened={opened}
        rows={(shown) => <TokenAccountRows shown={shown} />}
        savedAs={{ kind: 'wallet' }}
        about={<p>Compressed tokens and SOL of this wallet.</p>}
        empty={<p className="panel p-4 text-sm">No token account is delegated to this wallet.</p>}
      >
        <WalletTabs wallet={opened.url.wallet} tab="received" cluster={opened.cluster} />
      </ListPageFrame>
    )
  }
  const opened = await openPage(walletAccounts, input)
  if (!opened.ok) return opened.page
  const { wallet, tab } = opened.url
  return (
    <ListPageFrame
      page={walletAccounts}
      opened={opened}
      rows={(shown) => <AccountRows shown={shown} />}
      savedAs={{ kind: 'wallet' }}
      about={<p>Compressed tokens and SOL of this wallet.</p>}
      empty={<p className="panel p-4 text-sm">No account of this kind.</p>}
    >
      <WalletTabs wallet={wallet} tab={tab ?? 'tokens'} cluster={opened.cluster} />
    </ListPageFrame>
  )
}

async function isReceived({ searchParams }: PageInput): Promise<boolean> {
  return firstOf(await searchParams, 'tab') === 'received'
}
