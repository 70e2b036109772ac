import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { ingestInThread } from './ingest/thread'

/*
 * What the indexer's threads run, and what only some of its commands need. Bundled apart from main.ts: the thread that
 * answers starts without the decoders.
 */

export { maintain } from './maintenance'

if (!isMainThread && parentPort) {
  await ingestInThread(parentPort, workerData)
  // Of this thread alone.
  process.exit()
}
