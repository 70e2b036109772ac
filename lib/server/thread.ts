import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { OperatorTask } from '../http/operator/messages'
import { serveOperator } from '../http/operator/thread'

/* What the server's threads run: bundled apart from main.ts, beside it. */

if (!isMainThread && parentPort) serveOperator(parentPort, workerData as OperatorTask)
