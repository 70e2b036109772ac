import type { IndexerStatus } from '../api/status'
import { VERDICT_FACTS, type Verdict } from '../api/verdicts'

export const ALL_NETWORKS = 'all'

/** Body of GET /api/v1/status?cluster=all. Times are ISO 8601 UTC. */
export interface AllStatus {
  network: typeof ALL_NETWORKS
  verdict: Verdict
  summary: string
  /** The network with the worst verdict; of several, the first as configured. */
  worst: string
  /** null: the worst network has not been checked yet. */
  since: string | null
  /** Of the networks' last checks the oldest; null: some network has not been checked yet. */
  checkedAt: string | null
  networks: IndexerStatus[]
}

export function allStatusFrom(networks: readonly IndexerStatus[]): AllStatus {
  const [worst] = worstFirst(networks)
  if (!worst) throw new Error('there is no network')
  const times = networks.map(({ checkedAt }) => checkedAt)
  return {
    network: ALL_NETWORKS,
    verdict: worst.verdict,
    summary: summaryOf(networks, worst),
    worst: worst.network,
    since: worst.since,
    checkedAt: times.includes(null) ? null : (times.toSorted()[0] ?? null),
    networks: [...networks],
  }
}

export function worstFirst<T extends Pick<IndexerStatus, 'verdict'>>(networks: readonly T[]): T[] {
  return [...networks].sort((a, b) => VERDICT_FACTS[b.verdict].severity - VERDICT_FACTS[a.verdict].severity)
}

function summaryOf(networks: readonly IndexerStatus[], worst: IndexerStatus): string {
  const ok = networks.filter(({ verdict }) => verdict === 'ok').length
  if (ok === networks.length) return ok === 1 ? `${worst.network} is ok.` : `All ${ok} networks are ok.`
  const others = worstFirst(networks).filter((status) => status !== worst && status.verdict !== 'ok')
  const also = others.map(({ network, verdict }) => `${network}: ${verdict}`).join(', ')
  return [
    `${worst.network}: ${worst.verdict}. ${worst.summary}`,
    also === '' ? '' : `Also ${also}.`,
    networks.length === 1 ? '' : `${ok} of ${networks.length} networks ok.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}
