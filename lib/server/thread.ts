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
    // A reader waits for the marks, so only slightly below the answering thread.
    lowerThreadPriority(PROOF_NICENESS)
    // Its hash functions take a quarter of a second to load.
    const { serveProofs } = await import('../account/proof/thread')
    serveProofs(parentPort)
  }
}
