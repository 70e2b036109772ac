import { base58 } from '@scure/base'
import { z } from 'zod'
import { asRpcResult, recordedTransaction } from '@/lib/indexer/ledger/recorded-transaction'
import { base58Data } from '@/lib/protocol/light/base58-data'
import type { RecordedBlock, RecordedEntry } from './recording'
import { inJson, wireOf } from './wire'

/* Bytes in hex, so that a key or hash matches wherever it occurs, and without the node's duplicates. */

const packedEntry = recordedTransaction.extend({
  // A node leaves it out when the request names no supported version.
  version: recordedTransaction.shape.version.optional(),
  index: z.int().nullable(),
  encoding: z.enum(['base64', 'json']),
  rest: z.looseObject({}),
})

export const packedBlock = z.object({
  slot: z.int(),
  blockTime: z.int().nullable(),
  place: z
    .object({
      blockhash: z.string(),
      parentSlot: z.int(),
      parentBlockhash: z.string(),
      height: z.int(),
      rewards: z.array(z.unknown()),
    })
    .nullable(),
  entries: z.array(packedEntry),
})

type PackedEntry = z.infer<typeof packedEntry>
export type PackedBlock = z.infer<typeof packedBlock>

export function packBlock({ entries, ...block }: RecordedBlock): PackedBlock {
  return { ...block, entries: entries.map(packEntry) }
}

export function unpackBlock({ entries, ...block }: PackedBlock): RecordedBlock {
  return { ...block, entries: entries.map(unpackEntry) }
}

const hex = (bytes: Iterable<number>) => Buffer.from([...bytes]).toString('hex')

const metaShape = z.looseObject({
  err: z.unknown(),
  status: z.unknown(),
  innerInstructions: z.array(
    z.strictObject({
      index: z.int(),
      instructions: z.array(
        z.strictObject({
          programIdIndex: z.int(),
          accounts: z.array(z.int()),
          data: z.string(),
          stackHeight: z.int().nullable(),
        }),
      ),
    }),
  ),
  loadedAddresses: recordedTransaction.shape.loaded,
})

function packEntry({ index, encoding, transaction }: RecordedEntry): PackedEntry {
  const { err, status: _, innerInstructions, loadedAddresses, ...rest } = metaShape.parse(transaction.meta)
  const version = packedEntry.shape.version.parse(transaction.version)
  return {
    index,
    encoding,
    ...(version !== undefined && { version }),
    wire: hex(wireOf(transaction)),
    err,
    inner: innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) => [
        programIdIndex,
        hex(accounts),
        hex(base58Data(data)),
        stackHeight,
      ]),
    })),
    loaded: loadedAddresses,
    rest,
  }
}

function unpackEntry({ index, encoding, rest, version, ...recorded }: PackedEntry): RecordedEntry {
  const { meta, transaction } = asRpcResult({ version: version ?? 0, ...recorded })
  const { err } = recorded
  const inBase64 = {
    transaction,
    meta: { ...meta, status: err === null ? { Ok: null } : { Err: err }, ...rest },
    ...(version !== undefined && { version }),
  }
  return {
    signature: base58.encode(Buffer.from(recorded.wire, 'hex').subarray(1, 65)),
    index,
    encoding,
    transaction: encoding === 'json' ? inJson(inBase64) : inBase64,
  }
}
