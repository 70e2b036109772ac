import { LRUCache } from 'lru-cache'
import { once } from '../../platform/once'
import type { MethodName } from '../../protocol/rpc/methods'

/* Signatures that an indexer listed as compression: a transaction of these that shows none contradicts it. */

const MAX_SIGNATURES = 50_000

const LISTS = new Set<MethodName>(['getLatestCompressionSignatures', 'getCompressionSignaturesForAccount'])

// Bounded by size: a bound by number allocates its memory at once, which takes tens of milliseconds.
const listed = once(
  'listed signatures',
  () => new LRUCache<string, true>({ maxSize: MAX_SIGNATURES, sizeCalculation: () => 1 }),
)

export function noteListed(network: string, method: MethodName, result: unknown): void {
  if (!LISTS.has(method)) return
  const { items } = (result as { value: { items: readonly { signature: string }[] } }).value
  for (const { signature } of items) listed().set(`${network} ${signature}`, true)
}

export function wasListed(network: string, signature: string): boolean {
  return listed().has(`${network} ${signature}`)
}
