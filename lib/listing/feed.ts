import 'server-only'
import { accountHref } from '../account/address'
import type { TextOf } from '../account/feed'
import type { ApiAnswer } from '../api/api-answer'
import { formatLamports } from '../format/amounts'
import { groupDigits } from '../format/numbers'
import { slotTime } from '../format/slot-time'
import { DEFAULT_LIMIT, feedHref, latestFeedHref, txHref } from '../page/address'
import { atomTag } from '../page/atom-tag'
import {
  assertAddress,
  type EntryTimes,
  entryTimesOf,
  feedAnswer,
  firstSeenNow,
  formatTime,
  isBase58,
  MAX_ENTRIES,
  rememberTimes,
} from '../page/feed-entries'
import { shortIdentifier } from '../page/summary'
import type { AccountItem } from '../protocol/rpc/items'
import { address, MAX_LIMIT } from '../protocol/rpc/primitives'
import { blockTimesOf } from '../upstream/indexer/block-times'
import { siteContext } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { latestHref } from './address/list-address'
import { ownerHref } from './address/owner-address'
import { ask } from './ask'

export async function latestFeed(textOf: TextOf, search: URLSearchParams): Promise<ApiAnswer> {
  const { network, cluster, site } = siteContext(search)
  const { result } = await ask(network, 'getLatestCompressionSignatures', { limit: DEFAULT_LIMIT })
  const tag = atomTag(site, 'latest', network.name)
  return feedAnswer({
    id: tag,
    title: `Latest transactions on ${network.name}`,
    subtitle: `The ${DEFAULT_LIMIT} newest compression transactions. There may be more between two updates of this feed.`,
    self: site + latestFeedHref(cluster),
    alternate: site + latestHref({}, cluster),
    entries: result.value.items
      .filter(({ signature }) => isBase58(signature))
      .map((row) => ({
        id: `${tag}/${row.signature}`,
        // Not part of id or `updated`: a title may come later.
        title: textOf(network, row.signature) ?? `Slot ${groupDigits(row.slot)}: ${shortIdentifier(row.signature)}`,
        ...entryTimesOf(`${tag}/${row.signature}`, row.blockTime),
        link: site + txHref(row.signature, cluster),
        category: 'signature',
        summary: `${row.signature}, slot ${groupDigits(row.slot)}, ${formatTime(row.blockTime)}.`,
      })),
  })
}

/** GET /owner/<owner>.atom. The list is not sorted by age, so only the newest accounts of its first chunk are known. */
export async function ownerFeed(owner: string, search: URLSearchParams): Promise<ApiAnswer> {
  assertAddress('owner', address.safeParse(owner))
  const { network, cluster, site } = siteContext(search)
  const { result } = await ask(network, 'getCompressedAccountsByOwner', { owner, limit: MAX_LIMIT })
  const { items, cursor } = result.value
  const tag = atomTag(site, 'owner', network.name, owner)
  const among = (cursor ?? null) === null ? 'all its live accounts' : PARTIAL_NOTE
  return feedAnswer({
    id: tag,
    title: `Accounts of ${shortIdentifier(owner)} on ${network.name}`,
    subtitle: `The ${MAX_ENTRIES} newest compressed accounts of ${owner} among ${among}. Accounts created and consumed between two updates are missing. Times are estimated from slots.`,
    self: site + feedHref('owner', owner, cluster),
    alternate: site + ownerHref(owner, {}, cluster),
    entries: newestAccounts(items).map(({ hash, lamports, slotCreated, data }) => ({
      id: `${tag}/${hash}`,
      title: `Account ${shortIdentifier(hash)} in slot ${groupDigits(slotCreated)}`,
      ...estimatedTimes(network, hash, slotCreated),
      link: site + accountHref(hash, cluster, { owner }),
      category: 'created',
      summary: `${hash}, created in slot ${groupDigits(slotCreated)}: ${formatLamports(lamports).main}, ${data ? 'with data' : 'without data'}.`,
    })),
  })
}

export const PARTIAL_NOTE = `the first ${groupDigits(MAX_LIMIT)} live accounts of a longer list, in the indexer’s order: new ones further down are missing`

export function newestAccounts(accounts: readonly AccountItem[]): AccountItem[] {
  return accounts
    .filter(({ hash }) => isBase58(hash))
    .sort((a, b) => b.slotCreated - a.slotCreated)
    .slice(0, MAX_ENTRIES)
}

/** Estimated from signatures, to the minute; otherwise the time when the account was first seen. */
export function estimatedTimes({ name }: Network, hash: string, slot: number): EntryTimes {
  const id = `${name} ${hash}`
  return rememberTimes(id, () => {
    const time = slotTime(blockTimesOf(name).known, slot)
    return time ? entryTimesOf(id, Math.max(0, Math.floor(time.seconds / 60) * 60)) : firstSeenNow()
  })
}
