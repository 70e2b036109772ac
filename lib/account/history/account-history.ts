import { invalidParams, ProblemError } from '../../api/problem'
import { clock, inTime } from '../../platform/clock'
import type { AccountContent, AccountHistory, HistoryWindow } from './contract'
import { cutHistoryPage } from './page'
import type { HistorySources } from './step'
import { VersionWalk } from './walk'

/*
 * Walks the versions of an account from one of them, through the transactions that created and consumed them. A version costs
 * two calls, one to the indexer and one to the chain node. Steps are stored, so that the next walk continues.
 *
 * All versions share the account's address, if it has one. Without an address nothing links versions, so the walk follows
 * events that consume and create exactly one account.
 */

/** Milliseconds before a page renders what was walked so far. */
export const WALK_MS = 4_000

export interface HistoryPage {
  window: HistoryWindow
  limit: number
}

/** From the store, or the creating transaction. @returns null: unknown to the indexer @throws ProblemError */
export async function accountContent(hash: string, sources: HistorySources): Promise<AccountContent | null> {
  const walk = new VersionWalk(sources)
  const step = await walk.read(hash)
  return step && (await walk.refreshed(step)).content
}

/** Walks for at most WALK_MS and MAX_NEW_VERSIONS; the next call continues. @returns null: unknown @throws ProblemError */
export async function accountHistory(
  hash: string,
  { window, limit }: HistoryPage,
  sources: HistorySources,
): Promise<AccountHistory | null> {
  const endsAt = clock().monotonic() + WALK_MS
  const walk = new VersionWalk(sources)
  const first = await walk.read(hash)
  if (!first) return null
  const address = first.content.account.address ?? null
  let line = walk.line(first)
  const beside = window && ('olderThan' in window ? window.olderThan : window.newerThan)
  if (beside !== null && line.indexOf(beside) < 0) {
    const step = address === null ? null : await walk.read(beside)
    if (step?.content.account.address !== address)
      throw new ProblemError(invalidParams([{ name: 'cursor', message: NO_SUCH_PLACE }]))
    line = walk.line(step)
  }
  const at = () => line.indexOf(beside ?? hash)
  const missing = {
    older: window === null || 'olderThan' in window ? () => line.steps.length - 1 - at() < limit || !window : never,
    newer: window === null || 'newerThan' in window ? () => at() < limit || !window : never,
  }
  await walk.refresh(line)
  const live = address !== null && line.isOpenAbove ? walk.liveWith(line.newest.content.account.owner, address) : null
  const work = Promise.all([line.walkOlder(missing.older), line.walkNewer(missing.newer), live])
  const done = await inTime(work, Math.max(0, endsAt - clock().monotonic()))
  line.stop()
  return cutHistoryPage({ hash, address, line, window, beside, limit, live: done?.[2] ?? null })
}

const NO_SUCH_PLACE = 'must be the hash of a version in this history that was walked to'

const never = () => false
