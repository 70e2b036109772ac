import type { CallOutcome } from '../indexer/call-counts'

export const NODE_METHODS = [
  'getTransaction',
  'getSlot',
  'getGenesisHash',
  'getFirstAvailableBlock',
  'getMultipleAccounts',
] as const

export type NodeMethod = (typeof NODE_METHODS)[number]

export class NodeCounts {
  readonly calls: Partial<Record<NodeMethod, Partial<Record<CallOutcome, number>>>> = {}
  fromDisk = 0

  call(method: NodeMethod, outcome: CallOutcome): void {
    const words = this.calls[method] ?? {}
    this.calls[method] = words
    words[outcome] = (words[outcome] ?? 0) + 1
  }
}
