import 'server-only'
import { loadAnswer } from '@/lib/listing/page-requests'
import type { Network } from '@/lib/upstream/networks/networks'
import { type Exposure, ExposureSum, type ListCoverage } from '@/lib/wallet/exposure'
import { coverageOf } from '@/lib/wallet/wallet'

const ONE_ANSWER = 1_000

const TOP_WALLETS = 8

/** `mints`: of the first 1,000 rows, most accounts first. */
export type ServerExposure =
  | { whole: true; mints: string[]; exposure: Exposure; listCoverage: ListCoverage }
  | { whole: false; mints: string[]; reason: 'long' | 'failed' }

/**
 * Only for a list that fits one response; shares the page's call if both need the same chunk. The page reports its own failure.
 */
export async function serverExposure(network: Network, delegate: string): Promise<ServerExposure> {
  const params = { delegate, limit: ONE_ANSWER }
  const outcome = await loadAnswer(network, 'getCompressedTokenAccountsByDelegate', params)
  if (!outcome.ok) return { whole: false, mints: [], reason: 'failed' }
  const { items, cursor } = outcome.value.result.value
  const sum = new ExposureSum()
  sum.add(items)
  const exposure = sum.result(TOP_WALLETS)
  const mints = exposure.mints.map(({ mint }) => mint)
  if (cursor !== null) return { whole: false, mints, reason: 'long' }
  return { whole: true, mints, exposure, listCoverage: coverageOf(outcome.value) }
}
