import { LRUCache } from 'lru-cache'
import { once } from '../../platform/once'
import type { MethodName } from '../../protocol/rpc/methods'

/*
 * Signatures that an indexer has listed as compression, of late: a transaction among them that shows none contradicts it.
 */

/** Some 6 MB. */
const MOST_SIGNATURES = 50_000

const LISTS = new Set<MethodName>(['getLatestCompressionSignatures', 'getCompressionSignaturesForAccount'])

// By size: by number it would take its memory, and tens of milliseconds, at once.
const listed = once(
  'listed signatures',
  () => new LRUCache<string, true>({ maxSize: MOST_SIGNATURES, sizeCalculation: () => 1 }),
)

/** Notes the signatures of an indexer's answer; does nothing with answers of other operations. */
export function noteListed(network: string, method: MethodName, result: unknown): void {
  if (!LISTS.has(method)) return
  const { items } = (result as { value: { items: readonly { signature: string }[] } }).value
  for (const { signature } of items) listed().set(`${network} ${signature}`, true)
}

/** True for a signature that was listed since the process started, as far as that is remembered. */
export function wasListed(network: string, signature: string): boolean {
  return listed().has(`${network} ${signature}`)
}
