import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MACHINE_CLOCK, type Pause, pause } from '../../clock'
import { ChainClock } from './chain-clock'
import type { LedgerBlock, StraightLedger } from './ledger'
import { openRecording, type RecordedSlot, type Recording } from './recording'

/** The recording's place in the repository. */
const RECORDING_PATH = join('lib', 'indexer', 'sandbox', 'recording', 'sandbox.recording')

/** How the recording is played. */
export interface SandboxOptions {
  /** Milliseconds per live slot, at least 1: SLOT_MS. */
  slotMs: number
  /** Another recording than the repository's own. */
  recordingFile?: string
  /** The clock in milliseconds since the Unix epoch, and waiting: the machine's unless a test has others. */
  now?: () => number
  sleep?: Pause
}

/**
 * The recording as a live chain: the first segment at once, then a slot every `slotMs`, and empty slots for ever when
 * the recorded ones are used up. A store that has reached a later slot goes on from there. design.md 6.
 */
export function openSandbox({
  slotMs,
  recordingFile = findRecording(),
  now = MACHINE_CLOCK.wall,
  sleep = pause,
}: SandboxOptions): StraightLedger {
  const recording = openRecording(recordingFile)
  const clock = new ChainClock(recording.readySlot, slotMs, now)
  return {
    identity: `sandbox recording ${recording.id.slice(0, 16)}`,
    title: 'sandbox',
    readySlot: recording.readySlot,
    tip: () => clock.tip(),
    blocks: (after, signal) => {
      clock.continueFrom(after)
      return play(recording, clock, sleep, after, signal)
    },
  }
}

async function* play(
  recording: Recording,
  clock: ChainClock,
  sleep: Pause,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LedgerBlock> {
  let last = after
  let lastTime = 0
  const block = ({ slot, transactions }: RecordedSlot): LedgerBlock => {
    // The clock of the machine may be set back; a chain's time is not.
    lastTime = Math.max(lastTime, clock.secondsOf(slot))
    last = slot
    return { slot, blockTime: lastTime, transactions }
  }

  const recorded = recording.slots(after)[Symbol.iterator]()
  let next = recorded.next()
  while (!signal.aborted) {
    const tip = clock.tip()
    while (!next.done && next.value.slot <= tip && !signal.aborted) {
      yield block(next.value)
      next = recorded.next()
    }
    // Of the empty slots that passed since, only the head is worth a block.
    if (last < tip && !signal.aborted) yield block({ slot: tip, transactions: [] })
    await sleep(clock.untilNext(), signal)
  }
}

/** From this file or from the bundle in dist/, the repository's root is one of the folders above. */
function findRecording(): string {
  const start = dirname(fileURLToPath(import.meta.url))
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, RECORDING_PATH)
    if (existsSync(file)) return file
    if (folder === dirname(folder)) throw new Error(`no recording ${RECORDING_PATH} in any folder above ${start}`)
  }
}
