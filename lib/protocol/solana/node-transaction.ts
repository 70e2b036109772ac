import type { SerialisedTransaction } from '../light/groups'

/** Only with valid signatures of its message. */
export interface NodeTransaction extends SerialisedTransaction {
  signature: string
  slot: number
  /** Unix seconds, as the node reports it; null: unknown. */
  blockTime: number | null
  finalized: boolean
  /** True until the node is known to be on the chain of the network's indexer. */
  unchecked: boolean
  /** Log lines omitted because they contain part of a configured URL. */
  logsLeftOut: number
}
