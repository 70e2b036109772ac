import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { base58 } from '@scure/base'
import { MACHINE_CLOCK } from '../../platform/clock'
import { log } from '../../platform/log'
import { lowerThreadPriority } from '../../platform/thread-priority'
import { openReader } from '../store/open'
import { checkPagesApart } from './check-pages-apart'
import { keepChecking } from './keep-checking'
import { keepWalking } from './keep-walking'
import { createLeafFetcher } from './leaves/chain-leaves'
import { provableLeavesOf } from './leaves/provable'
import type { CheckMessage, CheckTask } from './messages'

/* Checks a store while it is in use; any message ends the thread. */

const PAGES = path.join(import.meta.dirname, 'indexer-pages.mjs')

if (!parentPort) throw new Error('this is the check of a store, which runs as a thread')
const parent = parentPort
const ending = new AbortController()
parent.once('message', () => ending.abort())
lowerThreadPriority()
run(workerData)
  .catch((error: unknown) => {
    log('warn', 'the store is not checked', { reason: error instanceof Error ? error.message : String(error) })
  })
  .finally(() => process.exit())

async function run({ database, identity, tokenProgram, checkedAtStart, nodes }: CheckTask): Promise<void> {
  const report = (message: CheckMessage) => parent.postMessage(message)
  const { signal } = ending
  const clock = MACHINE_CLOCK
  const store = await openReader(database, identity)
  try {
    await Promise.all([
      keepWalking({
        ...{ store, report, clock, signal },
        provable: provableLeavesOf(identity.ledger),
        ask: nodes && createLeafFetcher(nodes, identity.ledger, clock),
      }),
      keepChecking({
        ...{ store, checkedAtStart, report, clock, signal },
        checkPages: database.kind === 'file' ? checkPagesApart(PAGES, database.file) : null,
        tokenProgram: base58.decode(tokenProgram),
        random: Math.random,
      }),
    ])
  } finally {
    // SQLite's driver crashes if the process ends while it is in use.
    await store.close()
  }
}
