import { isProblem } from '../../api/problem'
import 'server-only'
import { inTime } from '../../platform/clock'
import type { RequestClass } from '../../rpc-client/urgency'
import { askOnce } from '../ask'
import { wasListed } from '../cache/listed-signatures'
import type { Network } from '../networks/networks'

const LATEST = 50
const WITHIN_MS = 1_000

export async function isListed(network: Network, signature: string, by: RequestClass): Promise<boolean | null> {
  if (wasListed(network.name, signature)) return true
  try {
    const latest = await inTime(askOnce(network, 'getLatestCompressionSignatures', { limit: LATEST }, by), WITHIN_MS)
    return latest?.result.value.items.some((item) => item.signature === signature) ?? null
  } catch (error) {
    if (isProblem(error)) return null
    throw error
  }
}
