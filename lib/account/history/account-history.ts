import { invalidParams, ProblemError } from '../../api/problem'
import { clock, inTime } from '../../platform/clock'
import type { AccountContent, AccountHistory, HistoryWindow } from './contract'
import { pageOf } from './page'
import type { HistorySources } from './step'
import { Walk } from './walk'

/*
 * The versions of an account, walked from one of them through the transactions that created and consumed them: two calls a
 * version, one to the indexer and one to the chain node. Steps are stored, so the next walk continues.
 *
 * With an address, neighbours share it: a new address means no version before. Without one, nothing links versions: the walk
 * follows events that consume, or create, exactly one account.
 */

/** Milliseconds before a page renders what was walked so far. */
export const WALK_MS = 4_000

export interface HistoryPage {
  window: HistoryWindow
  limit: number
}

/** Stored, or from its creating transaction. @returns null: unknown to the indexer @throws ProblemError */
export async function accountContent(hash: string, sources: HistorySources): Promise<AccountContent | null> {
  const walk = new Walk(sources)
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
  const walk = new Walk(sources)
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
  return pageOf({ hash, address, line, window, beside, limit, live: done?.[2] ?? null })
}

const NO_SUCH_PLACE = 'must be the hash of a version in this history that was walked to'

const never = () => false
