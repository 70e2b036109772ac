import type { RatePlan } from '@/lib/rpc-client/rate-plan'
import { createNetwork, type Indexer, indexersOf, type Network } from '@/lib/upstream/networks/networks'

let made = 0

/** A unique name, so that tests share no cache. */
export function networkAt(url: string, path: 'method' | 'base' = 'method', plan: RatePlan | null = null): Network {
  made++
  return createNetwork({ name: `test-${made}`, url, path, embedded: false }, true, () => plan)
}

export function networkOf(urls: readonly [string, ...string[]]): Network {
  made++
  const [url, ...more] = urls
  return createNetwork({ name: `test-${made}`, url, more, path: 'method', embedded: false }, true)
}

export function onlyIndexer(network: Network): Indexer {
  const [indexer, ...others] = indexersOf(network)
  if (others.length > 0) throw new Error(`${network.name} has several indexers`)
  return indexer
}
