import type { Degradation, IndexerStatus } from '../../api/status'

/** Slots behind the chain that readers hardly notice: 40 s. */
const SMALL_LAG = 100

/** False for what costs readers nothing: slowness, one of several indexers, a chain that stands still. docs/on-call.md */
export function areReadersAffected({ verdict, lag, chain, degradations, pending }: IndexerStatus): boolean {
  switch (verdict) {
    case 'unreachable':
    case 'limited':
      return true
    case 'frozen':
      return chain?.moves !== false
    case 'behind': {
      const lags = [lag, chain?.lag].filter((slots) => slots != null)
      // None known: the newest data are over a minute old, or the slot went back far; but a good check reports none either.
      return lags.length === 0 ? pending?.better !== true : Math.max(...lags) > SMALL_LAG
    }
    case 'degraded':
      return degradations.some(isLoss)
    case 'ok':
    case 'unknown':
      return false
  }
}

/** How much is wrong: what costs readers something counts before everything else. */
export function weightOf(degradations: readonly Degradation[]): number {
  return 100 * degradations.filter(isLoss).length + degradations.length
}

function isLoss({ kind }: Degradation): boolean {
  return kind === 'fails' || kind === 'old slot' || kind === 'emptied' || kind === 'wrong rows'
}
