import path from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { letOthersGoFirst } from '../platform/thread-priority'
import type { IngestTask } from './ingest/messages'
import { ingestInThread } from './ingest/thread'
import { type DecodeTask, decodeInThread } from './ledger/decode-thread'
import { type ReadTask, readInThread } from './solana/reader-thread'

/* Bundled apart from main.ts: the answering thread starts without the decoders. */

export { maintain } from './maintenance'

if (!isMainThread && parentPort) {
  const task: IngestTask | DecodeTask | ReadTask = workerData
  // Requests wait for that one.
  if (task.task !== 'read recording') letOthersGoFirst()
  if (task.task === 'read recording') readInThread(parentPort, task)
  else if (task.task === 'decode') decodeInThread(parentPort, task)
  else {
    const blocks = path.join(import.meta.dirname, 'indexer-blocks.mjs')
    await ingestInThread(parentPort, { decoding: import.meta.filename, blocks }, task)
    process.exit()
  }
}
