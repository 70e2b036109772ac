import { base58 } from '@scure/base'
import { MACHINE_CLOCK } from '../../clock'
import { log, outliveReaders } from '../../log/log'
import { askNodes } from '../leaves/chain-leaves'
import { provableOf } from '../leaves/provable'
import { openReader } from '../store/open'
import { quickCheck } from '../store/sqlite/quick-check'
import { keepChecking } from './keep-checking'
import { keepWalking } from './keep-walking'
import type { CheckMessage, CheckTask } from './messages'

/*
 * The check of a store that is in use, as a process of its own: SQLite checks all pages in one call, and ending an indexer
 * must not wait for that. A thread could not be stopped.
 */

outliveReaders()
// Its parent may be gone.
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of a terminal: this one is ended by the one that started it.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined)
process.once('message', (task: CheckTask) => {
  run(task).catch((error: unknown) => {
    log('warn', 'the store is not checked', { reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  })
})

async function run({ database, identity, tokenProgram, checkedAtStart, nodes }: CheckTask): Promise<void> {
  const report = (message: CheckMessage) => void process.send?.(message, undefined, undefined, () => undefined)
  const { signal } = new AbortController()
  const store = await openReader(database, identity)
  const clock = MACHINE_CLOCK
  const ask = nodes && askNodes(nodes, identity.ledger, clock)
  await Promise.all([
    keepWalking({ store, provable: provableOf(identity.ledger), ask, report, clock, signal }),
    keepChecking({
      ...{ store, checkedAtStart, report, signal, clock },
      checkPages: database.kind === 'file' ? () => quickCheck(database.file) : null,
      tokenProgram: base58.decode(tokenProgram),
      random: Math.random,
    }),
  ])
}
