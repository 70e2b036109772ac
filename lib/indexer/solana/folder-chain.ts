import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { assertRegularFile } from '@/lib/platform/sqlite/regular-file'
import { parseJson } from '@/lib/protocol/rpc/json'
import { address, slot as slotShape, u64 } from '@/lib/protocol/rpc/primitives'
import { encodeBase58 } from '../../protocol/base58'
import { firstSignature } from '../../protocol/light/groups'
import { entry, filesBySlot } from '../ledger/folder'
import type { RpcTransaction } from '../ledger/ledger'
import { readRecordingNote } from '../ledger/recording-note'
import { isReached, type Reach } from './reach'
import {
  type ChainAccount,
  type ChainTransaction,
  madeGenesisHash,
  notRecorded,
  type RecordedChain,
} from './recorded-chain'

/* Results of a node, stored as files: `accounts/<address>.json` holds getAccountInfo results. 64-bit numbers stay exact. */

/** @throws Error that names the folder's recording.json if it cannot be read */
export function openFolderChain(folder: string): RecordedChain {
  return new FolderChain(folder, readRecordingNote(folder)?.genesisHash ?? madeGenesisHash(folder))
}

const time = z.int().nonnegative().nullish()
const transactionFile = entry.extend({ slot: slotShape, blockTime: time })
const blockFile = z.object({ transactions: z.array(entry), blockTime: time })

const U64_MAX = 2n ** 64n - 1n
/** Recorders that parse JSON into doubles round u64::MAX, the rent epoch of nearly all accounts, above u64. */
const rentEpoch = z
  .union([z.int().nonnegative(), z.bigint()])
  .transform((epoch) => (BigInt(epoch) > U64_MAX ? U64_MAX : BigInt(epoch)))
const accountFile = z.object({
  value: z
    .object({
      owner: address,
      lamports: u64,
      data: z.tuple([z.base64(), z.literal('base64')]),
      executable: z.boolean(),
      rentEpoch: rentEpoch.default(U64_MAX),
    })
    .nullable(),
})

class FolderChain implements RecordedChain {
  private files: ReadonlyMap<number, string[]> | null = null

  constructor(
    private readonly folder: string,
    readonly genesisHash: string,
  ) {}

  async transaction(signature: string, slot: number | null, reach: Reach): Promise<ChainTransaction | null> {
    if (slot !== null && !isReached(reach, slot)) return null
    for (const file of this.filesThatMayHold(signature, slot)) {
      const found = transactionsIn(file, slot).find(
        ({ transaction, slot }) => isReached(reach, slot) && signatureOf(transaction) === signature,
      )
      if (found) return found
    }
    return null
  }

  account(of: string): ChainAccount | null {
    const file = this.file('accounts', of)
    if (!isFile(file)) return null
    const { value } = contentOf(file, accountFile)
    return value && { ...value, data: Buffer.from(value.data[0], 'base64') }
  }

  lamports(): bigint {
    throw notRecorded('a folder has no balances')
  }

  tokenAccounts(): [] {
    throw notRecorded('a folder has no token accounts of wallets')
  }

  /** Names are validated base58, so they cannot leave the folder. */
  private file(kind: string, name: string): string {
    return path.join(this.folder, kind, `${name}.json`)
  }

  /** Files whose names match first; the others have to be read for their slot. */
  private *filesThatMayHold(signature: string, slot: number | null): Generator<string> {
    const names = [this.file('transactions', signature)]
    if (slot !== null) names.push(this.file('blocks', String(slot)))
    yield* names.filter(isFile)
    if (slot !== null) yield* this.filesAt(slot).filter((file) => !names.includes(file))
  }

  private filesAt(slot: number): string[] {
    this.files ??= filesBySlot(this.folder)
    return this.files.get(slot) ?? []
  }
}

function transactionsIn(file: string, slot: number | null): ChainTransaction[] {
  if (isBlock(file)) {
    const { transactions, blockTime } = contentOf(file, blockFile)
    return slot === null ? [] : transactions.map((transaction) => ({ slot, blockTime: blockTime ?? null, transaction }))
  }
  const { slot: at, blockTime, ...transaction } = contentOf(file, transactionFile)
  return [{ slot: at, blockTime: blockTime ?? null, transaction }]
}

function isBlock(file: string): boolean {
  return path.basename(path.dirname(file)) === 'blocks'
}

function contentOf<T>(file: string, shape: z.ZodType<T>): T {
  const read = shape.safeParse(parseJson(fs.readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${file}: ${issue?.path.map(String).join('.') || 'the whole'}: ${issue?.message}`)
}

function isFile(file: string): boolean {
  if (!fs.existsSync(file)) return false
  // Opening a pipe would block forever.
  assertRegularFile(file)
  return true
}

function signatureOf({ transaction }: RpcTransaction): string {
  return encodeBase58(firstSignature(transaction))
}
