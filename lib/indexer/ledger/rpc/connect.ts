import { type Clock, MACHINE_CLOCK } from '../../../platform/clock'
import { type Commitment, FollowedChain } from './chain'
import { type AskOptions, NodePool, type NodeReply } from './nodes'
import type { ReadBlock } from './read-block'
import { ChainTip } from './tip'

/** For a node to identify its chain at a start. */
const CONNECT_TIMEOUT_MS = 30_000

export interface ConnectOptions {
  /** http(s) URLs of nodes of one chain, in order of preference. Secret. */
  urls: string[]
  commitment: Commitment
  compressionProgram: string
  signal: AbortSignal
  readBlock?: ReadBlock
  /** Called once, with the genesis hash, when the nodes are found on another chain. No block follows. */
  onReplaced?: (genesisHash: string) => void
  onHeadReply?: (reply: NodeReply | null) => void
  timeoutMs?: number
  clock?: Clock
  random?: () => number
}

/** @throws Error in one line if no node identifies its chain in time */
export async function connect(options: ConnectOptions) {
  const { urls, commitment, compressionProgram, clock = MACHINE_CLOCK, random = Math.random } = options
  const { signal, readBlock, onReplaced, onHeadReply, timeoutMs = CONNECT_TIMEOUT_MS } = options
  const nodes = new NodePool({
    ...{ urls, clock, random, signal },
    ...(readBlock && { readBlock }),
    ...(onReplaced && { onReplaced }),
  })
  const genesisHash = await inTime(timeoutMs, clock, signal, (options) => nodes.genesis(options))
  const chain = new FollowedChain(nodes, commitment, compressionProgram)
  return { genesisHash, chain, tip: new ChainTip(chain, clock, signal, onHeadReply), clock, random }
}

async function inTime<T>(
  timeoutMs: number,
  clock: Clock,
  signal: AbortSignal,
  work: (options: AskOptions) => Promise<T>,
): Promise<T> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return work({ signal })
  let reply = null as NodeReply | null
  const late = new AbortController()
  const cancel = clock.after(timeoutMs, () => late.abort(), { keepsAlive: true })
  try {
    return await work({
      signal: AbortSignal.any([signal, late.signal]),
      onReply(last) {
        reply = last
      },
    })
  } catch (error) {
    if (!late.signal.aborted || signal.aborted) throw error
    throw noAnswer(timeoutMs, reply)
  } finally {
    cancel()
  }
}

function noAnswer(timeoutMs: number, reply: NodeReply | null): Error {
  const within = `within ${timeoutMs / 1000} s`
  if (reply === null || reply.isSilent) return new Error(`LEDGER: no node answered ${within}`)
  return new Error(`LEDGER: no node said ${within} which chain it is on (${reply.op}: ${reply.reason})`)
}
