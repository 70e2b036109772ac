import { base58 } from '@scure/base'
import type { Programs } from '@/lib/protocol/light/programs'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { CatchUp, progressLine } from '../catch-up'
import type { ChainBlock } from './chain'
import { type ConnectOptions, connect } from './connect'
import { followChain } from './follow-chain'
import { RecordingFolder } from './recording-folder'
import { Trees } from './trees'

export interface RecordOptions extends ConnectOptions {
  from: number
  to: number
  folder: string
  programs: Programs
  print(line: string): void
}

/** Milliseconds. */
const LINES = 10_000

/**
 * Resumes an interrupted run; returns false if interrupted itself. Blocks are followed and rolled back like in a store.
 * @throws RecordingError if the folder holds something else; Error if the node does not keep the slots
 */
export async function record(options: RecordOptions): Promise<boolean> {
  const { from, to, compressionProgram, signal, print } = options
  const { genesisHash, chain, tip, clock, random, assertAvailable } = await connect({ ...options, keepsAnswers: true })
  const folder = new RecordingFolder(options.folder, { genesisHash, from, to })
  if (folder.complete) return true
  const trees = new Trees(chain, compressionProgram)
  const catchUp = new CatchUp(clock)
  const known = folder.known()
  const after = known[0]?.slot ?? 0
  if (after > 0) print(`Going on behind slot ${after}, with ${folder.slots.length} blocks there`)
  let printedAt = clock.monotonic()
  const steps = followChain({
    chain,
    tip,
    clock,
    random,
    anomalies: { misfits: 0, forks: 0 },
    after,
    async startOfEmpty(signal) {
      await assertAvailable(from, (oldest) => `begin with --from ${oldest} or later`, signal)
      return from
    },
    known,
    final: options.commitment === 'finalized',
    signal,
  })
  for await (const step of steps) {
    if ('undoTo' in step) {
      folder.dropAbove(step.undoTo)
      continue
    }
    if (step.slot <= to) {
      for (const tree of await foreignTreesIn(step)) folder.addForeign(tree)
      if (signal.aborted) break
      // Without it the block's file would be empty and still count as whole.
      if (step.answer === undefined) throw new Error(`the answer of slot ${step.slot} was not kept`)
      folder.write(step.slot, step.answer)
    }
    if (step.slot >= to) {
      folder.finish()
      return true
    }
    catchUp.observe(step.slot, to)
    if (clock.monotonic() - printedAt < LINES) continue
    print(progressLine('Recording', step.slot, to, catchUp))
    printedAt = clock.monotonic()
  }
  return false

  async function foreignTreesIn({ slot, transactions }: ChainBlock): Promise<string[]> {
    const foreign: string[] = []
    for (const transaction of transactions) {
      const parsed = parseTransaction(transaction, options.programs)
      for (const { tree } of (parsed.ok && parsed.update?.outputs) || []) {
        if (!(await accepts(tree, slot))) foreign.push(base58.encode(tree))
      }
    }
    return foreign
  }

  /** Unknown after an abort; then nothing is written. */
  async function accepts(tree: Uint8Array, slot: number): Promise<boolean> {
    try {
      return await trees.accepts(tree, slot, signal)
    } catch (error) {
      if (signal.aborted) return true
      throw error
    }
  }
}
