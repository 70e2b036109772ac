import { base58 } from '@scure/base'
import { z } from 'zod'
import { asRpcResult, recordedTransaction } from '@/lib/indexer/ledger/recorded-transaction'
import type { RecordedBlock, RecordedEntry } from './recording'
import { inJson } from './wire'

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
type PackedBlock = z.infer<typeof packedBlock>

export function unpackBlock({ entries, ...block }: PackedBlock): RecordedBlock {
  return { ...block, entries: entries.map(unpackEntry) }
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
