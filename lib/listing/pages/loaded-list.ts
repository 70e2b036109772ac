import type { DehydratedState } from '@tanstack/react-query'
import type { TokenUnits } from '../../account/mints/contract'
import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import type { SharedRequest } from '../../api/shared-request'
import type { IndexerStatus } from '../../api/status'
import type { Cluster, Explorer } from '../../page/address'
import type { ShownNetwork } from '../../page/shown-network'
import type { ListMethod, Params } from '../../protocol/rpc/methods'
import type { ListUrl } from '../address/list-address'
import type { ListPlace } from '../cursor/cursor'

/** A page of a list with everything that its frame shows: components/listing/list-page.tsx. */
export interface LoadedList<Url extends ListUrl, M extends ListMethod> {
  url: Url
  cluster: Cluster
  params: Params<M>
  position: ListPlace
  network: ShownNetwork
  status: IndexerStatus
  outcome: { answer: Answer<M> } | { problem: Problem }
  /** The outcome's; null where there is an answer. */
  problem: Problem | null
  /** The answer for the browser, its rows with those proofs that were made in time. */
  state: DehydratedState
  /** Rows whose proofs were not. */
  unproven: number
  /** True where its rows are token accounts as accounts of the token program. */
  tokens: boolean
  units: TokenUnits | null
  /** Why some mints are not known; null: no reason to say anything. */
  mintsProblem: Problem | null
  /** True where decimals may still come. */
  areMintsLate: boolean
  /** Where its subject is shown elsewhere. */
  explorers: readonly Explorer[]
  /** Calls a second that the plan of its indexer allows; null: no limit is set. */
  callsPerSecond: number | null
  /** The request behind it, for the share menu. */
  share: SharedRequest
}
