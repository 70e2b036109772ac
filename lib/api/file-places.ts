import 'server-only'
import type { HttpRequest } from '../platform/http-answer'
import { once } from '../platform/once'
import { ProblemError, problem } from './problem'

/** Files that are written at once: each holds rows and their text for as long as its reader takes. */
const MOST_FILES = 32

const RETRY_AFTER_MS = 5_000

/** Files that are being written, by who takes them. */
const taken = once('file places', () => new Map<string, number>())

/**
 * Takes a place for a file until its reader has it or has left. A reader may have as many places as are left to all
 * others, so that the next one finds some.
 * @throws ProblemError explorer_busy
 */
export function takeFilePlace({ peer }: HttpRequest, left: AbortSignal): void {
  const own = taken().get(peer) ?? 0
  const all = [...taken().values()].reduce((sum, count) => sum + count, 0)
  if (own >= MOST_FILES - all) {
    const detail = 'Too many files are being written. Wait until one of yours is done, or a few seconds.'
    throw new ProblemError(problem('explorer_busy', detail, { retryAfterMs: RETRY_AFTER_MS }))
  }
  if (left.aborted) return
  taken().set(peer, own + 1)
  left.addEventListener('abort', () => {
    const count = (taken().get(peer) ?? 1) - 1
    if (count > 0) taken().set(peer, count)
    else taken().delete(peer)
  })
}
