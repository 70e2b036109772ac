import 'server-only'
import { problem } from '@/lib/api/problem'
import type { Cluster } from '@/lib/page/address'
import { asksChain } from '@/lib/upstream/chain/node'
import type { Network } from '@/lib/upstream/networks/networks'
import { type WalletUrl, walletTotalHref, walletTotalPath } from '@/lib/wallet/address'
import type { WalletTotal } from '@/lib/wallet/total/contract'
import { FIRST_ASSOCIATED, loadTotal, MORE_ASSOCIATED } from '@/lib/wallet/total/read-total'
import { compressedTotal } from '@/lib/wallet/total/total'
import { type loadParts, oncePerRequest } from '../../../lib/site/load'
import * as words from './words'

/** Milliseconds that a page waits for accounts on the chain, by itself and where it was told to. */
const CHAIN_MS = 300
const WAIT_MS = 8_000

const LATE = problem('chain_unavailable', words.readingChain)

export interface ShownTotal {
  total: WalletTotal
  /** Of the API, which answers the same. */
  path: string
  /** The chain's part was late: the page that waits for it. */
  late: { href: string } | null
}

/** undefined: no chain node is asked; null: not read in time. */
export async function loadChainTotal(
  network: Network,
  { wallet, associated, waits }: WalletUrl,
): Promise<WalletTotal | null | undefined> {
  if (asksChain(network) !== 'yes') return undefined
  const count = associated ? MORE_ASSOCIATED : FIRST_ASSOCIATED
  const withinMs = waits || associated ? WAIT_MS : CHAIN_MS
  return oncePerRequest(`total ${network.name} ${wallet}`, () => loadTotal(network, wallet, count, withinMs))
}

/** Where the chain is late, what is compressed; null: no chain node is asked. */
export async function loadShownTotal(
  network: Network,
  url: WalletUrl,
  [own = null, tokens = null]: Awaited<ReturnType<typeof loadParts>>,
  cluster: Cluster,
): Promise<ShownTotal | null> {
  const { wallet, associated } = url
  const total = await loadChainTotal(network, url)
  if (total === undefined) return null
  const path = walletTotalPath(wallet, associated, network.name)
  if (total !== null) return { total, path, late: null }
  const late = { href: walletTotalHref(wallet, cluster) }
  type Outcome = Parameters<typeof compressedTotal>[1]
  return { total: compressedTotal(wallet, own as Outcome, tokens as Outcome, LATE), path, late }
}
