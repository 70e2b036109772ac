import { LRUCache } from 'lru-cache'
import { once } from '../../platform/once'
import type { MethodName } from '../../protocol/rpc/methods'

/* Signatures that an indexer listed, so that a node's transaction without compression can be recognized as wrong. */

const MAX_SIGNATURES = 50_000

const LISTS = new Set<MethodName>(['getLatestCompressionSignatures', 'getCompressionSignaturesForAccount'])

// Bounded by size: LRUCache allocates memory for `max` at once, which takes tens of milliseconds.
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
