import { z } from 'zod'
import { encodeBase58 } from '../../protocol/base58'
import type { RpcTransaction } from './ledger'
import { asRpcResult, recordedTransaction } from './recorded-transaction'
import { damaged, readRecordingFile, unpacked } from './recording-file'

/** The transactions of one slot. */
export interface RecordedSlot {
  slot: number
  transactions: RpcTransaction[]
}

/** A recording whose digest was checked. Layout: lib/testing/recorder/write-recording.mjs. */
export interface Recording {
  /** SHA-256 of its parts, in hex. */
  id: string
  firstSlot: number
  /** Last slot of the first segment, which is played at once. */
  readySlot: number
  /** Last slot that holds a transaction. */
  lastSlot: number
  /** Mints as they are when it ends. */
  accounts: RecordedAccount[]
  /** Slots with transactions above `after`, ascending. Unpacks one part at a time, and only when asked. */
  slots(after: number): Iterable<RecordedSlot>
  /** The transactions of one slot; none where it has none. Unpacks one part, which it keeps until it needs another. */
  at(slot: number): RpcTransaction[]
  /** Where each transaction stands, ascending. Unpacks one part at a time. */
  places(): Iterable<RecordedPlace>
}

/** A transaction by its slot and its first signature in base58. */
export interface RecordedPlace {
  slot: number
  signature: string
}

/** A slot or a number of slots, as recordings write it. */
export const slotNumber = z.int().nonnegative()

const recordedAccount = z.object({
  /** Base58. */
  address: z.string(),
  owner: z.string(),
  lamports: z.int(),
  /** Hex. */
  data: z.string(),
})

/** An account of the chain beside the compressed ones. */
export type RecordedAccount = z.infer<typeof recordedAccount>

/** What the header of every recording says. */
export const recordingHeader = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{64}$/),
  firstSlot: slotNumber,
  lastSlot: slotNumber,
  accounts: z.array(recordedAccount),
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

/** A part of a recording's body. */
export interface RecordingPart {
  lastSlot: number
  transactions: number
  packed: Buffer
}

/** The parts that a header names, in order. */
export function partsOf(header: z.infer<typeof recordingHeader>, body: Buffer): RecordingPart[] {
  let from = 0
  return header.parts.map(({ lastSlot, transactions, bytes }) => {
    const packed = body.subarray(from, from + bytes)
    from += bytes
    return { lastSlot, transactions, packed }
  })
}

/** What a line of a part says: a transaction with its slot, and what its node told beside what a reader of events asks for. */
export const recordedLine = recordedTransaction.extend({
  slot: slotNumber,
  /** Members of meta, under the names of the node. */
  rest: z.object({ fee: z.int(), computeUnitsConsumed: z.int(), logMessages: z.array(z.string()) }),
})

/** A transaction of a recording with its slot. */
export type RecordedLine = z.infer<typeof recordedLine>

/** The whole of what a node would answer for it. */
export function rpcResultOf({ rest, ...transaction }: RecordedLine): RpcTransaction {
  const { meta, ...result } = asRpcResult(transaction)
  return { ...result, meta: { ...meta, ...rest } }
}

/** The lines of a part. Throws an Error that names the file. */
export function linesOf<L extends { slot: number }>(file: string, part: RecordingPart, shape: z.ZodType<L>): L[] {
  const text = unpacked(file, part.packed)
  let lines: L[]
  try {
    lines = text.split('\n').map((line) => shape.parse(JSON.parse(line)))
  } catch (error) {
    throw damaged(file, 'a part cannot be unpacked', error)
  }
  if (lines.length !== part.transactions) throw damaged(file, 'a part has another number of transactions')
  return lines
}

/** What shows where a line stands, at a small part of what checking all of it costs. */
const placedLine = z.looseObject({ slot: slotNumber, wire: z.string() })

/** The first signature in base58; before it there is one byte, the number of them. */
export function signatureOfWire(hex: string): string {
  return encodeBase58(Buffer.from(hex.slice(2, 2 + 2 * 64), 'hex'))
}

const headerShape = recordingHeader.extend({ readySlot: slotNumber })

/** Reads and checks a recording. Throws an Error that names the file and what is wrong with it. */
export function openRecording(file: string): Recording {
  const { header, body } = readRecordingFile(file, headerShape)
  const parts = partsOf(header, body)

  function* slots(after: number): Generator<RecordedSlot> {
    for (const part of parts) if (part.lastSlot > after) yield* slotsOf(linesOf(file, part, recordedLine), after)
  }
  // Whoever asks for a slot often asks for the ones beside it.
  let unpackedPart: { part: RecordingPart; lines: z.infer<typeof placedLine>[] } | null = null
  function at(slot: number): RpcTransaction[] {
    const part = parts.find(({ lastSlot }) => lastSlot >= slot)
    if (!part) return []
    if (unpackedPart?.part !== part) unpackedPart = { part, lines: linesOf(file, part, placedLine) }
    const lines = unpackedPart.lines.filter((line) => line.slot === slot)
    return lines.map((line) => rpcResultOf(recordedLine.parse(line)))
  }

  function* places(): Generator<RecordedPlace> {
    for (const part of parts) {
      for (const { slot, wire } of linesOf(file, part, placedLine)) yield { slot, signature: signatureOfWire(wire) }
    }
  }
  const { id, firstSlot, readySlot, lastSlot, accounts } = header
  return { id, firstSlot, readySlot, lastSlot, accounts, slots, at, places }
}

function* slotsOf(lines: RecordedLine[], after: number): Generator<RecordedSlot> {
  let current: RecordedSlot | undefined
  for (const line of lines) {
    if (line.slot <= after) continue
    if (current && current.slot !== line.slot) {
      yield current
      current = undefined
    }
    current ??= { slot: line.slot, transactions: [] }
    current.transactions.push(rpcResultOf(line))
  }
  if (current) yield current
}
