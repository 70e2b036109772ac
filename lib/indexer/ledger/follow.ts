import { setImmediate } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { clock, type Pause } from '@/lib/platform/clock'
import { Histogram, SECONDS_BOUNDS } from '@/lib/platform/counters'
import { type LogFields, log } from '../../platform/log'
import type { HashResult } from '../../protocol/light/check-account'
import type { Programs } from '../../protocol/light/programs'
import { parseTransaction } from '../../protocol/light/transaction'
import type { AccountUpdate, TransactionUpdate } from '../../protocol/light/updates'
import { applyBlocks, slotReached } from '../store/apply'
import type { BlockChanges } from '../store/changes'
import { clearDoubtfulSlots, lastDoubtfulSlot } from '../store/doubtful'
import { dropOldRounds, type RoundRetention } from '../store/drop-rounds'
import { knownBlocks } from '../store/journal'
import type { Store } from '../store/store'
import { undoTo } from '../store/undo'
import { checkOneAccount } from './hash-sample'
import type { Ledger, LedgerBlock, LedgerStep } from './ledger'
import { TimeSpent } from './spent'
import { retryUntilStored } from './until-stored'

export interface Progress {
  blocks: number
  undone: number
  skipped: number
  forkDepths: Histogram
  transactions: number
  /** Events and token accounts that did not decode, and transactions that could not be read. */
  undecodable: number
  /** Recomputed hashes: all accounts of a folder, a sample of a chain's. */
  hashes: Record<HashResult, number>
  commits: Histogram
  spent: TimeSpent
  /** Why nothing is stored right now, e.g. a full disk; null: storing. */
  stopped: string | null
}

const FORK_DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** `onStopped` is called when storing stops, and with null when it resumes. */
export function createProgress(onStopped: (why: string | null) => void = () => {}): Progress {
  let stopped: string | null = null
  return {
    blocks: 0,
    undone: 0,
    skipped: 0,
    forkDepths: new Histogram(FORK_DEPTHS),
    transactions: 0,
    undecodable: 0,
    hashes: { matches: 0, differs: 0, cannot_tell: 0 },
    commits: new Histogram(SECONDS_BOUNDS),
    spent: new TimeSpent(),
    get stopped() {
      return stopped
    },
    set stopped(why) {
      if (why !== stopped) onStopped(why)
      stopped = why
    },
  }
}

export interface FollowOptions {
  ledger: Ledger
  store: Store
  programs: Programs
  progress: Progress
  signal: AbortSignal
  onReady(): void
  wait?: Pause
  random?(): number
}

/** After so much work a batch is stored and requests get a turn. */
const BATCH_MS = 10

/** Brings the store to the ledger's end and keeps it there. Resolves at a folder's end or after an abort. */
export async function follow(options: FollowOptions): Promise<void> {
  const { ledger, store, signal, progress } = options
  const { spent } = progress
  const old = ledger.rounds ? new OldRounds(ledger.rounds) : null
  let ready = false
  let stored = await slotReached(store)
  // A folder can be read again, and storing again changes nothing.
  let isAgain = ledger.genesisHash === undefined && (await lastDoubtfulSlot(store)) > 0
  let reached = isAgain ? 0 : stored
  const announce = () => {
    if (ready || reached < ledger.readySlot) return
    ready = true
    options.onReady()
  }
  const blocks = ledger.blocks(reached, signal, () => knownBlocks(store))[Symbol.asyncIterator]()
  const pull = () => {
    const pulled = blocks.next()
    // Awaited below, which handles a rejection; after an abort nothing does, and it must not end the process.
    pulled.catch(() => undefined)
    return pulled
  }
  // Before the readiness check: a ledger reports skipped files on the request for its first block.
  let next = pull()
  try {
    announce()
    for (let ended = false; !ended && !signal.aborted; ) {
      const batch: BlockChanges[] = []
      const turnEnds = clock().monotonic() + BATCH_MS
      let fork: number | null = null
      let result: IteratorResult<LedgerStep> | null = await next
      spent.on('the next block')
      while (result && !result.done) {
        const step: LedgerStep = result.value
        next = pull()
        if ('undoTo' in step) fork = step.undoTo
        else {
          const changes = await withoutForeignOutputs(changesOf(step, options), options)
          if (changes === null) break
          batch.push(changes)
        }
        spent.on('decoding')
        result = fork === null && clock().monotonic() < turnEnds ? await orNow(next) : null
        spent.on('the next block')
      }
      ended = result?.done ?? false
      const isStored = await storeTurn(batch, fork, old, options)
      spent.on('writing')
      if (!isStored) return
      reached = fork === null ? Math.max(reached, batch.at(-1)?.slot ?? 0) : await slotReached(store)
      stored = fork === null ? Math.max(stored, reached) : reached
      if (isAgain && reached >= stored) isAgain = !(await retryUntilStored(() => clearDoubtfulSlots(store), options))
      announce()
      await checkSample(batch, options)
      await setImmediate()
    }
  } finally {
    blocks.return?.().catch(() => undefined)
  }
}

/** A false account of a chain is logged but stored: leaving it out would make a hole. */
async function checkSample(batch: BlockChanges[], { progress, random = Math.random }: FollowOptions): Promise<void> {
  const checked = await checkOneAccount(
    batch.filter(({ chain }) => chain),
    random,
  )
  if (checked === null) return
  const { result, ...place } = checked
  progress.hashes[result]++
  if (result === 'differs') log('warn', 'stored an account whose contents make another hash', place)
}

async function storeTurn(
  batch: BlockChanges[],
  fork: number | null,
  old: OldRounds | null,
  options: FollowOptions,
): Promise<boolean> {
  const { store, progress } = options
  const steps = [
    async () => {
      const began = clock().monotonic()
      await applyBlocks(store, batch)
      if (batch.length > 0) progress.commits.observe((clock().monotonic() - began) / 1000)
      progress.blocks += batch.length
      for (const { slot, chain } of batch) progress.skipped += chain ? Math.max(0, slot - chain.parentSlot - 1) : 0
    },
    async () => {
      if (fork === null) return
      const before = await slotReached(store)
      progress.undone += await undoTo(store, fork)
      const after = await slotReached(store)
      if (after < before) progress.forkDepths.observe(before - after)
    },
    async () => {
      const newest = batch.at(-1)
      if (old && newest) await old.drop(store, newest)
    },
    () => store.tidy(),
  ]
  // One by one: what is stored must not be retried when a later step fails.
  for (const step of steps) if (!(await retryUntilStored(step, options))) return false
  return true
}

/** Null if the next block is not available yet, or fails: earlier blocks are stored first. */
async function orNow<T>(next: Promise<T>): Promise<T | null> {
  return Promise.race([next.catch(() => null), setImmediate(null)])
}

const HASH_RESULTS: HashResult[] = ['matches', 'differs', 'cannot_tell']

function changesOf(block: LedgerBlock, options: FollowOptions): BlockChanges {
  const { slot, blockTime, transactions, chain } = block
  const decoded = block.decoded ?? transactions.map((transaction) => parseTransaction(transaction, options.programs))
  const changes: TransactionUpdate[] = []
  for (const parsed of decoded) {
    if (!parsed.ok) {
      report(options, { slot, reason: parsed.reason })
      continue
    }
    for (const reason of parsed.undecodable) {
      report(options, { slot, signature: base58.encode(parsed.signature), reason })
    }
    if (parsed.update) changes.push(parsed.update)
  }
  options.progress.transactions += changes.length
  for (const result of HASH_RESULTS) options.progress.hashes[result] += block.hashes?.counts[result] ?? 0
  for (const account of block.hashes?.leftOut ?? []) {
    log('warn', 'left out an account whose contents make another hash', { slot, ...account })
  }
  return { slot, blockTime: blockTime ?? 0, transactions: changes, ...(chain && { chain }) }
}

/** The transactions stay listed. Null: aborted before all trees were known. facts/light-events.md 10. */
async function withoutForeignOutputs(
  block: BlockChanges,
  { ledger, signal }: FollowOptions,
): Promise<BlockChanges | null> {
  if (!ledger.acceptsTree) return block
  const transactions: TransactionUpdate[] = []
  try {
    for (const transaction of block.transactions) {
      const outputs: AccountUpdate[] = []
      for (const account of transaction.outputs) {
        const accepted = ledger.acceptsTree(account.tree, block.slot, signal)
        if (accepted === true || (accepted !== false && (await accepted))) outputs.push(account)
      }
      transactions.push({ ...transaction, outputs })
    }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
  return { ...block, transactions }
}

/** Logged and counted, never fatal. design.md 4.5. */
function report({ progress }: FollowOptions, fields: LogFields): void {
  progress.undecodable++
  log('warn', 'skipped what does not decode', fields)
}

/** Removes old rounds with the first block, since the store may have been stopped for days, and at each new round. */
class OldRounds {
  private checked: number | null = null

  constructor(private readonly retention: RoundRetention) {}

  async drop(store: Store, { slot, blockTime }: Pick<BlockChanges, 'slot' | 'blockTime'>): Promise<void> {
    const { firstSlot, roundSlots } = this.retention
    const round = Math.floor((slot - firstSlot) / roundSlots)
    if (round < 0 || round === this.checked) return
    const count = await dropOldRounds(store, this.retention, blockTime)
    if (count > 0) log('info', 'removed old rounds of the sandbox', { count })
    this.checked = round
  }
}
