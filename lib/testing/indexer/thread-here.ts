import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type RecordedLedger, readInThread } from '@/lib/indexer/solana/reader-thread'
import type { ReaderThread } from '@/lib/indexer/solana/recording-reader'

export function threadHere(run: (port: MessagePort) => unknown) {
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  port1.on('message', (message) => thread.emit('message', message))
  port1.on('close', () => thread.emit('exit'))
  run(port2)
  return Object.assign(thread, {
    postMessage: (sent: unknown) => port1.postMessage(sent),
    terminate: () => port1.close(),
  })
}

export const readerHere = (ledger: RecordedLedger): ReaderThread =>
  threadHere((port) => readInThread(port, { task: 'read recording', ledger }))
