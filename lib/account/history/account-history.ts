import { clock, inTime } from '../../platform/clock'
import type { AccountContent, AccountHistory, HistoryWindow } from './contract'
import { pageOf } from './page'
import type { HistorySources } from './step'
import { Walk } from './walk'

/*
 * The versions of an account, walked from one of them through the transactions that made and consumed them: two calls a
 * version, one to the indexer for its signatures and one to the chain node for a transaction. What was walked is stored,
 * so that the next reader's walk begins where this one ended.
 *
 * With an address, the next version is the account that the consuming event created with the same address; the one before
 * it is the account that the creating event consumed with it, and where the address is new, there is none. Without one,
 * nothing names an account across versions: there is a trail, as far as an event consumed, or created, one account alone.
 */

/** Milliseconds after which a page shows what was walked. */
export const WALK_MS = 4_000

/** Which rows a page of a history has. */
export interface HistoryPage {
  window: HistoryWindow
  /** Rows. */
  limit: number
}

/** A page that begins beside a version which is not in this history, or which was not walked to. */
export class NoSuchPlace extends Error {
  override readonly name = 'NoSuchPlace'
}

export function isNoSuchPlace(error: unknown): error is NoSuchPlace {
  return error instanceof Error && error.name === 'NoSuchPlace'
}

/**
 * The content of a version, from what is stored or from the transaction that created it.
 * @returns null for a hash that the indexer does not know.
 * @throws ChainMismatch, and what the sources reject with
 */
export async function accountContent(hash: string, sources: HistorySources): Promise<AccountContent | null> {
  const walk = new Walk(sources)
  const step = await walk.read(hash)
  return step && (await walk.refreshed(step)).content
}

/**
 * A page of the versions around one. Walks for at most WALK_MS and MAX_NEW_VERSIONS; asked again, it goes on.
 * @returns null for a hash that the indexer does not know.
 * @throws ChainMismatch, NoSuchPlace, and what the sources reject with where the version itself cannot be read
 */
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
    if (step?.content.account.address !== address) throw new NoSuchPlace('not in this history')
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

const never = () => false
