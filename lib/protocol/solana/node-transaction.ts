import type { SerialisedTransaction } from '../light/groups'

/** Its signatures are checked against its message. */
export interface NodeTransaction extends SerialisedTransaction {
  signature: string
  slot: number
  /** Unix seconds, as the node reports it; null: unknown. */
  blockTime: number | null
  /** True: it never changes. */
  finalized: boolean
  /** True where nothing has shown yet that the node is on the chain of the network's indexer. */
  unchecked: boolean
  /** Log lines omitted because they hold a piece of a configured URL. */
  logsLeftOut: number
}
