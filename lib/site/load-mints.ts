import 'server-only'
import { tokenOf } from '@/lib/account/lens/token-data'
import { type MintsAnswer, shownMints } from '@/lib/account/mints/contract'
import { loadMintsWithin } from '@/lib/account/page-requests'
import type { UrlSlice } from '@/lib/page/address'
import { clock } from '@/lib/platform/clock'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import type { Network } from '@/lib/upstream/networks/networks'
import { oncePerRequest } from './load'

/** Milliseconds that a page waits for mints altogether: without them it is whole, in base units. */
const PAGE_MS = 800

/** Mints that a page asks for at once. */
const MOST_MINTS = 100

/** What the chain knows of the mints on a page, as far as it comes in time. */
export async function loadMints(network: Network, mints: Iterable<string>): Promise<MintsAnswer> {
  const until = await oncePerRequest('until mints', async () => clock().monotonic() + PAGE_MS)
  const first = [...new Set(mints)].slice(0, MOST_MINTS)
  if (first.length === 0) return { mints: {}, problem: null }
  // Where the time is over it still says that mints are missing, and for 0 it would not.
  const { mints: known, problem } = await loadMintsWithin(network, first, Math.max(1, until - clock().monotonic()))
  if (problem?.retryable) (await late()).isLate = true
  return { mints: shownMints(known), problem }
}

/** Whether some of a page's amounts are in base units only because decimals have not come yet. Known once it has loaded. */
export async function areMintsLate(): Promise<boolean> {
  return (await late()).isLate
}

function late(): Promise<{ isLate: boolean }> {
  return oncePerRequest('late mints', async () => ({ isLate: false }))
}

/** The token amounts in rows of a list, in their order. @param slice the part of the accounts' data that was requested */
export function amountsIn(rows: readonly AnyItem[], slice: UrlSlice | null) {
  return rows.flatMap((row) => {
    if ('signature' in row) return []
    const token = 'account' in row ? row.tokenData : tokenOf(row, slice)
    return token ? [{ mint: token.mint, amount: token.amount }] : []
  })
}
