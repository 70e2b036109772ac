import { z } from 'zod'
import { encodeBase58 } from '../../protocol/base58'
import type { RpcTransaction } from './ledger'
import { asRpcResult, recordedTransaction } from './recorded-transaction'
import { damaged, readRecordingFile, unpacked } from './recording-file'

export interface RecordedSlot {
  slot: number
  transactions: RpcTransaction[]
}

/** Layout: lib/testing/recorder/write-recording.mjs. */
export interface Recording {
  id: string
  firstSlot: number
  /** Last slot of the first segment, which is played at once. */
  readySlot: number
  lastSlot: number
  /** Mints at its end. */
  accounts: RecordedAccount[]
  /** Above `after`, ascending. Unpacks one part at a time, lazily. */
  slots(after: number): Iterable<RecordedSlot>
  /** Unpacks one part and keeps it until another is needed. */
  at(slot: number): RpcTransaction[]
  places(): Iterable<RecordedPlace>
}

export interface RecordedPlace {
  slot: number
  signature: string
}

export const slotNumber = z.int().nonnegative()

const recordedAccount = z.object({
  address: z.string(),
  owner: z.string(),
  lamports: z.int(),
  data: z.string(),
})

export type RecordedAccount = z.infer<typeof recordedAccount>

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

export interface RecordingPart {
  lastSlot: number
  transactions: number
  packed: Buffer
}

export function partsOf(header: z.infer<typeof recordingHeader>, body: Buffer): RecordingPart[] {
  let from = 0
  return header.parts.map(({ lastSlot, transactions, bytes }) => {
    const packed = body.subarray(from, from + bytes)
    from += bytes
    return { lastSlot, transactions, packed }
  })
}

export const recordedLine = recordedTransaction.extend({
  slot: slotNumber,
  rest: z.object({ fee: z.int(), computeUnitsConsumed: z.int(), logMessages: z.array(z.string()) }),
})

export type RecordedLine = z.infer<typeof recordedLine>

export function rpcResultOf({ rest, ...transaction }: RecordedLine): RpcTransaction {
  const { meta, ...result } = asRpcResult(transaction)
  return { ...result, meta: { ...meta, ...rest } }
}

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

/** Enough to place a line, at a small part of the cost of a full check. */
const placedLine = z.looseObject({ slot: slotNumber, wire: z.string() })

/** Base58. Byte 0 is the number of signatures. */
export function signatureOfWire(hex: string): string {
  return encodeBase58(Buffer.from(hex.slice(2, 2 + 2 * 64), 'hex'))
}

const headerShape = recordingHeader.extend({ readySlot: slotNumber })

/** @throws Error that names the file and what is wrong with it */
export function openRecording(file: string): Recording {
  const { header, body } = readRecordingFile(file, headerShape)
  const parts = partsOf(header, body)

  function* slots(after: number): Generator<RecordedSlot> {
    for (const part of parts) if (part.lastSlot > after) yield* slotsOf(linesOf(file, part, recordedLine), after)
  }
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
