import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { looksLikeUrl } from '@/lib/platform/misspelt-url'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { openTransaction } from '../../protocol/light/groups'
import type { LedgerBlock, RpcTransaction, StraightLedger } from './ledger'
import { readRecording } from './recording-note'
import { topLevelNumber } from './top-level-number'

/*
 * A folder of recorded results as a ledger: `transactions/*.json` holds getTransaction results, `blocks/<slot>.json`
 * getBlock results; they are merged by slot and signature and come in slot order. design.md 4.2.
 */

/** A file of the folder that cannot be used; one line that names it. */
export class FolderError extends Error {
  override readonly name = 'FolderError'

  constructor(file: string, problem: string, options?: { cause?: unknown }) {
    super(`${file}: ${problem}`, options)
  }
}

/** What a folder has of one slot. */
export interface SlotFiles {
  slot: number
  files: string[]
}

/** Reads slots of a folder and decodes their transactions, in order. */
export type DecodeSlots = (slots: SlotFiles[], signal: AbortSignal) => AsyncIterable<LedgerBlock>

/** Which folder is read, and how its transactions become blocks. */
export interface FolderOptions {
  /** Absolute path. */
  folder: string
  /** The compression program's id: transactions that name it must be readable. */
  compressionProgram: string
  /** Told, before the first block, how many files at or below the slot reached are not read again. */
  onSkipped?: (files: number) => void
  /** Decodes a slot where there is little to do; without it blocks come as they stand in the files. */
  decode?(slot: SlotFiles): Promise<LedgerBlock>
  /** Takes the work over where there is much of it. */
  decodeMany?: DecodeSlots
}

/** Files above which there is much to do: threads take as long to start as some hundred files take to decode and check. */
const MANY = 500

/** A ledger with its files put in order; their contents are read when their turn comes. */
export function openFolder(options: FolderOptions): StraightLedger {
  const { folder, compressionProgram, onSkipped, decodeMany } = options
  assertThere(folder)
  const decode = options.decode ?? (async (slot: SlotFiles) => readSlot(slot, compressionProgram))
  const slots = filesBySlot(folder)
  const foreign = new Set(readRecording(folder)?.foreignTrees)
  const order = [...slots.keys()].sort((a, b) => a - b)
  const tip = order.at(-1) ?? 0
  return {
    identity: folder,
    title: folder,
    readySlot: tip,
    tip: () => tip,
    ...(foreign.size > 0 && { acceptsTree: (tree) => !foreign.has(base58.encode(tree)) }),
    async *blocks(after, signal) {
      const filesOf = (part: number[]) => part.map((slot): SlotFiles => ({ slot, files: slots.get(slot) ?? [] }))
      const skipped = filesOf(order.filter((slot) => slot <= after))
      onSkipped?.(count(skipped))
      const wanted = filesOf(order.slice(skipped.length))
      if (decodeMany && count(wanted) > MANY) yield* decodeMany(wanted, signal)
      else for (const slot of wanted) if (!signal.aborted) yield await decode(slot)
    },
  }
}

/** What is no folder may be a misspelt URL with a key: it is only named where that cannot be. */
function assertThere(folder: string): void {
  if (fs.existsSync(folder)) return
  const isPath = !looksLikeUrl(folder) && !folder.includes('=') && fs.existsSync(path.dirname(folder))
  throw new FolderError(isPath ? folder : 'LEDGER', 'wanted sandbox, a folder or http(s) URLs; there is no such folder')
}

function count(slots: SlotFiles[]): number {
  return slots.reduce((sum, { files }) => sum + files.length, 0)
}

/**
 * Files by the slot they belong to: of a block its name tells it, of a transaction a scan of its text.
 * @throws FolderError for a file of which it cannot be told.
 */
export function filesBySlot(folder: string): Map<number, string[]> {
  const blocks = jsonFiles(path.join(folder, 'blocks'))
  const transactions = jsonFiles(path.join(folder, 'transactions'))
  if (blocks === null && transactions === null) {
    throw new FolderError(folder, 'wanted a folder with blocks/ or transactions/, found neither')
  }
  const slots = new Map<number, string[]>()
  const add = (slot: number, file: string) => slots.set(slot, [...(slots.get(slot) ?? []), file])
  for (const file of blocks ?? []) {
    const name = path.basename(file, '.json')
    if (!/^\d{1,15}$/.test(name)) throw new FolderError(file, 'wanted a slot number as the name of a block')
    add(Number(name), file)
  }
  for (const file of transactions ?? []) {
    const slot = topLevelNumber(read(file), 'slot')
    // A damaged file is best described by what JSON.parse says; if that finds nothing, there is no slot in it.
    if (slot === null) transactionOf(file, read(file))
    if (slot === null || !Number.isSafeInteger(slot)) throw new FolderError(file, NO_TRANSACTION)
    add(slot, file)
  }
  return slots
}

/** Names in byte order, so that every start meets them in the same one. Null when there is no such folder. */
function jsonFiles(folder: string): string[] | null {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.json'))
    // Reading a pipe would wait for ever. For files, which are many, the system tells the kind for free.
    for (const entry of entries) if (!entry.isFile()) assertRegularFile(path.join(folder, entry.name))
    const names = entries.map(({ name }) => name)
    return names.sort().map((name) => path.join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new FolderError(folder, error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const NO_BLOCK = 'wanted a getBlock result (an object with transactions and blockTime)'
const NO_TRANSACTION = 'wanted a getTransaction result (an object with slot, blockTime, transaction and meta)'

const time = z.number().int().nonnegative().nullish()
const entry = z.object({ transaction: z.unknown(), meta: z.looseObject({}), version: z.unknown().optional() })
const blockResult = z.object({ transactions: z.array(entry), blockTime: time })
const transactionResult = entry.extend({ slot: z.number().int().nonnegative(), blockTime: time })

/**
 * Everything the folder has of one slot. A transaction that several files hold comes once.
 * @throws FolderError for a file that is neither result.
 */
export function readSlot({ slot, files }: SlotFiles, compressionProgram: string): LedgerBlock {
  let blockTime: number | null = null
  const transactions = new Map<string, RpcTransaction>()
  for (const file of files) {
    const { time, entries } = entriesOf(file, slot)
    blockTime ??= time
    for (const transaction of entries) {
      const signature = signatureOf(file, transaction, compressionProgram)
      if (!transactions.has(signature)) transactions.set(signature, transaction)
    }
  }
  return { slot, blockTime, transactions: [...transactions.values()] }
}

function entriesOf(file: string, slot: number): { time: number | null; entries: RpcTransaction[] } {
  const text = read(file)
  if (path.basename(path.dirname(file)) === 'blocks') {
    const block = blockResult.safeParse(parsed(file, text))
    if (!block.success) throw new FolderError(file, `${NO_BLOCK}: ${firstIssue(block.error)}`)
    return { time: block.data.blockTime ?? null, entries: block.data.transactions.map(withoutUndefined) }
  }
  const transaction = transactionOf(file, text)
  if (transaction.slot !== slot) throw new FolderError(file, `wanted slot ${slot}, found ${transaction.slot}`)
  return { time: transaction.blockTime ?? null, entries: [withoutUndefined(transaction)] }
}

function transactionOf(file: string, text: string): z.output<typeof transactionResult> {
  const transaction = transactionResult.safeParse(parsed(file, text))
  if (!transaction.success) throw new FolderError(file, `${NO_TRANSACTION}: ${firstIssue(transaction.error)}`)
  return transaction.data
}

function withoutUndefined({ transaction, meta, version }: z.output<typeof entry>): RpcTransaction {
  return { transaction, meta, ...(version === undefined ? {} : { version }) }
}

/**
 * The signature, in hex. The whole transaction is taken apart here, where the file's name is known: one that cannot be
 * read makes a recording that would answer wrongly, and ends the start.
 */
function signatureOf(file: string, transaction: RpcTransaction, compressionProgram: string): string {
  try {
    return Buffer.from(openTransaction(transaction, compressionProgram).signature).toString('hex')
  } catch (error) {
    throw new FolderError(file, error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    throw new FolderError(file, error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Balances beyond 2^53 are rounded here and nobody reads them; what we need of a result are texts and small numbers. */
function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FolderError(file, `it is damaged: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`
}
