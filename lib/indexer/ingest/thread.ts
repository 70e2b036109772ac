import os from 'node:os'
import type { MessagePort } from 'node:worker_threads'
import type { Environment } from '@/lib/platform/environment'
import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import { resolvePrograms } from '../../protocol/light/programs'
import { CatchUp } from '../ledger/catch-up'
import { createProgress } from '../ledger/follow'
import type { Ledger } from '../ledger/ledger'
import { openLedger } from '../ledger/open'
import { BlockThreads } from '../ledger/rpc/block-threads'
import { SANDBOX_IDENTITY } from '../ledger/sandbox'
import { openWriter } from '../store/open'
import { isDefaultStoreFile, storeOfChain } from '../store/sqlite/chain-stores'
import { chainIdentity, otherLedgerError, type WriterOptions } from '../store/store'
import { ingest } from './ingest'
import type { IngestAnswers, IngestCommand, IngestMessage, IngestTask } from './messages'
import { reportOf } from './report'

/** With two threads, storing is already the bottleneck. */
const BLOCK_READERS = Math.min(2, os.availableParallelism() - 1)

/** Closes its port once everything is released. @param blocks bundle of the threads that read blocks; null: none */
export async function ingestInThread(
  port: MessagePort,
  blocks: string | null,
  task: IngestTask,
  clock: Clock = MACHINE_CLOCK,
): Promise<void> {
  const { environment, readOnly, isReplacement } = task
  const send = (message: IngestMessage) => port.postMessage(message)
  const print = (line: string) => send({ kind: 'line', line })
  const ending = new AbortController()
  const { signal } = ending
  const progress = createProgress((why) => send({ kind: 'state', state: { stopped: why } }))
  const catchUp = new CatchUp(clock)
  let ledger: Ledger | null = null
  let blockThreads: BlockThreads | null = null
  let failure: string | null = null
  let begin = () => {}
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve
  })

  async function answer(about: keyof IngestAnswers): Promise<IngestAnswers[keyof IngestAnswers]> {
    if (about === 'report') return reportOf(progress, ledger ?? {}, catchUp)
    return ledger ? ledger.tip() : null
  }
  port.on('message', (command: IngestCommand) => {
    if (command.kind === 'begin') begin()
    else if (command.kind === 'end') ending.abort()
    else void answer(command.about).then((answer) => send({ kind: 'answer', id: command.id, answer }))
  })
  /** A store that DATABASE_URL names holds one chain: ingestion ends. Otherwise the next chain gets its own file. */
  function onReplaced(genesisHash: string): void {
    const by = chainIdentity(genesisHash)
    const { database } = environment
    if (ledger === null || isDefaultStoreFile(database)) send({ kind: 'state', state: { replacedBy: by } })
    else
      failure = otherLedgerError(database.kind === 'file' ? database.file : 'DATABASE_URL', ledger.identity, by).message
    ending.abort()
  }
  // Ends the wait for the begin command.
  signal.addEventListener('abort', begin)

  try {
    const programs = await resolvePrograms(environment.programIds)
    blockThreads = blocks === null ? null : new BlockThreads(blocks, BLOCK_READERS)
    const use = {
      ...{ signal, print, clock, onReplaced, isReplacement },
      onHeadUnknown: (why: string | null) => send({ kind: 'state', state: { headUnknown: why } }),
      onStall: (why: string | null) => send({ kind: 'state', state: { stallReason: why } }),
      ...(blockThreads && { readBlock: blockThreads.read }),
    }
    ledger = await openLedger(environment, use).catch((error: unknown) => {
      // An aborted open ends in an error.
      if (signal.aborted) return null
      throw error
    })
    if (ledger === null) return
    const { identity, title, genesisHash, rounds = null } = ledger
    const database = genesisHash ? storeOfChain(environment.database, genesisHash) : environment.database
    send({ kind: 'opened', ledger: { identity, title, database, rounds } })
    if (readOnly) {
      send({ kind: 'role', role: 'reader' })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return
    }
    const storeIdentity = { ledger: identity, programIds: { ...environment.programIds } }
    await ingest({
      openWriter: (options) => openWriter(database, storeIdentity, { ...options, ...replacing(environment, print) }),
      ...{ ledger, programs, progress, catchUp, signal, mayBegin, print },
      maxLagSlots: environment.maxLagSlots,
      clock,
      onRole: (role) => send({ kind: 'role', role }),
      onReady: () => send({ kind: 'ready' }),
    })
  } catch (error) {
    failure ??= error instanceof Error ? error.message : String(error)
  } finally {
    await blockThreads?.end()
    if (failure !== null) send({ kind: 'failed', why: failure })
    port.close()
  }
}

/** Only the default store of an earlier sandbox recording may be replaced. design.md 4.2. */
function replacing({ ledger, database }: Environment, print: (line: string) => void): Pick<WriterOptions, 'replaces'> {
  if (ledger.kind !== 'sandbox' || database.kind !== 'file' || database.chosen) return {}
  return {
    replaces: (other) => {
      if (!other.startsWith(SANDBOX_IDENTITY)) return false
      print(`The sandbox has a new recording: its store ${database.file} is made anew`)
      return true
    },
  }
}
