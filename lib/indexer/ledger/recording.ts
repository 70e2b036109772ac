import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { base58Text } from '../base58-text'
import type { RpcTransaction } from './ledger'

/** The transactions of one slot. */
export interface RecordedSlot {
  slot: number
  transactions: RpcTransaction[]
}

/** A recording whose digest was checked. Layout: lib/indexer/sandbox/recorder/write-recording.mjs. */
export interface Recording {
  /** SHA-256 of its parts, in hex. */
  id: string
  firstSlot: number
  /** Last slot of the first stretch, which is played at once. */
  readySlot: number
  /** Last slot that holds a transaction. */
  lastSlot: number
  /** Slots with transactions above `after`, ascending. Unpacks one part at a time, and only when asked. */
  slots(after: number): Iterable<RecordedSlot>
}

const slotNumber = z.int().nonnegative()

const headerShape = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{64}$/),
  firstSlot: slotNumber,
  readySlot: slotNumber,
  lastSlot: slotNumber,
  parts: z
    .array(
      z.object({
        firstSlot: slotNumber,
        lastSlot: slotNumber,
        transactions: z.int().positive(),
        bytes: z.int().positive(),
      }),
    )
    .min(1),
})

type Header = z.infer<typeof headerShape>

/** Bytes are hex; an inner instruction is program index, account indices, data, stack height. */
const lineShape = z.object({
  slot: slotNumber,
  version: z.union([z.literal('legacy'), z.literal(0)]),
  wire: z.string(),
  err: z.unknown(),
  inner: z.array(
    z.object({
      index: z.int(),
      instructions: z.array(z.tuple([z.int(), z.string(), z.string(), z.int()])),
    }),
  ),
  loaded: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
})

type Line = z.infer<typeof lineShape>

/** Reads and checks a recording. Throws an Error that names the file and what is wrong with it. */
export function openRecording(file: string): Recording {
  const content = readContent(file)
  const end = content.indexOf('\n')
  const header = readHeader(file, content.subarray(0, Math.max(end, 0)))
  const body = content.subarray(end + 1)
  if (createHash('sha256').update(body).digest('hex') !== header.id) throw damaged(file, 'its digest does not fit')

  const parts: { lastSlot: number; transactions: number; packed: Buffer }[] = []
  let from = 0
  for (const { lastSlot, transactions, bytes } of header.parts) {
    parts.push({ lastSlot, transactions, packed: body.subarray(from, from + bytes) })
    from += bytes
  }

  function* slots(after: number): Generator<RecordedSlot> {
    for (const { lastSlot, transactions, packed } of parts) {
      if (lastSlot <= after) continue
      const lines = readPart(file, packed)
      if (lines.length !== transactions) throw damaged(file, 'a part has another number of transactions')
      yield* slotsOf(lines, after)
    }
  }
  const { id, firstSlot, readySlot, lastSlot } = header
  return { id, firstSlot, readySlot, lastSlot, slots }
}

function damaged(file: string, what: string, cause?: unknown): Error {
  return new Error(`the recording ${file} cannot be read: ${what}`, { cause })
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message : String(error), error)
  }
}

function readHeader(file: string, line: Buffer): Header {
  try {
    return headerShape.parse(JSON.parse(line.toString('utf8')))
  } catch (error) {
    throw damaged(file, 'its first line is not the header of a recording', error)
  }
}

function readPart(file: string, packed: Buffer): Line[] {
  try {
    const text = brotliDecompressSync(packed).toString('utf8')
    return text.split('\n').map((line) => lineShape.parse(JSON.parse(line)))
  } catch (error) {
    throw damaged(file, 'a part cannot be unpacked', error)
  }
}

function* slotsOf(lines: Line[], after: number): Generator<RecordedSlot> {
  let current: RecordedSlot | undefined
  for (const line of lines) {
    if (line.slot <= after) continue
    if (current && current.slot !== line.slot) {
      yield current
      current = undefined
    }
    current ??= { slot: line.slot, transactions: [] }
    current.transactions.push(asRpcResult(line))
  }
  if (current) yield current
}

/** What a node would answer, so far as a reader of compression events asks for it. */
function asRpcResult({ version, wire, err, inner, loaded }: Line): RpcTransaction {
  return {
    version,
    transaction: [Buffer.from(wire, 'hex').toString('base64'), 'base64'],
    meta: {
      err,
      innerInstructions: inner.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map(([programIdIndex, accounts, data, stackHeight]) => ({
          programIdIndex,
          accounts: [...Buffer.from(accounts, 'hex')],
          data: base58Text(Buffer.from(data, 'hex')),
          stackHeight,
        })),
      })),
      loadedAddresses: loaded,
    },
  }
}
