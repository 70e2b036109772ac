import 'server-only'
import { formatCount } from '../format/numbers'
import { certificateEndMs } from '../rpc-client/certificates'
import { chainOf } from './chain/node'
import { endpointOf, indexersOf, type Network } from './networks/networks'

interface KnownCertificate {
  role: 'indexer' | 'chain'
  /** From 1, where the network has several; null: the only one. */
  number: number | null
  /** Epoch milliseconds. */
  endMs: number
}

/** Of the newest connections over TLS to the network's indexers and chain nodes. */
export function certificatesOf(network: Network): KnownCertificate[] {
  const endpoints = {
    indexer: indexersOf(network).map(endpointOf),
    chain: chainOf(network)?.nodes.map(({ endpoint }) => endpoint) ?? [],
  }
  return (['indexer', 'chain'] as const).flatMap((role) =>
    endpoints[role].flatMap((endpoint, i, all) => {
      const endMs = certificateEndMs(endpoint.target(''))
      return endMs === null ? [] : [{ role, number: all.length > 1 ? i + 1 : null, endMs }]
    }),
  )
}

const WARN_DAYS = 14
const DAY_MS = 86_400_000

/** A sentence for each that ends within two weeks. */
export function certificateWarnings(network: Network, nowMs: number): string[] {
  return certificatesOf(network).flatMap(({ role, number, endMs }) => {
    const days = Math.ceil((endMs - nowMs) / DAY_MS)
    if (days > WARN_DAYS) return []
    const name = role === 'indexer' ? 'indexer' : 'chain node'
    const who = number === null ? `The ${name}’s certificate` : `The certificate of ${name} ${number}`
    const when = days > 0 ? `ends in ${formatCount(days, 'day')}` : 'has ended'
    return [`${who} ${when}, on ${new Date(endMs).toISOString().slice(0, 10)}.`]
  })
}
