import type { LedgerSetting } from '@/lib/platform/environment'
import { openFolderChain } from './folder-chain'
import type { RecordedChain } from './recorded-chain'
import { openSandboxChain } from './sandbox-chain'
import { formatTransaction } from './transaction-form'

export type RecordedLedger = Exclude<LedgerSetting, { kind: 'rpc' }>

/** What a node of the ledger's chain would answer. Bundled apart: most indexers are never asked for it. */
export interface RecordedNode extends RecordedChain {
  formatTransaction: typeof formatTransaction
}

/** @throws Error that names the file that cannot be read */
export function openRecordedNode(ledger: RecordedLedger): RecordedNode {
  const chain = ledger.kind === 'sandbox' ? openSandboxChain() : openFolderChain(ledger.path)
  return Object.assign(chain, { formatTransaction })
}
