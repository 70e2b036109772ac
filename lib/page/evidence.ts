import type { SignatureItem } from '../protocol/rpc/items'

/** What a chain node says: which transactions created and consumed the version, or that the indexer cannot be right. Null: nothing. */
export type ChainWord =
  | { kind: 'read'; created: string; consumed: SignatureItem | null }
  | { kind: 'disagrees'; why: string }
  | null

/** What is known of a version's life beside its signatures. */
export interface LifeEvidence {
  chain: ChainWord
  /** A slot at which the owner's list had it among its live accounts; null: not looked for, or not found. */
  liveAt: number | null
}
