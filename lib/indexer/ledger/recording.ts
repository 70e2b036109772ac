import { z } from 'zod'
import { encodeBase58 } from '../../protocol/base58'
import type { RpcTransaction } from './ledger'
import { asRpcResult, type RecordedTransaction } from './recorded-transaction'
import { readRecordingFile, unpackBody } from './recording-file'

export interface RecordedSlot {
  slot: number
  transactions: RpcTransaction[]
}

/** Layout: lib/testing/recorder/write-recording.mjs. */
export interface Recording {
  id: string
  firstSlot: number
  /** Last slot of the first segment, which is there from the start; later slots come in real time. */
  readySlot: number
  lastSlot: number
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

const slotNumber = z.int().nonnegative()

export const recordingHeader = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{64}$/),
  firstSlot: slotNumber,
  lastSlot: slotNumber,
  parts: z.array(z.object({ lastSlot: slotNumber, bytes: z.int().positive() })).min(1),
})

export interface RecordingPart {
  lastSlot: number
  packed: Buffer
}

export function partsOf(header: z.infer<typeof recordingHeader>, body: Buffer): RecordingPart[] {
  let from = 0
  return header.parts.map(({ lastSlot, bytes }) => {
    const packed = body.subarray(from, from + bytes)
    from += bytes
    return { lastSlot, packed }
  })
}

export interface RecordedLine extends RecordedTransaction {
  slot: number
  rest: object
}

export function rpcResultOf({ rest, ...transaction }: RecordedLine): RpcTransaction {
  const { meta, ...result } = asRpcResult(transaction)
  return { ...result, meta: { ...meta, ...rest } }
}

/** Lines are not validated: the digest of the file was checked. */
export function readLines<L extends RecordedLine>(file: string, { packed }: RecordingPart): L[] {
  return unpackBody(file, packed)
    .split('\n')
    .map((line) => JSON.parse(line))
}

const headerShape = recordingHeader.extend({ readySlot: slotNumber })

/** @throws Error that names the file and what is wrong with it */
export function openRecording(file: string): Recording {
  const { header, body } = readRecordingFile(file, headerShape)
  const parts = partsOf(header, body)

  function* slots(after: number): Generator<RecordedSlot> {
    for (const part of parts) if (part.lastSlot > after) yield* slotsOf(readLines(file, part), after)
  }
  let unpackedPart: { part: RecordingPart; lines: RecordedLine[] } | null = null
  function at(slot: number): RpcTransaction[] {
    const part = parts.find(({ lastSlot }) => lastSlot >= slot)
    if (!part) return []
    if (unpackedPart?.part !== part) unpackedPart = { part, lines: readLines(file, part) }
    return unpackedPart.lines.filter((line) => line.slot === slot).map(rpcResultOf)
  }

  function* places(): Generator<RecordedPlace> {
    for (const part of parts) {
      for (const { slot, wire } of readLines(file, part)) {
        // Byte 0 is the number of signatures.
        yield { slot, signature: encodeBase58(Buffer.from(wire.slice(2, 2 + 2 * 64), 'hex')) }
      }
    }
  }
  const { id, firstSlot, readySlot, lastSlot } = header
  return { id, firstSlot, readySlot, lastSlot, slots, at, places }
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
