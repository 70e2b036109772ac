import type { MessagePort } from 'node:worker_threads'
import type { LedgerSetting } from '@/lib/platform/environment'
import { MethodError } from '../json-rpc/method-error'
import { answerRequest } from './answer-request'
import { openFolderChain } from './folder-chain'
import type { RecordedChain } from './recorded-chain'
import type { RequestOutcome, SentRequest } from './requests'
import { openSandboxChain } from './sandbox-chain'

export type RecordedLedger = Exclude<LedgerSetting, { kind: 'rpc' }>

export interface ReadTask {
  task: 'read recording'
  ledger: RecordedLedger
}

export function readInThread(port: MessagePort, { ledger }: ReadTask): void {
  let chain: RecordedChain | null = null
  const outcomeOf = async ({ id, request }: SentRequest): Promise<RequestOutcome> => {
    try {
      chain ??= ledger.kind === 'sandbox' ? openSandboxChain() : openFolderChain(ledger.path)
      return { id, kind: 'answer', answer: await answerRequest(chain, request) }
    } catch (error) {
      if (error instanceof MethodError) {
        const { code, message, data } = error
        return { id, kind: 'error', code, message, data }
      }
      return { id, kind: 'failure', why: error instanceof Error ? error.message : String(error) }
    }
  }
  // Sequential, so that only one file's contents are in memory.
  let last = Promise.resolve()
  port.on('message', (sent: SentRequest) => {
    last = last.then(async () => port.postMessage(await outcomeOf(sent)))
  })
}
