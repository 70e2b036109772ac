import type { SignatureItem } from '../protocol/rpc/items'

/** What a chain node reports: the creating and consuming transactions, or that the indexer is wrong. null: nothing. */
export type ChainWord =
  | { kind: 'read'; created: string; consumed: SignatureItem | null }
  | { kind: 'disagrees'; why: string }
  | null

export interface LifeEvidence {
  chain: ChainWord
  /** A slot at which the owner's list had it as live; null: not searched, or not found. */
  liveAt: number | null
}
