import type { MessagePort } from 'node:worker_threads'
import type { LedgerSetting } from '@/lib/platform/environment'
import { MethodError } from '../json-rpc/method-error'
import { answerRequest } from './answer-request'
import { openFolderChain } from './folder-chain'
import type { RecordedChain } from './recorded-chain'
import type { RequestOutcome, SentRequest } from './requests'
import { openSandboxChain } from './sandbox-chain'

/** A ledger that is a recording. */
export type RecordedLedger = Exclude<LedgerSetting, { kind: 'rpc' }>

/** What the thread is started with. */
export interface ReadTask {
  task: 'read recording'
  ledger: RecordedLedger
}

/** The thread that reads the recording: answers what it is sent, one request after the other, for as long as it is let live. */
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
  // One after the other: what is read of a file is let go before the next one is read.
  let last = Promise.resolve()
  port.on('message', (sent: SentRequest) => {
    last = last.then(async () => port.postMessage(await outcomeOf(sent)))
  })
}
