import 'server-only'
import type { Network } from '@/lib/gateway/networks'
import { door } from '@/lib/server/door'
import { type Exposure, ExposureSum, type Seen } from './exposure'

/** Rows of one answer: what the server sums by itself. */
const ONE_ANSWER = 1_000

/** Wallets of each mint that stand in the HTML. */
const TOP_WALLETS = 8

/** What the server knows of a delegate's whole list: its sums, or that the browser has to go on reading. */
export type ExposureAtHand =
  | { whole: true; exposure: Exposure; seen: Seen }
  | { whole: false; reason: 'long' | 'failed' }

/**
 * Sums of all mints where one answer holds the whole list. Costs no more upstream calls than the page itself where both
 * want the same chunk. A failure is not the page's: it shows its own.
 */
export async function exposureAtHand(network: Network, delegate: string): Promise<ExposureAtHand> {
  const params = { delegate, limit: ONE_ANSWER }
  const told = await door().ask(network, 'getCompressedTokenAccountsByDelegate', params)
  if (!told.ok) return { whole: false, reason: 'failed' }
  const { result, meta } = told.value
  if (result.value.cursor !== null) return { whole: false, reason: 'long' }
  const sum = new ExposureSum()
  sum.add(result.value.items)
  const { slot, complete, completeReason, fetchedAt } = meta
  const slots: Seen['slots'] = slot === null ? null : [slot, slot]
  return {
    whole: true,
    exposure: sum.result(TOP_WALLETS),
    seen: { slots, ended: true, complete, completeReason, fetchedAt, old: meta.state === 'stale' ? meta : null },
  }
}
