import { z } from 'zod'
import { linesOf, partsOf, type RecordedAccount, type RecordingPart, recordedLine, recordingHeader } from '../recording'
import { readRecordingFile } from '../recording-file'

/** A number that goes on counting from round to round: outputs of a tree, of which leaf indices are made, or its inputs. */
const counter = z.object({
  /** Base58. */
  tree: z.string(),
  what: z.enum(['outputs', 'inputs']),
  /** How far the tree had counted before the first round, which was recorded on empty trees. */
  before: z.int().nonnegative(),
  /** How far it counts in each round. */
  each: z.int().nonnegative(),
})

const headerShape = recordingHeader.extend({
  roundSlots: z.int().positive(),
  counters: z.array(counter),
  /** The seeds of all who sign, in hex, by address: demo keys that hold nothing anywhere. */
  seeds: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})

const lineShape = recordedLine.extend({
  /**
   * Little-endian numbers to be moved: where they stand (-1 the transaction, else an inner instruction, counted through),
   * at which byte, how many bytes long, and by which counter.
   */
  moves: z.array(
    z.tuple([z.int().min(-1), z.int().nonnegative(), z.union([z.literal(4), z.literal(8)]), z.int().nonnegative()]),
  ),
})

/** A transaction of a round as it was recorded, with what has to be moved in it. */
export type LoopLine = z.infer<typeof lineShape>

/** A round that was recorded to be played for ever. Layout: lib/testing/recorder/write-recording.mjs. */
export interface LoopRecording {
  /** SHA-256 of its parts, in hex. */
  id: string
  /** The first slot of the first round. */
  firstSlot: number
  roundSlots: number
  counters: z.infer<typeof counter>[]
  seeds: Readonly<Record<string, string>>
  /** Mints as they are when it begins. */
  accounts: RecordedAccount[]
  /** The transactions of a round, with the slots of the first one. Unpacked when asked for. */
  lines(): LoopLine[]
}

/** Reads and checks the recording of a loop. Throws an Error that names the file and what is wrong with it. */
export function openLoopRecording(file: string): LoopRecording {
  const { header, body } = readRecordingFile(file, headerShape)
  const parts: RecordingPart[] = partsOf(header, body)
  const { id, firstSlot, roundSlots, counters, seeds, accounts } = header
  const lines = () => parts.flatMap((part) => linesOf(file, part, lineShape))
  return { id, firstSlot, roundSlots, counters, seeds, accounts, lines }
}
