import fs from 'node:fs'
import path from 'node:path'
import { randomFrom } from '@/lib/testing/indexer/random'
import {
  groupBatchAppend,
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAM_IDS,
  PROGRAMS,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'
import { trueAccount, trueTokenAccount } from '@/lib/testing/indexer/true-account'
import { decodeInThreads } from '../lib/indexer/ledger/decode-threads'
import { openFolder } from '../lib/indexer/ledger/folder'
import type { LedgerBlock } from '../lib/indexer/ledger/ledger'
import { applyBlocks, slotReached } from '../lib/indexer/store/apply'
import type { BlockChanges } from '../lib/indexer/store/changes'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import type { Instruction } from '../lib/protocol/light/groups'
import { type ParsedTransaction, parseTransaction } from '../lib/protocol/light/transaction'

/*
 * A folder ledger of any size, the same bytes for the same seed, and the indexer's own steps run one by one over it.
 * Bundled by great-store.mjs, since plain Node does not read TypeScript.
 */

/** Transactions of one slot. */
const PER_SLOT = 5

const FIRST_SLOT = 300_000_000
const FIRST_TIME = 1_790_000_000
const WALLETS = 200
const MINTS = 12

/** Where a ledger begins that goes on behind a store. */
export interface LedgerStart {
  slot: number
  /** The next leaf of each tree. */
  leaf: number
}

/**
 * Writes `transactions/*.json` with `count` transactions, each of which uses compression: token transfers (one or two
 * accounts spent, two made) of events v1 and v2 in equal parts, every tenth a plain SOL account, every hundredth a
 * forester's batch append.
 */
export function writeLedger(
  folder: string,
  count: number,
  seed: number,
  start: LedgerStart = { slot: FIRST_SLOT, leaf: 0 },
): void {
  const into = path.join(folder, 'transactions')
  fs.mkdirSync(into, { recursive: true })
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const names = (kind: string, amount: number) => Array.from({ length: amount }, (_, n) => key(`${kind} ${n}`))
  const [wallets, mints] = [names('wallet', WALLETS), names('mint', MINTS)]
  const pick = (list: Uint8Array[]) => list[below(list.length)] ?? new Uint8Array(32)
  const live = { v1: [] as Uint8Array[], v2: [] as Uint8Array[] }
  const leaves = { v1: start.leaf, v2: start.leaf }

  const made = (tree: 'v1' | 'v2'): MadeAccount => {
    const leafIndex = leaves[tree]++
    // A folder ledger leaves out what does not make its hash.
    if (below(10) === 0) {
      const lamports = BigInt(1 + below(2 ** 31)) * 10n ** 7n
      return trueAccount({ owner: pick(wallets), leafIndex, lamports }, tree)
    }
    const delegate = below(5) === 0 ? pick(wallets) : null
    const token = { mint: pick(mints), owner: pick(wallets), amount: BigInt(below(2 ** 31)) ** 2n, delegate }
    return trueTokenAccount(token, leafIndex, tree)
  }
  const spent = (hashes: Uint8Array[]) => {
    const taken = Math.min(hashes.length, 1 + below(2))
    return Array.from({ length: taken }, () => hashes.splice(below(hashes.length), 1)[0] ?? new Uint8Array(32))
  }
  const groupOf = (n: number): Instruction[] => {
    if (n % 100 === 99) return groupBatchAppend(BigInt(leaves.v2))
    const tree = below(2) === 0 ? 'v1' : 'v2'
    const [inputs, seq] = [spent(live[tree]), BigInt(leaves[tree] + 1)]
    const outputs = [made(tree), made(tree)]
    live[tree].push(...outputs.map(({ hash }) => hash))
    return tree === 'v1' ? groupV1({ inputs, outputs, seq }) : groupV2({ inputs, outputs })
  }

  for (let n = 0; n < count; n++) {
    const slot = start.slot + Math.floor(n / PER_SLOT)
    const blockTime = FIRST_TIME + Math.floor((slot - FIRST_SLOT) * 0.4)
    const result = { slot, blockTime, ...transactionOf(`${seed} transaction ${n}`, [groupOf(n)]) }
    fs.writeFileSync(path.join(into, `${String(n).padStart(8, '0')}.json`), JSON.stringify(result))
  }
}

/** Seconds of each step by itself, for the same folder. */
export interface StepSeconds {
  /** Files to blocks: listing, reading, JSON, checking their shape. */
  read: number
  /** Blocks to changes. */
  parse: number
  /** Changes into a fresh SQLite file. */
  store: number
}

/** Transactions stored together: what the follow loop gathers in a turn, roughly. */
const STORED_TOGETHER = 60

/** Runs the steps that the indexer does interleaved, one after the other. */
export async function timeSteps(folder: string, databaseFile: string): Promise<StepSeconds> {
  const [blocks, read] = await timed(() => readAll(folder))
  const [changes, parse] = await timed(() => blocks.map(changesOf))
  const store = openSqlite(databaseFile, { ledger: folder, programIds: {} })
  try {
    const blocksTogether = Math.ceil(STORED_TOGETHER / PER_SLOT)
    const [, seconds] = await timed(async () => {
      for (let at = 0; at < changes.length; at += blocksTogether) {
        await applyBlocks(store, changes.slice(at, at + blocksTogether))
      }
    })
    if ((await slotReached(store)) !== blocks.at(-1)?.slot)
      throw new Error('the store did not reach the end of the folder')
    return { read, parse, store: seconds }
  } finally {
    await store.close()
  }
}

/** What it took, and how much of the processor, all threads together: the latter hardly depends on who else is there. */
export interface Decoding {
  seconds: number
  cpuSeconds: number
}

/**
 * Reads and decodes a folder, in so many threads, or in this one for 0.
 * @param threadFile what the threads run.
 */
export async function timeDecoding(folder: string, threads: number, threadFile: string): Promise<Decoding> {
  const before = process.cpuUsage()
  const decodeMany = threads > 0 ? decodeInThreads(threadFile, PROGRAMS, threads) : undefined
  const [transactions, seconds] = await timed(async () => {
    const ledger = openFolder({ folder, compressionProgram: PROGRAMS.compression, ...(decodeMany && { decodeMany }) })
    let count = 0
    for await (const block of ledger.blocks(0, new AbortController().signal)) {
      count += (block.decoded ?? block.transactions.map((each) => parseTransaction(each, PROGRAMS))).length
    }
    return count
  })
  if (transactions === 0) throw new Error('nothing was decoded')
  const { user, system } = process.cpuUsage(before)
  return { seconds, cpuSeconds: (user + system) / 1e6 }
}

async function timed<T>(step: () => T | Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await step()
  return [result, (performance.now() - began) / 1000]
}

async function readAll(folder: string): Promise<LedgerBlock[]> {
  const ledger = openFolder({ folder, compressionProgram: PROGRAM_IDS.compression })
  const blocks: LedgerBlock[] = []
  for await (const block of ledger.blocks(0, new AbortController().signal)) blocks.push(block)
  return blocks
}

function changesOf({ slot, blockTime, transactions }: LedgerBlock): BlockChanges {
  const parsed = transactions.map((transaction) => updateOf(parseTransaction(transaction, PROGRAMS)))
  return { slot, blockTime: blockTime ?? 0, transactions: parsed }
}

/** A made-up transaction that is not understood would be a faster one: it must not pass. */
function updateOf(parsed: ParsedTransaction): BlockChanges['transactions'][number] {
  if (!parsed.ok) throw new Error(parsed.reason)
  if (!parsed.update || parsed.undecodable.length > 0) throw new Error(`not decoded: ${parsed.undecodable.join('; ')}`)
  return parsed.update
}
