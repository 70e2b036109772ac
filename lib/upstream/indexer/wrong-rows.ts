import { clock } from '../../platform/clock'
import { once } from '../../platform/once'

/*
 * Rows whose fields do not make their hash, as they were shown: what an indexer serves is wrong, or was changed on its way.
 */

/** Milliseconds for which one counts. */
const WRONG_MS = 300_000

/** Hashes that are kept for each indexer: it makes no difference whether more are wrong. */
const MOST_HASHES = 100

/** Different hashes that it takes to call an indexer degraded: fewer may be a reader's odd row. Tests raise it: theirs are made up. */
export const wrongRowsNeeded = once('wrong rows needed', () => ({ hashes: 3 }))

const wrongRows = once('wrong rows', () => new Map<string, Map<string, number>>())

/** Notes that a row of an indexer was found wrong, or was shown once more. @param indexer its label */
export function noteWrongRow(indexer: string, hash: string): void {
  const hashes = wrongRows().get(indexer) ?? new Map<string, number>()
  wrongRows().set(indexer, hashes)
  hashes.delete(hash)
  hashes.set(hash, clock().monotonic())
  if (hashes.size > MOST_HASHES) for (const oldest of [...hashes.keys()].slice(0, 1)) hashes.delete(oldest)
}

/** How many different hashes of an indexer were wrong within the last five minutes. @param indexer its label */
export function wrongRowsOf(indexer: string): number {
  const oldest = clock().monotonic() - WRONG_MS
  return [...(wrongRows().get(indexer)?.values() ?? [])].filter((atMs) => atMs > oldest).length
}
