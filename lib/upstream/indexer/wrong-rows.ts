import { clock } from '../../platform/clock'
import { once } from '../../platform/once'

/* Counts rows whose fields do not match their hash: the indexer's data is wrong, or was changed in transit. */

const WRONG_MS = 300_000

const MAX_HASHES = 100

/** Fewer may be a single odd row. Tests with invented hashes raise this. */
export const wrongRowsNeeded = once('wrong rows needed', () => ({ hashes: 3 }))

const wrongRows = once('wrong rows', () => new Map<string, Map<string, number>>())

export function noteWrongRow(indexer: string, hash: string): void {
  const hashes = wrongRows().get(indexer) ?? new Map<string, number>()
  wrongRows().set(indexer, hashes)
  hashes.delete(hash)
  hashes.set(hash, clock().monotonic())
  if (hashes.size > MAX_HASHES) for (const oldest of [...hashes.keys()].slice(0, 1)) hashes.delete(oldest)
}

export function wrongRowsOf(indexer: string): number {
  const oldest = clock().monotonic() - WRONG_MS
  return [...(wrongRows().get(indexer)?.values() ?? [])].filter((atMs) => atMs > oldest).length
}
