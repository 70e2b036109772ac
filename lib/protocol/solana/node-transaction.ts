import type { SerialisedTransaction } from '../light/groups'

/** A transaction as a chain node gave it, its signatures checked against its message. */
export interface NodeTransaction extends SerialisedTransaction {
  /** Base58: the first signature. */
  signature: string
  slot: number
  /** Seconds since the Unix epoch; null where the node does not know it. The node's word. */
  blockTime: number | null
  /** True once its slot is finalized: then it never changes. */
  finalized: boolean
  /** True where nothing has shown yet that the node is on the chain of the network's indexer. */
  unchecked: boolean
  /** Lines of its log that are left out, because a piece of a configured URL stands in them. */
  logsLeftOut: number
}
