import { type Clock, MACHINE_CLOCK } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { isRpcError } from '../../../protocol/rpc/failure'
import { type Commitment, FollowedChain } from './chain'
import { type AskOptions, type NodeReply, Nodes } from './nodes'
import type { ReadBlock } from './read-block'
import { Tip } from './tip'

/** Milliseconds in which one of the nodes must say which chain it is on, at a start. */
const FIRST_ANSWER = 30_000

/** Which nodes are read, and how sure they must be. */
export interface ConnectOptions {
  /** http(s) URLs of nodes of one chain, in order of preference. Secret. */
  urls: string[]
  commitment: Commitment
  /** The compression program's id: transactions that do not name it are not kept. */
  compressionProgram: string
  /** Ends everything that runs. */
  signal: AbortSignal
  /** True where blocks are to bring the node's whole answer along. */
  keepsAnswers?: boolean
  /** How blocks are read: in this thread unless it is given. */
  readBlock?: ReadBlock
  /** Called once, when the nodes are found on another chain than they were, with its genesis hash. No block comes after that. */
  onReplaced?: (genesisHash: string) => void
  /** Called with the newest slot each time that a node says it. */
  onHead?: (slot: number) => void
  /** Called where nodes begin to reply something else instead of it; null: one says it again. */
  onHeadReply?: (reply: NodeReply | null) => void
  /** Milliseconds to wait for the first answer: half a minute unless it is given. */
  patience?: number
  clock?: Clock
  random?: () => number
}

/** A chain, and the nodes that tell of it. */
export interface Connection {
  genesisHash: string
  chain: FollowedChain
  tip: Tip
  clock: Clock
  random: () => number
  /** @throws Error with what to do where the only node does not keep a slot any more. */
  assertAvailable(slot: number, remedy: (oldest: number) => string, signal: AbortSignal): Promise<void>
}

/**
 * Waits for a node to say which chain it is on.
 * @throws Error with one line when none does in time.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { urls, commitment, compressionProgram, keepsAnswers, clock = MACHINE_CLOCK, random = Math.random } = options
  const { signal, readBlock, onReplaced, onHead, onHeadReply, patience = FIRST_ANSWER } = options
  const nodes = new Nodes({
    ...{ urls, clock, random, signal },
    ...(readBlock && { readBlock }),
    ...(onReplaced && { onReplaced }),
  })
  const genesisHash = await inTime(patience, clock, signal, (options) => nodes.genesis(options))
  const chain = new FollowedChain(nodes, commitment, compressionProgram, keepsAnswers)
  return {
    genesisHash,
    chain,
    tip: new Tip(chain, clock, signal, onHead, onHeadReply),
    clock,
    random,
    async assertAvailable(slot, remedy, signal) {
      const oldest = await chain.firstAvailableSlot(signal).catch((error: unknown) => {
        if (!isRpcError(error)) throw error
        log('info', 'no node of LEDGER says which blocks it keeps', {
          op: 'getFirstAvailableBlock',
          reason: error.message,
        })
        return 0
      })
      // With several nodes another one may have what the first one does not.
      if (slot >= oldest || urls.length > 1) return
      throw new Error(
        `LEDGER: the node keeps blocks from slot ${oldest} on, slot ${slot} is wanted; ${remedy(oldest)}, or name a node with history`,
      )
    },
  }
}

async function inTime<T>(
  patience: number,
  clock: Clock,
  signal: AbortSignal,
  work: (options: AskOptions) => Promise<T>,
): Promise<T> {
  if (patience === Number.POSITIVE_INFINITY) return work({ signal })
  let reply = null as NodeReply | null
  const late = new AbortController()
  const cancel = clock.after(patience, () => late.abort(), { keepsAlive: true })
  try {
    return await work({
      signal: AbortSignal.any([signal, late.signal]),
      onReply(last) {
        reply = last
      },
    })
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error
    throw noAnswer(patience, reply)
  } finally {
    cancel()
  }
}

function noAnswer(patience: number, reply: NodeReply | null): Error {
  const within = `within ${patience / 1000} s`
  if (reply === null || reply.isSilent) return new Error(`LEDGER: no node answered ${within}`)
  return new Error(`LEDGER: no node said ${within} which chain it is on (${reply.op}: ${reply.reason})`)
}
