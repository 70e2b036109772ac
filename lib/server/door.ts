import type { HistoryPage } from '../account/history/account-history'
import type { AccountContent, AccountHistory } from '../account/history/contract'
import type { MintsAnswer } from '../account/mints/contract'
import type { ProvableRow, RowProof } from '../account/proof/contract'
import type { ProofOptions } from '../account/proof/proofs'
import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import type { RequestParams } from '../api/request-params'
import type { IndexerStatus } from '../api/status'
import type { CompareQuery, ComparisonState } from '../compare/contract'
import type { HttpAnswer } from '../http/exchange'
import type { ListPlace } from '../listing/cursor/cursor'
import type { RememberedList } from '../listing/read/chunk'
import type { AccountSearch } from '../listing/read/find-account'
import type { WholeRequest } from '../listing/whole/readings'
import type { WholePage } from '../listing/whole/whole-page'
import type { UrlFilter } from '../page/address'
import { once } from '../platform/once'
import type { ListMethod, MethodName, Params } from '../protocol/rpc/methods'
import type { StatusAvailability } from '../status/history/availability-contract'
import type { StatusHistory } from '../status/history/contract'
import type { TransactionDetails } from '../transaction/contract'
import type { NodeIdentity } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'

/** The result of a request. Pages are bundled apart from the server, so a failure comes as data and not as an error. */
export type DoorResult<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** Everything that pages and route handlers ask of the gateway. */
export interface Door {
  /** The network that a reader names; the default one for undefined; null for a name that is not configured. */
  networkNamed(cluster: string | undefined): Network | null
  /** The default one first. */
  networks(): Network[]
  /** Where absolute links start, without a slash at the end. */
  siteUrl(): string
  /** Hosts under which links lead to this explorer. */
  ownHosts(): readonly string[]
  /** null: metrics are served nowhere. */
  metricsPort(): number | null
  /** Calls a second that the plan of a network's indexer allows at present; null: INDEXER_RATE sets none. */
  callsPerSecond(network: Network): number | null
  /**
   * Of each chain node of a network, whether it is on the indexer's chain, as far as that is known already; none where none is
   * configured.
   */
  chainStates(network: Network): NodeIdentity['state'][]
  /** What the probe knows of a network's indexer, with its last `samples` looks; waits for the first one. */
  statusOf(network: Network, samples: number): Promise<IndexerStatus>
  /** The same if it is known within `withinMs`, else null. */
  statusWithin(network: Network, samples: number, withinMs: number): Promise<IndexerStatus | null>
  /** How available a network's indexer was, what is left of its error budget, and its months. */
  availabilityOf(network: string): StatusAvailability
  historyOf(network: string, range: { fromMs: number; toMs: number; points: number }): StatusHistory
  /**
   * Asks one operation; the slot that its params name is waited for until the page's own time for that is over.
   * @param withinMs if not as long as the gateway itself gives it.
   */
  ask<M extends MethodName>(
    network: Network,
    method: M,
    params: RequestParams<M>,
    withinMs?: number,
  ): Promise<DoorResult<Answer<M>>>
  /**
   * Asks one operation to find out what a text is: once, for 3 s from its turn on, less urgent than a reader's own request.
   * Shared and cached with what pages ask.
   */
  search<M extends MethodName>(network: Network, method: M, params: RequestParams<M>): Promise<DoorResult<Answer<M>>>
  /**
   * Whether chain nodes are asked for the page that is being made: not where none is configured, and not for crawlers and
   * previews.
   */
  asksChain(network: Network): 'yes' | 'not configured' | 'crawler'
  /**
   * The content of an account version, from the transaction that created it; for crawlers and previews only one that was
   * read before. @param withinMs milliseconds.
   */
  accountContent(
    network: Network,
    hash: string,
    minSlot: number | null,
    withinMs: number,
  ): Promise<DoorResult<AccountContent>>
  /** Everything that is known of a transaction, with what it consumed as far as that is read in 4 s. @param withinMs milliseconds. */
  transaction(network: Network, signature: string, withinMs: number): Promise<DoorResult<TransactionDetails>>
  /** A page of the versions around one; walks on from where earlier readers came to. @param withinMs milliseconds. */
  accountHistory(
    network: Network,
    hash: string,
    page: HistoryPage,
    minSlot: number | null,
    withinMs: number,
  ): Promise<DoorResult<AccountHistory>>
  /** What the indexers of a network are called, by their numbers from 1. */
  indexerLabels(network: Network): readonly string[]
  /** Compares two indexers of a network, and waits for it for `withinMs`; null for crawlers and previews. */
  compare(network: Network, query: CompareQuery, withinMs: number): Promise<DoorResult<ComparisonState | null>>
  /** Looks for a hash among the first accounts of an owner. @param withinMs milliseconds. */
  findAccount(
    network: Network,
    owner: string,
    filters: readonly UrlFilter[],
    hash: string,
    minSlot: number | null,
    withinMs: number,
  ): Promise<DoorResult<AccountSearch>>
  /**
   * A page of an owner's list that is read whole, the reading begun or joined. Waits for its end, for at most `waitMs`.
   * @param params with the explorer's cursor
   */
  whole(
    network: Network,
    params: Params<'getCompressedAccountsByOwner'>,
    request: WholeRequest,
    waitMs: number,
  ): Promise<DoorResult<WholePage>>
  /** What is remembered of a list, which may be old; null: nothing. Makes no call. @param params without limit and cursor */
  remembered<M extends ListMethod>(
    network: Network,
    method: M,
    params: Omit<Params<M>, 'limit' | 'cursor'>,
  ): RememberedList | null
  /** Where the cursor among the params leads, or what is wrong with it; the beginning where there is none. Makes no call. */
  placeOf<M extends MethodName>(network: Network, method: M, params: RequestParams<M>): DoorResult<ListPlace>
  /** What the indexer is sent for a question to the explorer. */
  sentFor<M extends MethodName>(network: Network, method: M, params: RequestParams<M>): Params<M>
  /**
   * The proofs of rows, in their order; null for those that were not made within `withinMs`: they are made all the same, and
   * there for who asks next. Makes no call.
   */
  proofs(
    network: Network,
    rows: readonly ProvableRow[],
    options: Required<Pick<ProofOptions, 'sliced' | 'indexer' | 'withinMs'>>,
  ): Promise<(RowProof | null)[]>
  /**
   * What the chain knows of mints, remembered; those that did not come within `withinMs` are absent, and amounts of them
   * base units. Without a call for 0, and for crawlers. Never fails.
   */
  mintsOf(network: Network, mints: Iterable<string>, withinMs: number): Promise<MintsAnswer>
  /** Answers the request that a route handler runs for. Never rejects; null where no answer of ours has this address. */
  answer(): Promise<HttpAnswer | null>
}

const state = once('door', (): { door: Door | null } => ({ door: null }))

/** The server's: from now on pages and route handlers of this process ask through it. */
export function openDoor(opened: Door): void {
  state().door = opened
}

/** @throws Error in a process that is not our server's. */
export function door(): Door {
  const opened = state.existing()?.door
  if (!opened) throw new Error('nobody opened the door: pages are served by lib/server')
  return opened
}
