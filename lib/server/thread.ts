import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { ProofTask } from '../account/proof/messages'
import { letOthersGoFirst } from '../platform/thread-priority'
import type { OperatorTask } from './operator/messages'
import { serveOperator } from './operator/thread'

/* What the server's threads run: bundled apart from main.ts, beside it. */

const PROOF_NICENESS = 5

if (!isMainThread && parentPort) {
  const task: OperatorTask | ProofTask = workerData
  if (task.task === 'operator') serveOperator(parentPort, task)
  else {
    // Behind what answers, yet somebody looks at a page whose marks are still to come.
    letOthersGoFirst(PROOF_NICENESS)
    // With its hash functions, which take a quarter of a second to load.
    const { serveProofs } = await import('../account/proof/thread')
    serveProofs(parentPort)
  }
}
