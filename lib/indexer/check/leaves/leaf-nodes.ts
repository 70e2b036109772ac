import type { Environment } from '@/lib/platform/environment'
import type { ConnectOptions } from '../../ledger/rpc/connect'

export type LeafNodes = Pick<ConnectOptions, 'urls' | 'commitment' | 'compressionProgram'>

export function leafNodes({ ledger, commitment, programIds }: Environment): LeafNodes | null {
  return ledger.kind === 'rpc' ? { urls: ledger.urls, commitment, compressionProgram: programIds.compression } : null
}
