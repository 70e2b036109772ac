import type { CallOutcome } from '../indexer/call-counts'

/** The Solana methods that are asked of a chain node. */
export const NODE_METHODS = [
  'getTransaction',
  'getSlot',
  'getBlockTime',
  'getBlock',
  'getBlocks',
  'getGenesisHash',
  'getFirstAvailableBlock',
  'getMultipleAccounts',
] as const

/** One of them. */
export type NodeMethod = (typeof NODE_METHODS)[number]

/** What became of calls to a network's chain nodes since the process began, and what spared them. */
export class NodeCounts {
  readonly calls: Partial<Record<NodeMethod, Partial<Record<CallOutcome, number>>>> = {}
  /** Transactions that were read from disk instead of being asked for. */
  fromDisk = 0

  call(method: NodeMethod, outcome: CallOutcome): void {
    const words = this.calls[method] ?? {}
    this.calls[method] = words
    words[outcome] = (words[outcome] ?? 0) + 1
  }
}
