import os from 'node:os'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { IngestTask } from './ingest/messages'
import { ingestInThread } from './ingest/thread'
import { type DecodeTask, decodeInThread } from './ledger/decode-thread'

/*
 * What the indexer's threads run, and what only some of its commands need. Bundled apart from main.ts: the thread that
 * answers starts without the decoders.
 */

export { maintain } from './maintenance'

if (!isMainThread && parentPort) {
  letOthersGoFirst()
  const task: IngestTask | DecodeTask = workerData
  if (task.task === 'decode') decodeInThread(parentPort, task)
  else {
    await ingestInThread(parentPort, import.meta.filename, task)
    // Of this thread alone.
    process.exit()
  }
}

/**
 * The thread that answers needs a core at once, the others whatever is left. Linux takes a priority for the thread that sets
 * it; elsewhere it would be the whole process's.
 */
function letOthersGoFirst(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority
  if (process.platform !== 'linux') return
  try {
    os.setPriority(Math.min(os.getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW))
  } catch {
    // Where the system forbids it all threads are alike, as they are elsewhere.
  }
}
