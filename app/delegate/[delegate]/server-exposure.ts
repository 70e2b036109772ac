import 'server-only'
import { loadAnswer } from '@/lib/listing/page-requests'
import type { Network } from '@/lib/upstream/networks/networks'
import { type Exposure, ExposureSum, type ListCoverage } from '@/lib/wallet/exposure'

/** Rows of one answer: what the server sums by itself. */
const ONE_ANSWER = 1_000

/** Wallets of each mint in the HTML. */
const TOP_WALLETS = 8

/** What the server knows of a delegate's whole list: its sums, or that the browser has to read on. `mints`: those of its first 1,000 rows, most accounts first. */
export type ServerExposure =
  | { whole: true; mints: string[]; exposure: Exposure; listCoverage: ListCoverage }
  | { whole: false; mints: string[]; reason: 'long' | 'failed' }

/**
 * Sums of all mints where one answer holds the whole list. Costs no more upstream calls than the page itself where both
 * want the same chunk. A failure is not the page's: it shows its own.
 */
export async function serverExposure(network: Network, delegate: string): Promise<ServerExposure> {
  const params = { delegate, limit: ONE_ANSWER }
  const outcome = await loadAnswer(network, 'getCompressedTokenAccountsByDelegate', params)
  if (!outcome.ok) return { whole: false, mints: [], reason: 'failed' }
  const { result, meta } = outcome.value
  const sum = new ExposureSum()
  sum.add(result.value.items)
  const exposure = sum.result(TOP_WALLETS)
  const mints = exposure.mints.map(({ mint }) => mint)
  if (result.value.cursor !== null) return { whole: false, mints, reason: 'long' }
  const { slot, complete, completeReason, fetchedAt } = meta
  const slots: ListCoverage['slots'] = slot === null ? null : [slot, slot]
  return {
    whole: true,
    mints,
    exposure,
    listCoverage: {
      slots,
      reachedEnd: true,
      complete,
      completeReason,
      fetchedAt,
      old: meta.state === 'stale' ? meta : null,
    },
  }
}
