import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { looksLikeUrl } from '@/lib/platform/misspelt-url'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { openTransaction } from '../../protocol/light/groups'
import type { LedgerBlock, LinearLedger, RpcTransaction } from './ledger'
import { readRecordingNote } from './recording-note'

/* `transactions/*.json` (getTransaction) and `blocks/<slot>.json` (getBlock), merged by slot and signature. design.md 4.2. */

export class FolderError extends Error {
  override readonly name = 'FolderError'

  constructor(file: string, problem: string, options?: { cause?: unknown }) {
    super(`${file}: ${problem}`, options)
  }
}

export interface SlotFiles {
  slot: number
  files: string[]
}

export interface FolderOptions {
  folder: string
  compressionProgram: string
  /** Called before the first block with the number of files at or below the slot reached, which are skipped. */
  onSkipped?: (files: number) => void
  decode?(slot: SlotFiles): Promise<LedgerBlock>
}

export function openFolder(options: FolderOptions): LinearLedger {
  const { folder, compressionProgram, onSkipped } = options
  assertThere(folder)
  const decode = options.decode ?? (async (slot: SlotFiles) => readSlot(slot, compressionProgram))
  const slots = filesBySlot(folder)
  const foreign = new Set(readRecordingNote(folder)?.foreignTrees)
  const order = [...slots.keys()].sort((a, b) => a - b)
  const tip = order.at(-1) ?? 0
  const filesOf = (slot: number) => slots.get(slot) ?? []
  return {
    identity: folder,
    title: folder,
    readySlot: tip,
    tip: () => tip,
    ...(foreign.size > 0 && { acceptsTree: (tree) => !foreign.has(base58.encode(tree)) }),
    async *blocks(after, signal) {
      const skipped = order.filter((slot) => slot <= after)
      onSkipped?.(skipped.reduce((sum, slot) => sum + filesOf(slot).length, 0))
      for (const slot of order.slice(skipped.length)) {
        if (!signal.aborted) yield await decode({ slot, files: filesOf(slot) })
      }
    },
  }
}

/** A missing folder may be a misspelt URL with a key, so the error names only what cannot be a URL. */
function assertThere(folder: string): void {
  if (fs.existsSync(folder)) return
  const isPath = !looksLikeUrl(folder) && !folder.includes('=') && fs.existsSync(path.dirname(folder))
  throw new FolderError(isPath ? folder : 'LEDGER', 'wanted sandbox, a folder or http(s) URLs; there is no such folder')
}

/** @throws FolderError for a file without a slot */
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
    const placed = slotOnly.safeParse(parsed(file, read(file)))
    if (!placed.success) throw new FolderError(file, `${NO_TRANSACTION}: ${firstIssue(placed.error)}`)
    add(placed.data.slot, file)
  }
  return slots
}

/** In byte order, the same at every start. null: no such folder. */
function jsonFiles(folder: string): string[] | null {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.json'))
    // Reading a pipe would block forever. Directory entries know their kind without a further call.
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
export const entry = z.object({ transaction: z.unknown(), meta: z.looseObject({}), version: z.unknown().optional() })
const blockResult = z.object({ transactions: z.array(entry), blockTime: time })
const slotOnly = z.object({ slot: z.number().int().nonnegative() })
const transactionResult = entry.extend({ ...slotOnly.shape, blockTime: time })

/** @throws FolderError for a file that is neither a getBlock nor a getTransaction result */
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

/** Hex. Parses the whole transaction, so that an unreadable file fails the start by its name. */
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

/** Rounds balances beyond 2^53, which nothing reads. */
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
