import 'server-only'
import { associatedTokenAccount } from '@/lib/protocol/light/associated-token-account'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import type { Network } from '@/lib/upstream/networks/networks'
import type { WalletUrl } from '@/lib/wallet/address'
import { associatedRequest } from '@/lib/wallet/page'
import { associatedTokens, type HoldingsPart, type TokenHoldings, type WalletHoldings } from '@/lib/wallet/wallet'
import { loadParts } from '../../../lib/site/load'

/** Each costs a call. */
const MAX_ASSOCIATED = 10

export interface Associated {
  mint: string
  account: string
  part: HoldingsPart<TokenHoldings>
}

export function hasAssociated({ tab }: WalletUrl): boolean {
  return tab === null || tab === 'tokens' || tab === 'given'
}

export function listedMints({ tokens }: WalletHoldings): string[] {
  return tokens.known ? tokens.exposure.mints.slice(0, MAX_ASSOCIATED).map(({ mint }) => mint) : []
}

export async function loadAssociated(
  network: Network,
  { wallet, tab, minSlot }: WalletUrl,
  mints: readonly string[],
  withinMs?: number,
): Promise<Associated[]> {
  const derived = await Promise.all(mints.map((mint) => associatedTokenAccount(wallet, mint, TOKEN_PROGRAM)))
  const found = mints.flatMap((mint, i) => {
    const account = derived[i]
    return account ? [{ mint, account }] : []
  })
  const outcomes = await loadParts(
    network,
    found.map(({ mint, account }) => associatedRequest(account, mint, minSlot)),
    withinMs,
  )
  return found.map((each, i) => {
    const outcome = (outcomes[i] ?? null) as Parameters<typeof associatedTokens>[1]
    return { ...each, part: associatedTokens(each, outcome, tab === 'given') }
  })
}
