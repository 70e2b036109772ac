import { z } from 'zod'
import { partsOf, type RecordedLine, readLines, recordingHeader } from '../recording'
import { readRecordingFile } from '../recording-file'

const counter = z.object({
  tree: z.string(),
  what: z.enum(['outputs', 'inputs']),
  /** Count before the first round, which was recorded on empty trees. */
  before: z.int().nonnegative(),
  each: z.int().nonnegative(),
})

const headerShape = recordingHeader.extend({
  roundSlots: z.int().positive(),
  counters: z.array(counter),
  /** Seeds of all signers, in hex, by address: demo keys that hold nothing anywhere. */
  seeds: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
})

export interface LoopLine extends RecordedLine {
  /** Little-endian numbers to shift: place (-1: the transaction, else the inner instruction), byte offset, length, counter. */
  moves: [place: number, at: number, bytes: 4 | 8, counter: number][]
}

/** One round, repeated forever. Layout: lib/testing/recorder/write-recording.mjs. */
export interface LoopRecording {
  id: string
  firstSlot: number
  roundSlots: number
  counters: z.infer<typeof counter>[]
  seeds: Readonly<Record<string, string>>
  /** Slots are those of the first round. Unpacked on each call. */
  lines(): LoopLine[]
}

/** @throws Error that names the file and what is wrong with it */
export function openLoopRecording(file: string): LoopRecording {
  const { header, body } = readRecordingFile(file, headerShape)
  const { id, firstSlot, roundSlots, counters, seeds } = header
  const lines = () => partsOf(header, body).flatMap((part) => readLines<LoopLine>(file, part))
  return { id, firstSlot, roundSlots, counters, seeds, lines }
}

/** Two loops with rounds of the same slots, played as one. */
export function mergeLoops(first: LoopRecording, second: LoopRecording): LoopRecording {
  if (first.firstSlot !== second.firstSlot || first.roundSlots !== second.roundSlots)
    throw new Error('the recordings of the two loops do not fit together')
  const moved = (line: LoopLine): LoopLine => ({
    ...line,
    moves: line.moves.map(([place, at, bytes, counter]) => [place, at, bytes, counter + first.counters.length]),
  })
  return {
    ...first,
    id: first.id + second.id,
    counters: [...first.counters, ...second.counters],
    seeds: { ...first.seeds, ...second.seeds },
    lines: () => [...first.lines(), ...second.lines().map(moved)].sort((a, b) => a.slot - b.slot),
  }
}
