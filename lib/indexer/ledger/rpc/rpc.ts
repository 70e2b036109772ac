import { type Clock, MACHINE_CLOCK } from '../../clock'
import type { Ledger } from '../ledger'
import { Chain, type Commitment } from './chain'
import { followChain, type Met } from './follow-chain'
import { Nodes } from './nodes'
import { firstSlot, noteOnStart, type StartSlot } from './start-slot'
import { Tip } from './tip'
import { Trees } from './trees'

/*
 * A live chain as a ledger, read from the RPC nodes of LEDGER. design.md 4.2.
 */

/** Milliseconds in which one of the nodes must say which chain it is on. */
const FIRST_ANSWER = 30_000

export interface RpcOptions {
  /** http(s) URLs of nodes of one chain, in order of preference. Secret. */
  urls: string[]
  /** How the network is called. */
  name: string
  commitment: Commitment
  startSlot: StartSlot
  /** The compression program's id: transactions that do not name it are not kept. */
  compressionProgram: string
  /** Ends everything that runs. */
  signal: AbortSignal
  /** Told, before the first block, that START_SLOT has no effect. */
  onNote?: (line: string) => void
  clock?: Clock
  random?: () => number
}

/** A ledger that follows a chain, and what it has met. */
export interface RpcLedger extends Ledger {
  met: Met
}

/**
 * Waits for a node to say which chain it is on.
 * @throws Error with one line when none does in time.
 */
export async function openRpc(options: RpcOptions): Promise<RpcLedger> {
  const { urls, name, commitment, startSlot, compressionProgram, clock = MACHINE_CLOCK, random = Math.random } = options
  const nodes = new Nodes({ urls, clock, random })
  const genesisHash = await inTime(clock, options.signal, (signal) => nodes.genesis(signal))
  const chain = new Chain(nodes, commitment, compressionProgram)
  const tip = new Tip(chain, clock, options.signal)
  const trees = new Trees(chain, compressionProgram)
  const met: Met = { misfits: 0, forks: 0 }

  async function startOfEmpty(signal: AbortSignal): Promise<number> {
    await tip.ask(signal)
    const start = firstSlot(startSlot, genesisHash, tip.seen)
    const oldest = await chain.firstAvailableSlot(signal)
    // With several nodes another one may have what the first one does not.
    if (start < oldest && urls.length === 1) {
      throw new Error(
        `LEDGER: the node keeps blocks from slot ${oldest} on, slot ${start} is wanted; set START_SLOT=${oldest} or later, or name a node with history`,
      )
    }
    return start
  }

  return {
    identity: `genesis hash ${genesisHash}`,
    title: name,
    // Catching up may take days: the explorer shows it.
    readySlot: 0,
    met,
    tip: () => tip.now(),
    acceptsTree: (tree, slot, signal) => trees.accepts(tree, slot, signal),
    blocks(after, signal, known = () => []) {
      const note = after > 0 ? noteOnStart(startSlot, after) : null
      if (note !== null) options.onNote?.(note)
      return followChain({
        chain,
        tip,
        clock,
        random,
        met,
        after,
        startOfEmpty,
        known: known(),
        final: commitment === 'finalized',
        signal,
      })
    },
  }
}

async function inTime<T>(clock: Clock, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const done = new AbortController()
  void clock.sleep(FIRST_ANSWER, done.signal).then(() => late.abort())
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error
    throw new Error(`LEDGER: no node answered within ${FIRST_ANSWER / 1000} s`)
  } finally {
    done.abort()
  }
}
