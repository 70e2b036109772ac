import 'server-only'
import { asResult, type Result } from '../api/result'
import { awaitUpstream, deadlineIn, requestContext } from '../platform/request-context'
import { isForCrawler } from '../upstream/chain/node'
import { slotUntil } from '../upstream/min-slot'
import type { Network } from '../upstream/networks/networks'
import type { HistoryPage } from './history/account-history'
import type { AccountContent, AccountHistory } from './history/contract'
import { type AccountCall, contentOf, historyAround } from './load'
import type { MintsAnswer } from './mints/contract'
import { mintsOf } from './mints/load-mints'
import type { ProvableRow, RowProof } from './proof/contract'
import { type ProofOptions, proofs } from './proof/proofs'

/* What pages ask of accounts: as long as they have, and for who waits for them. */

/**
 * The content of an account version, from the transaction that created it; for crawlers and previews only one that was
 * read before. @param withinMs milliseconds.
 */
export function loadContent(
  network: Network,
  hash: string,
  minSlot: number | null,
  withinMs: number,
): Promise<Result<AccountContent>> {
  return asResult(
    awaitUpstream(() => contentOf(network, hash, { ...accountCall(minSlot, withinMs), remembered: isForCrawler() })),
  )
}

/** A page of the versions around one; walks on from where earlier readers came to. @param withinMs milliseconds. */
export function loadHistory(
  network: Network,
  hash: string,
  page: HistoryPage,
  minSlot: number | null,
  withinMs: number,
): Promise<Result<AccountHistory>> {
  return asResult(awaitUpstream(() => historyAround(network, hash, page, accountCall(minSlot, withinMs))))
}

/**
 * The proofs of rows, in their order; null for those that were not made within `withinMs`: they are made all the same, and
 * there for who asks next. Makes no call.
 */
export function loadRowProofs(
  network: Network,
  rows: readonly ProvableRow[],
  options: Required<Pick<ProofOptions, 'sliced' | 'indexer' | 'withinMs'>>,
): Promise<(RowProof | null)[]> {
  return awaitUpstream(() => proofs().of(network.name, rows, options))
}

/**
 * What the chain knows of mints, remembered; those that did not come within `withinMs` are absent, and amounts of them
 * base units. Without a call for 0, and for crawlers. Never fails.
 */
export function loadMintsWithin(network: Network, mints: Iterable<string>, withinMs: number): Promise<MintsAnswer> {
  return awaitUpstream(() => mintsOf(network, mints, isForCrawler() ? 0 : withinMs))
}

function accountCall(minSlot: number | null, withinMs: number): AccountCall {
  return { deadline: deadlineIn(withinMs), minSlot, slotUntil: slotUntil(), left: requestContext()?.left }
}
