import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { type RecordedLedger, readInThread } from '@/lib/indexer/solana/reader-thread'
import type { ReaderThread } from '@/lib/indexer/solana/recording-reader'

/** What the thread that reads a recording would run, behind a channel like the thread's. */
export function readerHere(ledger: RecordedLedger): ReaderThread {
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  port1.on('message', (message) => thread.emit('message', message))
  port1.on('close', () => thread.emit('exit'))
  readInThread(port2, { task: 'read recording', ledger })
  return Object.assign(thread, {
    postMessage: (sent: unknown) => port1.postMessage(sent),
    terminate: () => port1.close(),
  })
}
