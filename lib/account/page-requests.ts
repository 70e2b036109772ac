import 'server-only'
import type { WithDecoding } from '../api/idl'
import { asResult, type Result } from '../api/result'
import { awaitUpstream, deadlineIn, requestContext } from '../platform/request-context'
import type { AccountItem, ProvableRow } from '../protocol/rpc/items'
import { isForCrawler } from '../upstream/chain/node'
import { slotUntil } from '../upstream/min-slot'
import type { Network } from '../upstream/networks/networks'
import type { HistoryPage } from './history/account-history'
import type { AccountContent, AccountHistory } from './history/contract'
import { decodeWith } from './idl/decode-rows'
import { idlOf } from './idl/load-idl'
import { type AccountCall, contentOf, historyAround } from './load'
import type { MintsAnswer } from './mints/contract'
import { mintsOf } from './mints/load-mints'
import { type MintState, mintState } from './mints/mint-state'
import type { RowProof } from './proof/contract'
import { type ProofOptions, proofs } from './proof/proofs'

/** Makes no call for crawlers and previews. @param withinMs milliseconds */
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

/** Continues earlier walks. @param withinMs milliseconds */
export function loadHistory(
  network: Network,
  hash: string,
  page: HistoryPage,
  minSlot: number | null,
  withinMs: number,
): Promise<Result<AccountHistory>> {
  return asResult(awaitUpstream(() => historyAround(network, hash, page, accountCall(minSlot, withinMs))))
}

/** In the order of the rows; null: not computed within `withinMs`, but ready for the next request. */
export function loadRowProofs(
  network: Network,
  rows: readonly ProvableRow[],
  options: Required<Pick<ProofOptions, 'sliced' | 'indexer' | 'withinMs'>>,
): Promise<(RowProof | null)[]> {
  return awaitUpstream(() => proofs().of(network.name, rows, options))
}

/** By the IDL of the account's owner program; `idl` null: no data, or not asked. @param withinMs milliseconds */
export async function loadDecoder(network: Network, account: AccountItem | null, withinMs: number) {
  const program = account?.data ? await awaitUpstream(() => idlOf(network, account.owner, withinMs)) : null
  const decode = <A extends AccountItem>(other: A): WithDecoding<A> => {
    return program && other.owner === account?.owner ? (decodeWith(program, [other]).rows[0] ?? other) : other
  }
  return { decode, idl: account && program && decodeWith(program, [account]).idl }
}

/** Mints absent after `withinMs` leave amounts in base units. No call for 0 or for crawlers. Never rejects. */
export function loadMintsWithin(network: Network, mints: Iterable<string>, withinMs: number): Promise<MintsAnswer> {
  return awaitUpstream(() => mintsOf(network, mints, isForCrawler() ? 0 : withinMs))
}

/** The mint's account and its pools, as of a few seconds ago at most. @param withinMs milliseconds */
export function loadMintState(network: Network, mint: string, withinMs: number): Promise<Result<MintState>> {
  return asResult(awaitUpstream(() => mintState(network, mint, deadlineIn(withinMs))))
}

function accountCall(minSlot: number | null, withinMs: number): AccountCall {
  return { deadline: deadlineIn(withinMs), minSlot, slotUntil: slotUntil(), left: requestContext()?.left }
}
