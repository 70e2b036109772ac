import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MACHINE_CLOCK, type Pause, pause } from '../../platform/clock'
import { resolvePrograms } from '../../protocol/light/programs'
import type { LeavesOfRounds, RoundRetention } from '../store/drop-rounds'
import { ChainClock, RECORDED_SLOT_MS } from './chain-clock'
import type { LedgerBlock, LinearLedger } from './ledger'
import { type LoopRecording, mergeLoops, openLoopRecording } from './loop/loop-recording'
import { openRecording, type RecordedSlot, type Recording } from './recording'

const RECORDINGS = join('lib', 'indexer', 'sandbox', 'recording')

/** The recordings use these, whatever PROGRAM_IDS is. facts/light-events.md 1. */
export const RECORDED_PROGRAMS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
}

/** design.md 6. */
const RETENTION_SECONDS = 48 * 3600

export interface SandboxFiles {
  recordingFile?: string
  loopFile?: string
  hotLoopFile?: string
}

export interface SandboxOptions extends SandboxFiles {
  /** Milliseconds per live slot, at least 1: SLOT_MS. */
  slotMs: number
  now?: () => number
  sleep?: Pause
}

/** The first segment at once, then a slot every `slotMs`, then the rounds of the loop forever. design.md 6. */
export function openSandbox({
  slotMs,
  now = MACHINE_CLOCK.wall,
  sleep = pause,
  ...files
}: SandboxOptions): LinearLedger {
  const { recording, loop, identity } = openSandboxFiles(files)
  const clock = new ChainClock(recording.readySlot, slotMs, now)
  return {
    identity,
    title: 'sandbox',
    readySlot: recording.readySlot,
    rounds: sandboxRounds(loop),
    tip: () => clock.tip(),
    blocks: (after, signal) => {
      clock.continueFrom(after)
      return play(recordedSlots(recording, loop, after), clock, sleep, after, signal)
    },
  }
}

export type SandboxRounds = RoundRetention & { leaves: LeavesOfRounds }

export function sandboxRounds({ firstSlot, roundSlots, counters }: LoopRecording): SandboxRounds {
  const outputs = counters.filter(({ what }) => what === 'outputs')
  return {
    firstSlot,
    roundSlots,
    seconds: RETENTION_SECONDS,
    slots: (RETENTION_SECONDS * 1000) / RECORDED_SLOT_MS,
    leaves: Object.fromEntries(outputs.map(({ tree, before, each }) => [tree, { before, each }])),
  }
}

export function openSandboxFiles({
  recordingFile = findRecording('sandbox.recording'),
  loopFile = findRecording('loop.recording'),
  hotLoopFile = findRecording('hot-loop.recording'),
}: SandboxFiles = {}) {
  const recording = openRecording(recordingFile)
  const loop = mergeLoops(openLoopRecording(loopFile), openLoopRecording(hotLoopFile))
  const digest = createHash('sha256').update(recording.id).update(loop.id).digest('hex')
  return { recording, loop, identity: `${SANDBOX_IDENTITY}${digest.slice(0, 16)}` }
}

/** Identities of earlier recordings begin with this too. */
export const SANDBOX_IDENTITY = 'sandbox recording '

async function* recordedSlots(
  recording: Recording,
  loop: LoopRecording,
  after: number,
): AsyncGenerator<RecordedSlot, never> {
  yield* recording.slots(after)
  const [{ loopSlots, openLoop }, programs] = await Promise.all([
    import('./loop/round'),
    resolvePrograms(RECORDED_PROGRAMS),
  ])
  return yield* loopSlots(openLoop(loop, programs), after)
}

async function* play(
  recorded: AsyncGenerator<RecordedSlot, never>,
  clock: ChainClock,
  sleep: Pause,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LedgerBlock> {
  let last = after
  let lastTime = 0
  const block = ({ slot, transactions }: RecordedSlot): LedgerBlock => {
    // The machine's clock may be set back; a chain's time is not.
    lastTime = Math.max(lastTime, clock.secondsOf(slot))
    last = slot
    return { slot, blockTime: lastTime, transactions }
  }

  let next = await recorded.next()
  while (!signal.aborted) {
    const tip = clock.tip()
    while (next.value.slot <= tip && !signal.aborted) {
      yield block(next.value)
      next = await recorded.next()
    }
    // Of the empty slots that passed, only the head gets a block.
    if (last < tip && !signal.aborted) yield block({ slot: tip, transactions: [] })
    await sleep(clock.untilNext(), signal)
  }
}

/** From this file as from the bundle in dist/, the recordings are below one of the parent folders. */
export function findRecording(name: string): string {
  const start = dirname(fileURLToPath(import.meta.url))
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, RECORDINGS, name)
    if (existsSync(file)) return file
    if (folder === dirname(folder))
      throw new Error(`no recording ${join(RECORDINGS, name)} in any folder above ${start}`)
  }
}
