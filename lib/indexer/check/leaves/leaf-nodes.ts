import type { Environment } from '@/lib/platform/environment'
import type { ConnectOptions } from '../../ledger/rpc/connect'

/** Which nodes are asked what the chain has given out. */
export type LeafNodes = Pick<ConnectOptions, 'urls' | 'commitment' | 'compressionProgram'>

/** The nodes of LEDGER; null for a ledger without. */
export function leafNodes({ ledger, commitment, programIds }: Environment): LeafNodes | null {
  return ledger.kind === 'rpc' ? { urls: ledger.urls, commitment, compressionProgram: programIds.compression } : null
}
