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

export interface LoadedList<Url extends ListUrl, M extends ListMethod> {
  url: Url
  cluster: Cluster
  params: Params<M>
  position: ListPlace
  network: ShownNetwork
  status: IndexerStatus
  outcome: { answer: Answer<M> } | { problem: Problem }
  problem: Problem | null
  state: DehydratedState
  unproven: number
  tokens: boolean
  units: TokenUnits | null
  mintsProblem: Problem | null
  areMintsLate: boolean
  explorers: readonly Explorer[]
  share: SharedRequest
}
