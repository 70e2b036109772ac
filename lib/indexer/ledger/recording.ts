import { z } from 'zod'
import type { RpcTransaction } from './ledger'
import { asRpcResult, recordedTransaction } from './recorded-transaction'
import { damaged, readRecordingFile, unpacked } from './recording-file'

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
  /** Last slot of the first segment, which is played at once. */
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

const lineShape = recordedTransaction.extend({ slot: slotNumber })

type Line = z.infer<typeof lineShape>

/** Reads and checks a recording. Throws an Error that names the file and what is wrong with it. */
export function openRecording(file: string): Recording {
  const { header, body } = readRecordingFile(file, headerShape)
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

function readPart(file: string, packed: Buffer): Line[] {
  const text = unpacked(file, packed)
  try {
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
