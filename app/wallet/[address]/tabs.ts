import type { WalletTab } from '@/lib/wallet/address'
import type { WalletHoldings } from '@/lib/wallet/wallet'

export const TAB_NAMES: Record<WalletTab, string> = {
  tokens: 'Tokens',
  sol: 'SOL',
  given: 'Delegated out',
  received: 'Delegated in',
}

/** Tokens, unless there are none and another tab has rows. */
export function firstTab(holdings: WalletHoldings): WalletTab {
  const { tokens } = holdings
  if (!tokens.known || tokens.accounts > 0) return 'tokens'
  const hasRows = (tab: WalletTab) => {
    const part = holdings[tab]
    return part.known && part.accounts > 0
  }
  return (['sol', 'received'] as const).find(hasRows) ?? 'tokens'
}
