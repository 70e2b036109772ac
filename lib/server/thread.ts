import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { ProofTask } from '../account/proof/contract'
import { lowerThreadPriority } from '../platform/thread-priority'
import type { OperatorTask } from './operator/messages'
import { serveOperator } from './operator/thread'

const PROOF_NICENESS = 5

if (!isMainThread && parentPort) {
  const task: OperatorTask | ProofTask = workerData
  if (task.task === 'operator') serveOperator(parentPort, task)
  else {
    // Pages wait for proofs, so the priority is only slightly below that of the main thread.
    lowerThreadPriority(PROOF_NICENESS)
    // Imported on demand: its hash functions take a quarter of a second to load.
    const { serveProofs } = await import('../account/proof/thread')
    serveProofs(parentPort)
  }
}
