import path from 'node:path'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../platform/thread-priority'
import type { IngestTask } from './ingest/messages'
import { ingestInThread } from './ingest/thread'

/* Bundled apart from main.ts: the answering thread starts without the decoders. */

export { runMaintenance } from './maintenance'
export { openRecordedNode } from './solana/open-chain'

if (!isMainThread && parentPort) {
  const task: IngestTask = workerData
  lowerThreadPriority()
  await ingestInThread(parentPort, path.join(import.meta.dirname, 'indexer-blocks.mjs'), task)
  process.exit()
}
