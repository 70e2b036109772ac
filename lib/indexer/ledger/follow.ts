import { setImmediate } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { clock, type Pause } from '@/lib/platform/clock'
import { Histogram, SECONDS } from '@/lib/platform/counters'
import { type LogFields, log } from '../../platform/log'
import type { HashResult } from '../../protocol/light/check-account'
import type { Programs } from '../../protocol/light/programs'
import { parseTransaction } from '../../protocol/light/transaction'
import { applyBlocks, slotReached } from '../store/apply'
import type { BlockChanges, NewAccount, TransactionChanges } from '../store/changes'
import { doubtfulTo, endDoubt } from '../store/doubtful'
import { knownBlocks } from '../store/journal'
import type { Store } from '../store/store'
import { undoTo } from '../store/undo'
import { checkOneAccount } from './hash-sample'
import type { Ledger, LedgerBlock, LedgerStep } from './ledger'
import { OldRounds } from './old-rounds'
import { Spent } from './spent'
import { untilStored } from './until-stored'

/** What the loop has done since the process started. */
export interface Progress {
  blocks: number
  /** Blocks rolled back because the chain forked. */
  undone: number
  /** Slots that the chain left without a block. */
  skipped: number
  /** Slots that each fork went back. */
  forkDepths: Histogram
  /** Successful transactions that use compression. */
  transactions: number
  /** Events and token accounts that did not decode, and transactions that could not be read. */
  undecodable: number
  /** Accounts whose hashes were recomputed from their contents: all of a folder's, a sample of a chain's. */
  hashes: Record<HashResult, number>
  /** Seconds that it took to store a batch. */
  commits: Histogram
  /** What the time went into. */
  spent: Spent
  /** Why nothing is stored right now, e.g. a full disk; null while it is. */
  stopped: string | null
}

/** Slots that a fork goes back: at most what the journal holds. */
const FORK_DEPTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** Before the first block. `onStopped` is called when storing stops, and when it resumes. */
export function noProgress(onStopped: (why: string | null) => void = () => {}): Progress {
  let stopped: string | null = null
  return {
    blocks: 0,
    undone: 0,
    skipped: 0,
    forkDepths: new Histogram(FORK_DEPTHS),
    transactions: 0,
    undecodable: 0,
    hashes: { matches: 0, differs: 0, cannot_tell: 0 },
    commits: new Histogram(SECONDS),
    spent: new Spent(),
    get stopped() {
      return stopped
    },
    set stopped(why) {
      if (why !== stopped) onStopped(why)
      stopped = why
    },
  }
}

/** What the loop reads from and writes to. */
export interface FollowOptions {
  ledger: Ledger
  store: Store
  programs: Programs
  progress: Progress
  /** Ends the loop after the batch at hand. */
  signal: AbortSignal
  /** Called once, when the ledger's ready slot is stored. */
  onReady(): void
  /** Called with the slot reached at the start, and after what was stored or rolled back. */
  onStored?(slot: number): void
  /** The clock, for tests. */
  wait?: Pause
  /** Numbers in [0, 1), for tests. */
  random?(): number
}

/** Milliseconds of work after which a batch is stored and requests get their turn. */
const TURN = 10

/**
 * Brings the store to the ledger's end and, for a live ledger, keeps it there. Blocks that are there at once are stored
 * together, each batch and its slot in one SQL transaction; a live block is stored when it comes. Where the chain forked,
 * abandoned blocks are rolled back before what follows is stored.
 * Resolves at a folder's end or after an abort.
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { ledger, store, signal, progress, onStored } = options
  const { spent } = progress
  const old = ledger.rounds ? new OldRounds(ledger.rounds) : null
  let ready = false
  let stored = await slotReached(store)
  // A folder is there to be read again, and what is stored again changes nothing.
  let isAgain = ledger.genesisHash === undefined && (await doubtfulTo(store)) > 0
  let reached = isAgain ? 0 : stored
  const announce = () => {
    onStored?.(stored)
    if (ready || reached < ledger.readySlot) return
    ready = true
    options.onReady()
  }
  const blocks = ledger.blocks(reached, signal, () => knownBlocks(store))[Symbol.asyncIterator]()
  const pull = () => {
    const pulled = blocks.next()
    // Awaited below, and rejects there; after an abort nobody awaits it, and a late failure must not end the process.
    pulled.catch(() => undefined)
    return pulled
  }
  // Before readiness is first checked: a ledger reports the files it skips when it is asked for its first block.
  let next = pull()
  try {
    announce()
    for (let ended = false; !ended && !signal.aborted; ) {
      const batch: BlockChanges[] = []
      const turnEnds = clock().monotonic() + TURN
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
      if (isAgain && reached >= stored) isAgain = !(await untilStored(() => endDoubt(store), options))
      announce()
      await checkSample(batch, options)
      await setImmediate()
    }
  } finally {
    // Releases what the ledger holds ready.
    blocks.return?.().catch(() => undefined)
  }
}

/** For a chain, whose blocks are stored as they come: a false account is logged, not left out, since a chain has no holes. */
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

/**
 * Stores the blocks of a turn, rolls back what the fork after them abandoned and removes rounds that are too old. False: given
 * up after an abort.
 */
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
  // Each by itself: what is stored already must not be tried again after what comes behind it.
  for (const step of steps) if (!(await untilStored(step, options))) return false
  return true
}

/** The next block if it is there without waiting, else null; so too where it fails: what came before is stored first. */
async function orNow<T>(next: Promise<T>): Promise<T | null> {
  return Promise.race([next.catch(() => null), setImmediate(null)])
}

const HASH_RESULTS: HashResult[] = ['matches', 'differs', 'cannot_tell']

function changesOf(block: LedgerBlock, options: FollowOptions): BlockChanges {
  const { slot, blockTime, transactions, chain } = block
  const decoded = block.decoded ?? transactions.map((transaction) => parseTransaction(transaction, options.programs))
  const changes: TransactionChanges[] = []
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

/**
 * The block without outputs into trees of others; their transactions still count as compression. Null when an abort came
 * before all trees were known. facts/light-events.md 10.
 */
async function withoutForeignOutputs(
  block: BlockChanges,
  { ledger, signal }: FollowOptions,
): Promise<BlockChanges | null> {
  if (!ledger.acceptsTree) return block
  const transactions: TransactionChanges[] = []
  try {
    for (const transaction of block.transactions) {
      const outputs: NewAccount[] = []
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
