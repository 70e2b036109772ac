import { groupDigits } from '@/lib/format/numbers'
import type { Cluster } from '@/lib/page/address'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import type { KnownTransaction } from '@/lib/transaction/contract'

export interface TxPart {
  details: KnownTransaction
  mints: Mints
  cluster: Cluster
  /** The address of the whole transaction as JSON. */
  json: string
}

export const MAX_ROWS = 100

export function MoreRows({ count, shown = MAX_ROWS, json }: { count: number; shown?: number; json: string }) {
  if (count <= shown) return null
  return (
    <p className="px-3 py-2 text-sm text-muted">
      <span>{`${groupDigits(count - shown)} more:`}</span> <a href={json}>this transaction as JSON</a>
    </p>
  )
}
