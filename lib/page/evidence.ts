import type { SignatureItem } from '../protocol/rpc/items'

/** A chain node reports the creating and consuming transactions, or contradicts the indexer; null: no report. */
export type ChainEvidence =
  | { kind: 'read'; created: string; consumed: SignatureItem | null }
  | { kind: 'disagrees'; why: string }
  | null

export interface LifeEvidence {
  chain: ChainEvidence
  /** A slot at which the owner's list had it as live; null: not searched, or not found. */
  liveAt: number | null
}
