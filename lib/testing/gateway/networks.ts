import { createNetwork, type Network } from '@/lib/gateway/networks'
import type { RatePlan } from '@/lib/gateway/upstream/rate-plan'

let made = 0

/** A network at a URL, with a name of its own, so that tests share no cache. */
export function networkAt(url: string, path: 'method' | 'base' = 'method', plan: RatePlan | null = null): Network {
  made++
  return createNetwork({ name: `test-${made}`, url, path, embedded: false }, true, plan)
}
